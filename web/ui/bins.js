import { html, nothing } from 'lit';
import { BINS } from './presets.js';
import { Section } from './section.js';
import { RunController } from './run-controller.js';
import { Kept } from './run-budget.js';
import { rail, control } from './form.js';
import { segmented } from './control-parts.js';
import { excessFigure, profileFigure } from './bins-figures.js';
import { binsTasks, comparedWith, policyOf, sweepEndOf } from './bins-plan.js';
import { runsFigure, runsTable, runsTake } from './bins-runs.js';
import { lawList } from './bins-theory.js';
import { fixed, plural } from './format.js';
import { Settings } from './settings.js';
import { remember } from './remember.js';
import { startKey } from './start-key.js';
import { styleOf } from './palette.js';
import { embedPairs, shareBar } from './share.js';
import './throw.js';
import './figure.js';
import './sweep.js';

// Balls and bins: one throw, live; the gap as balls are added; how full bins are.

class Bins extends Section {
  static properties = { ...Section.properties, results: { state: true }, profiled: { state: true }, spread: { state: true } };

  constructor() {
    super();
    this.experiment = 'bins';
    this.name = 'bins';
    this.runner = new RunController(this);
    this.settings = new Settings(this);
    this.kept = new Kept();
    this.drawn = { excess: remember(excessFigure), profile: remember(profileFigure), runs: remember(runsFigure) };
    [this.spread] = BINS.spread;
  }

  firstUpdated() { if (!this.results) this.start(); }

  applyLink(pairs) {
    this.readPairs(pairs);
    this.start();
  }

  passed() { this.thrown = this.asked(); }

  get policies() { return comparedWith(this.catalogue, this.config); }

  get policyParam() { return policyOf(this.catalogue); }

  get first() { return binsTasks(this.catalogue, this.config, this.policies).short; }

  /** `free`: the reader has asked for it, however long it takes. */
  async start(free = false) {
    clearTimeout(this.timer);
    const begin = () => this.start(free);
    if (this.postponed(begin, this.first)) return;
    this.runner.withdraw();
    if (!this.clear(begin, this.first)) return;
    const { config } = this;
    const policies = this.accepted(config);
    if (this.postponed(begin, this.first)) return;
    this.thrown = this.asked();
    const sweepEnd = sweepEndOf(this.full);
    const asked = this.full[BINS.dial];
    const { short, long } = binsTasks(this.catalogue, config, policies);
    const jobs = [...new Set([...short, ...long])].map((task) => (signal, report) => this.cached(task, signal, report));
    const collect = (got) => policies.map((p, i) => ({ ...p, at: got[i], sweep: got[sweepEnd === asked ? i : policies.length + i] ?? got[i], asked }));
    try {
      const arrived = (done) => { if (done.length === policies.length) this.profiled = collect(done); };
      const got = await this.runner.runInBudget(jobs, { free, arrived });
      if (!got) return;
      this.results = this.profiled = collect(got);
      this.good = { config, results: this.results, profiled: this.results };
    } catch (error) {
      this.refuse(error);
    }
  }

  /** The policies that the core takes with these settings, and a word about the others. */
  accepted(config) {
    const refusal = ({ policy, own }) => {
      if (own) return '';
      try {
        this.lab.check(this.asked({ ...config, [BINS.policy]: policy }));
        return '';
      } catch (error) {
        return error.message;
      }
    };
    const judged = this.policies.map((p) => ({ ...p, why: refusal(p) }));
    const out = judged.filter((p) => p.why);
    this.leftOut = out.length ? `Not compared: ${out.map((p) => this.catalogue.shortName(p.policy)).join(', ')}. ${out[0].why}` : '';
    return judged.filter((p) => !p.why);
  }

  async cached(task, signal, report) {
    const result = await this.kept.get(task, (t) => this.resultOf(t, { signal, onProgress: report }));
    report(1);
    return result;
  }

  /** Cancel gives back the last settings that have results. */
  cancelled() { return this.stopRun() || this.querySelector('p2c-sweep').cancelled(); }

  restored() { this.passed(); }

  startFrom(preset) {
    this.config = structuredClone(preset.config);
    this.start();
    this.writeLink(true);
  }

  pickLook(value) { this.edited({ path: BINS.policy, value: structuredClone(BINS.looks.find((l) => l.label === value).policy), done: true }); }

  keys(e) {
    const by = { '[': -1, ']': 1 }[e.key];
    if (!by || e.target.matches('input, select')) return;
    const next = this.lookIndex + by;
    if (next >= 0 && next < BINS.looks.length) this.pickLook(BINS.looks[next].label);
  }

  get lookIndex() {
    const own = JSON.stringify(this.full[BINS.policy]);
    return BINS.looks.findIndex((l) => JSON.stringify(this.catalogue.fillOne(this.policyParam, l.policy)) === own);
  }

  render() {
    const { catalogue, full } = this;
    const dial = catalogue.experiment(this.experiment).params.find((p) => p.name === BINS.dial);
    const looks = BINS.looks.map((l) => ({ value: l.label, label: l.label, colour: styleOf(l.policy, catalogue).hue }));
    const pressed = JSON.stringify(this.pairs());
    return html`<div @keydown=${this.keys}>
      <div class="sec-head"><h2 tabindex="-1">Balls and bins</h2>
        <p class="lead">No time, no service, only placement. With one look the fullest bin keeps pulling ahead of the average. With two it stops, however many balls you throw.</p>
        <div class="try" role="group" aria-label="Starting points"><span>Start from</span>${BINS.starts.map((s) => html`<button
          aria-pressed=${String(startKey(s, () => catalogue.changes(this.experiment, s.config).map(([k, v]) => [k, String(v)])) === pressed)} @click=${() => this.startFrom(s)}>${s.label}</button>`)}</div></div>
      ${this.noteRow()}
      <div class="grid">
        ${this.settings.frame(`${catalogue.name(full[BINS.policy])}, ${fixed(full[BINS.size], 0)} bins`, rail(this, { skip: [BINS.dial], looks: { [BINS.policy]: 'radio' } }))}
        <div>
          <div class="bt"><div class="ctl big"><div class="lab"><span>Look at</span></div>${segmented(looks, looks[this.lookIndex]?.value, (v) => this.pickLook(v), { label: 'Looks per ball' })}</div>
            ${control(this, dial, { look: 'big' })}</div>
          ${this.thrown ? html`<p2c-throw .lab=${this.lab} .catalogue=${catalogue} .config=${this.thrown} .full=${full}></p2c-throw>` : nothing}
          <div class="status">${this.progressLine(this.runner)}${this.runRow(this.runner, () => this.start(true), { runs: BINS.runs })}</div>
          ${this.leftOut ? html`<p class="hint" data-left-out>${this.leftOut}</p>` : nothing}
          <div class="charts">${this.figures()}</div>
          <div class="laws-room">${this.results ? lawList(this.results.at(-1).at, this.catalogue.shortName(this.results.at(-1).policy)) : nothing}</div>
          <p2c-sweep .lab=${this.lab} .catalogue=${catalogue} .experiment=${this.experiment} .config=${this.thrown && this.config} .start=${BINS.sweep}
            .ready=${!this.runner.busy && !this.problems.size}></p2c-sweep>
        </div></div>
      ${shareBar(this, this.provenance(), !!this.results && !(this.runner.visible || this.problems.size || this.runner.expected))}</div>`;
  }

  shared() { return { runs: this.results.map(({ policy, at }) => ({ name: this.catalogue.shortName(policy), result: at })) }; }

  embeddable() { return { lab: 'bins', part: 'chart', pairs: embedPairs(this.catalogue, this.experiment, this.config, this.policies.map((p) => p.policy)) }; }

  figures() {
    const stale = !!this.due || this.runner.visible || this.problems.size > 0 || this.runner.expected > 0;
    const empty = { finding: this.problems.size ? 'No result: a setting needs correcting' : this.runner.expected ? 'Not run yet' : 'Running…', sub: '' };
    const excess = this.results ? this.drawn.excess(this.results, this.catalogue, this.full[BINS.dial]) : empty;
    const profile = this.profiled ? this.drawn.profile(this.profiled, this.catalogue) : empty;
    const runs = this.profiled ? this.drawn.runs(this.profiled, this.catalogue, this.spread) : empty;
    const fresh = (this.runner.visible || this.runner.expected > 0) && this.profiled !== this.results;
    const figures = [excess, profile, runs].map((f, i) => html`<p2c-figure ?stale=${stale && !(i && fresh)} .finding=${f.finding} .sub=${f.sub} .spec=${f.spec} .table=${f.table} .take=${f.take}></p2c-figure>`);
    const { catalogue } = this;
    const { metrics } = catalogue.experiment(this.experiment);
    const choices = BINS.spread.map((name) => ({ value: name, label: metrics.find((m) => m.name === name).label }));
    return html`${figures}<div class="means" data-figure><div class="found"><p>How the runs differ, by</p>${this.profiled ? html`<span class="tools"><p2c-save .off=${stale && !fresh} .take=${() => runsTake(this.profiled, catalogue, BINS.means)}></p2c-save></span>` : nothing}</div>${segmented(choices, this.spread, (v) => { this.spread = v; }, { label: 'How the runs differ, by', look: 'sm' })}
      ${this.profiled ? html`<div class=${stale && !fresh ? 'stale-t' : ''}>${runsTable(this.profiled, this.catalogue, BINS.means)}</div>` : nothing}</div>`;
  }

  provenance() {
    const own = this.results?.at(-1);
    if (!own) return '';
    const { config, engine, fingerprint, version } = own.at;
    const { options } = this.catalogue.experiment(this.experiment).params.find((p) => p.name === BINS.engine);
    const [ran, asked] = [engine, config[BINS.engine]].map((id) => options.find((o) => o.id === id));
    return html`${plural(config[BINS.runs], 'run')} of ${fixed(Math.round(config[BINS.size] * config[BINS.dial]), 0)} balls per policy, ${fixed(config[BINS.size], 0)} bins, seed ${config[BINS.seed]}.
      Fingerprint of ${this.catalogue.shortName(own.policy)} <code>${fingerprint}</code>, version ${version}.
      <span data-engine>${ran?.label ?? engine} engine: ${ran?.help ?? ''} ${asked?.id === 'auto' ? `Chosen by the rule: ${asked.help}` : 'As set.'}</span>`;
  }
}
customElements.define('p2c-bins', Bins);
