import { LitElement, html, nothing } from 'lit';
import { GROWTH } from './presets.js';
import { Catalogue } from './catalogue.js';
import { RunController, inTurn } from './run-controller.js';
import { MORE_SIZES, firstSizes, runsBeyond, runsFor, secondsFor, workOf } from './growth-plan.js';
import { FIGURE_HEIGHT, growthFigure } from './growth-figure.js';
import { aboutText } from './run-budget.js';
import { DWELL_MS } from './viewed-section.js';
import { fixed, power } from './format.js';
import { shareBar } from './share.js';
import { gridCommand } from './take-text.js';
import './figure.js';

// From a hundred to a quadrillion: the fullest bin against the number of bins, run when it comes into view, the largest on request.

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

class Growth extends LitElement {
  static properties = { lab: { attribute: false }, columns: { state: true }, stopped: { state: true }, trouble: { state: true } };

  createRenderRoot() { return this; }

  constructor() {
    super();
    this.columns = [];
    this.runner = new RunController(this);
  }

  connectedCallback() {
    super.connectedCallback();
    this.id = 'growth';
  }

  firstUpdated() {
    this.observer = new IntersectionObserver((all) => {
      clearTimeout(this.dwell);
      if (all.at(-1).isIntersecting) this.dwell = setTimeout(() => { if (!this.runner.busy) this.fill(this.missing); }, DWELL_MS);
    }, { rootMargin: '0px 0px -80px' });
    this.observer.observe(this.querySelector('p2c-figure'));
  }

  get catalogue() { return (this._catalogue ??= new Catalogue(this.lab.catalogue)); }

  get missing() { return firstSizes().filter((n) => !this.columns.some((c) => c.n === n)); }

  get beyond() { return MORE_SIZES.filter((n) => !this.columns.some((c) => c.n === n)); }

  /** Seconds for what is left beyond, judged by the largest size that was run. */
  get estimate() {
    const measured = this.columns.reduce((a, b) => (b.n > a.n ? b : a));
    return Math.max(1, Math.round(secondsFor(this.beyond, measured)));
  }

  /** Runs these sizes, one after another; each policy of a size at once, so that the workers share them. */
  async fill(sizes, runs = runsFor) {
    this.observer.disconnect();
    this.stopped = false;
    this.trouble = undefined;
    const jobs = sizes.map((n) => (signal, report) => this.column(n, runs(n), signal, report));
    try {
      const done = await this.runner.run(inTurn(jobs, () => {}, sizes.map((n) => workOf(n, runs(n)))));
      this.stopped = done === undefined;
    } catch (error) {
      this.trouble = error.message;
    }
  }

  async column(n, runs, signal, report) {
    await this.lab.ready;  // not part of what is timed
    const start = performance.now();
    const shares = GROWTH.policies.map(() => 0);
    const told = (k) => (share) => { shares[k] = share; report(shares.reduce((a, b) => a + b, 0) / shares.length); };
    const config = (policy) => this.catalogue.complete('bins', { ...GROWTH.config, policy, [GROWTH.size]: n, [GROWTH.runs]: runs });
    const results = await Promise.all(GROWTH.policies.map((policy, k) => this.lab.run(config(policy), { signal, onProgress: told(k) })));
    this.columns = [...this.columns, { n, runs, results, seconds: (performance.now() - start) / 1000 }];
  }

  cancelled() { return this.runner.cancel(); }

  render() {
    const { runner, columns } = this;
    const figure = columns.length ? growthFigure(columns, this.catalogue) : { finding: 'The fullest bin as bins are added', sub: 'Runs when it comes into view.' };
    return html`<div class="sec-head"><h2 tabindex="-1">From a hundred to a quadrillion</h2>
      <p class="lead">As many balls as bins, ten times more of both at every step. With one look the fullest bin keeps growing. With two it grows like a logarithm of a logarithm, which is to say hardly.</p></div>
      <p2c-figure .tall=${FIGURE_HEIGHT} .finding=${figure.finding} .sub=${figure.sub} .spec=${figure.spec} .table=${figure.table} .take=${figure.take}></p2c-figure>
      <div class="prog-line"><div class="fill"><i .style=${`width:${runner.busy ? (runner.fraction * 100).toFixed(1) : 0}%`}></i></div></div>
      <div class="table-bar"><p>${this.provenance()}</p>
        <div class="running"><span class="vh" role="status">${runner.spoken}</span>${this.trouble ? html`<span class="wrong">${this.trouble}</span>` : nothing}${this.buttons()}</div></div>
      ${shareBar(this, this.fingerprints(), columns.length > 0)}`;
  }

  address() { return '#growth'; }

  fingerprints() {
    if (!this.columns.length) return '';
    const last = this.columns.reduce((a, b) => (b.n > a.n ? b : a));
    return html`Fingerprints at ${power(last.n)} bins ${last.results.map((r, k) => html`${k ? ', ' : ''}${this.catalogue.shortName(GROWTH.policies[k])} <code>${r.fingerprint}</code>`)}.`;
  }

  /** One command for each number of runs. */
  shared() {
    const columns = [...this.columns].sort((a, b) => a.n - b.n);
    const runs = columns.flatMap((c) => c.results.map((result, k) => ({ name: `${this.catalogue.shortName(GROWTH.policies[k])}, ${power(c.n)} bins`, result })));
    const times = [...new Set(columns.map((c) => c.runs))];
    const command = times.map((n) => gridCommand(this.catalogue, { experiment: 'bins', ...GROWTH.config, policy: { id: 'choices' }, [GROWTH.runs]: n },
      [['policy.d', GROWTH.policies.map((p) => p.d)], [GROWTH.size, columns.filter((c) => c.runs === n).map((c) => c.n)]])).join('\n');
    return { runs, command };
  }

  buttons() {
    const { runner, missing, beyond } = this;
    if (this.lab.failed) return nothing;
    if (runner.busy) return html`<span aria-hidden="true">Running, ${runner.words}</span><button class="btn sm" data-cancel @click=${() => this.cancelled()}>Cancel</button>`;
    if (missing.length) return html`<button class="btn sm" data-run @click=${() => this.fill(missing)}>${this.stopped ? 'Run the rest' : 'Run it'}</button>`;
    if (!beyond.length) return nothing;
    return html`<span data-about>${capital(aboutText(this.estimate))} here.</span>
      <button class="btn sm" data-more @click=${() => this.fill(beyond, () => runsBeyond)}>Go on to ${power(beyond.at(-1))} bins</button>`;
  }

  provenance() {
    if (!this.columns.length) return '';
    const { config, version } = this.columns[0].results[0];
    const took = this.columns.reduce((sum, c) => sum + c.seconds, 0);
    return `${runsFor(100)} runs up to a million bins, ${runsFor(1e10)} up to ten billion, ${runsFor(1e12)} up to a trillion, ${runsBeyond} beyond. Seed ${config.seed}, version ${version}. ${fixed(took, took < 10 ? 1 : 0)} s so far on this machine. One run has no interval.`;
  }
}
customElements.define('p2c-growth', Growth);
