import { LitElement, html, nothing } from 'lit';
import { get } from './config.js';
import { RunController } from './run-controller.js';
import { aboutText, inBudget } from './run-budget.js';
import { command, sweepable, taskAt, valuesOf } from './sweep-plan.js';
import { sweepFigure } from './sweep-figure.js';
import { styleOf } from './palette.js';
import { plural } from './format.js';
import './figure.js';

// A sweep of any setting of an experiment: a figure of one metric, run when it is in view and the lab around it has come to rest.
// `config` is what the lab holds, `start` = {over, metrics, runs: {name, most}} says what it shows first and how often it runs a point.

const KEPT = 120;

class Sweep extends LitElement {
  static properties = {
    lab: { attribute: false }, catalogue: { attribute: false }, experiment: {}, config: { attribute: false }, start: { attribute: false }, ready: { attribute: false },
    over: { state: true }, metric: { state: true }, shown: { state: true }, left: { state: true }, expected: { state: true }, stopped: { state: true }, copied: { state: true }, trouble: { state: true },
  };

  createRenderRoot() { return this; }

  constructor() {
    super();
    this.runner = new RunController(this);
    this.cache = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new IntersectionObserver((all) => { this.seen = all.at(-1).isIntersecting; this.follow(); }, { rootMargin: '0px 0px -80px' });
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  get full() { return this.catalogue.filled(this.experiment, this.config); }

  get choices() { return sweepable(this.catalogue, this.experiment, this.full); }

  /** The setting that is swept: the chosen one while the configuration has it. */
  get chosen() { return this.choices.find((c) => c.path === (this.over ?? this.start.over)) ?? this.choices[0]; }

  get shownMetric() { return this.metric ?? this.start.metrics[0]; }

  /** The configuration of every point but for the swept value: fewer runs than the lab's, so that many points stay affordable. */
  get base() {
    const { name, most } = this.start.runs;
    return this.catalogue.complete(this.experiment, { ...this.config, [name]: Math.min(this.full[name], most) });
  }

  /** What the sweep on screen is of: another one is due when it changes. */
  get key() { return JSON.stringify([this.base, this.chosen?.path]); }

  updated() { this.follow(); }

  follow() {
    if (!this.hasUpdated || !this.config || !this.chosen || this.key === this.tried) return;
    this.runner.cancel();
    this.expected = undefined;
    this.stopped = false;
    if (this.ready && this.seen) this.run();
  }

  async run(free = false) {
    const { key, base, chosen } = this;
    const { path } = chosen;
    this.tried = key;
    this.expected = undefined;
    this.stopped = false;
    this.trouble = undefined;
    const values = valuesOf(chosen.param, get(this.full, path));
    const jobs = values.map((value) => (signal, report) => this.point(taskAt(this.catalogue, this.experiment, base, path, value), value, signal, report));
    const keep = (points, whole) => {
      const results = points.filter((p) => p.result);
      if (key !== this.tried || results.length < 2 || !(whole || this.shown?.key === key || !this.shown)) return;
      this.shown = { key, base, chosen, points: results, now: get(this.full, path) };
      this.left = points.filter((p) => p.why);
    };
    try {
      const got = await this.runner.run((signal, report) => inBudget(jobs, signal, report, { free, alike: false, arrived: (points) => keep(points, false) }));
      if (key !== this.tried || key !== this.key) return;
      this.stopped = !got;
      if (!got) return;
      keep(got.results, true);
      this.expected = got.seconds;
    } catch (error) {
      this.trouble = error.message;
    }
  }

  /** One value; what the core refuses there is no result, but a sentence. */
  async point(task, value, signal, report) {
    const key = JSON.stringify(task);
    if (!this.cache.has(key)) {
      try {
        const result = await this.lab.run(task, { signal, onProgress: report });
        if (this.cache.size > KEPT) this.cache.clear();
        this.cache.set(key, { value, result });
      } catch (error) {
        if (error?.kind !== 'config') throw error;
        this.cache.set(key, { value, why: error.message });
      }
    }
    return this.cache.get(key);
  }

  cancelled() { return this.runner.cancel(); }

  render() {
    if (!this.config || !this.choices.length) return nothing;
    const { shown, chosen } = this;
    const metrics = this.start.metrics.map((name) => this.catalogue.experiment(this.experiment).metrics.find((m) => m.name === name));
    const metric = metrics.find((m) => m.name === this.shownMetric);
    const figure = shown ? this.figure(metric) : { finding: `${metric.label} for ${chosen.param.label.toLowerCase()}`, sub: 'Runs when it comes into view.' };
    const pick = (name, label, options, value, take) => html`<label>${label} <select data-pick=${name} @change=${(e) => take(e.target.value)}>
      ${options.map((o) => html`<option value=${o.value} .selected=${o.value === value}>${o.label}</option>`)}</select></label>`;
    return html`<div class="sweep">
      <div class="sweep-bar"><b>Sweep</b>
        ${pick('over', 'over', this.choices.map((c) => ({ value: c.path, label: c.param.label })), chosen.path, (v) => { this.over = v; })}
        ${pick('metric', 'show', metrics.map((m) => ({ value: m.name, label: m.label })), metric.name, (v) => { this.metric = v; })}
        ${this.state()}</div>
      <div class="prog-line"><div class="fill"><i .style=${`width:${this.runner.visible ? (this.runner.fraction * 100).toFixed(1) : 0}%`}></i></div></div>
      <p2c-figure ?stale=${!!shown && shown.key !== this.key} .finding=${figure.finding} .sub=${figure.sub} .spec=${figure.spec} .table=${figure.table} .take=${figure.take}></p2c-figure>
      <div class="sweep-foot">${shown ? this.foot(metric) : nothing}</div></div>`;
  }

  figure(metric) {
    const { points, chosen, now, base } = this.shown;
    const f = sweepFigure(points, {
      param: chosen.param, metric, now, limit: 'limit of infinitely many bins',
      hueOf: (r) => (r.config.policy ? styleOf(r.config.policy, this.catalogue).hue : 'ink'),
    });
    return { ...f, sub: `${f.sub} ${plural(base[this.start.runs.name], 'run')} per point, all else as set.` };
  }

  /** What it does now, or what the reader may have it do. */
  state() {
    const { runner } = this;
    if (runner.visible) return html`<span class="running"><span aria-hidden="true">Running, ${runner.words}</span><button class="btn sm" data-cancel @click=${() => this.cancelled()}>Cancel</button></span>`;
    if (this.trouble) return html`<span class="wrong">${this.trouble}</span>`;
    if (this.expected) return html`<span class="running"><span>The rest takes ${aboutText(this.expected)}.</span><button class="btn sm" data-run @click=${() => this.run(true)}>Run the rest</button></span>`;
    if (this.stopped) return html`<span class="running"><button class="btn sm" data-run @click=${() => this.run()}>Go on</button></span>`;
    return html`<span class="running"></span>`;
  }

  foot(metric) {
    const { base, chosen, points } = this.shown;
    const text = command(base, chosen.path, points.map((p) => p.value), metric.name);
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text);
        this.copied = text;
      } catch {
        getSelection()?.selectAllChildren(this.querySelector('[data-command]'));
      }
    };
    return html`${this.left.length ? html`<p class="hint" data-left-out>Left out: ${this.left.map((p) => p.value.toLocaleString('en-US')).join('; ')}. ${this.left[0].why}</p>` : nothing}
      <div class="cmd"><span>The same numbers in a terminal</span><code tabindex="0" data-command>${text}</code>
        <button class="btn sm" @click=${copy}>${this.copied === text ? 'Copied' : 'Copy'}</button></div>`;
  }
}
customElements.define('p2c-sweep', Sweep);
