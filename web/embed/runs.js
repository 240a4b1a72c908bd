import { html, nothing } from 'lit';
import { excessFigure, profileFigure } from '../ui/bins-figures.js';
import { latencyFigure } from '../ui/fanout-figure.js';
import { queueFigure, waitFigure } from '../ui/fleet-figures.js';
import { control } from '../ui/form.js';
import { hashingFigure } from '../ui/hashing-figure.js';
import { hashingTasks } from '../ui/hashing-plan.js';
import { BINS, FANOUT, FLEET, HASHING } from '../ui/presets.js';
import { Kept } from '../ui/run-budget.js';
import { RunController } from '../ui/run-controller.js';
import { Section } from '../ui/section.js';
import { inServiceTimes } from '../ui/units.js';
import { comparison } from './comparison.js';
import { tell } from './tell.js';

// Policies under the same requests or balls, run and shown as one chart or as dots with their intervals.

const KEPT = 32;
const MARKS = [1, 2, 5];

/** 1, 2, 5, 10 … and the number itself: where the gap of a run is recorded on the way. */
function marksTo(most) {
  const marks = [];
  for (let decade = 1; decade <= most; decade *= 10) marks.push(...MARKS.map((m) => m * decade));
  return [...marks.filter((m) => m < most), most];
}

const byPolicy = (extra = () => ({})) => ({ plan, config, full }) => plan.policies.map((policy) => ({ ...config, ...extra(full), [FLEET.policy]: policy }));

/** Without a second call, and with the one that is set, or else with the usual one. */
function bySecondCall({ config, full }) {
  const set = full[FANOUT.second];
  const second = set.id === FANOUT.never.id ? { id: FANOUT.swept } : set;
  return [FANOUT.never, second].map((call) => ({ ...config, [FANOUT.second]: call }));
}

/** By experiment: its dial (the name of a setting, or {path, param, value} of one within a part), what is run, a result as the page shows it, its charts, what is compared, and which result is that of the settings themselves. */
const KINDS = {
  fleet: {
    dial: FLEET.dial, runs: FLEET.runs, tasks: byPolicy(), shown: inServiceTimes,
    charts: { waits: (results, catalogue) => waitFigure(results, catalogue), queues: (results, catalogue) => queueFigure(results, catalogue) },
    metric: (result) => result.metrics.wait.p99, unit: 'p99 wait, service times',
    more: [['Mean wait', (r) => r.metrics.wait.mean], ['Reads', (r) => r.metrics.probesPerRequest]],
    finding: (results, catalogue) => waitFigure(results, catalogue).finding,
  },
  bins: {
    dial: BINS.dial, runs: BINS.runs, tasks: byPolicy((full) => ({ [BINS.marks]: marksTo(full[BINS.dial]) })), shown: (result) => result,
    charts: { gap: (results, catalogue) => excessFigure(asBins(results), catalogue, asked(results)), profile: (results, catalogue) => profileFigure(asBins(results), catalogue) },
    metric: (result) => result.metrics.gap, unit: 'fullest bin ahead of the average, balls',
    more: [['Fullest bin', (r) => r.metrics.max], ['Reads', (r) => r.metrics.probesPerBall]],
    finding: (results, catalogue) => excessFigure(asBins(results), catalogue, asked(results)).finding,
  },
  fanout: {
    dial: FANOUT.leaves, runs: FANOUT.runs, tasks: bySecondCall, shown: (result) => result,
    charts: { latency: ([one, two]) => latencyFigure(one.result.config[FANOUT.leaves], one.result, two.result) },
  },
  hashing: {
    dial: ({ catalogue, full: { [HASHING.scheme]: scheme } }) => {
      const { over } = HASHING.figures[scheme.id];
      return { path: `${HASHING.scheme}.${over}`, param: catalogue.entry('schemes', scheme.id).params.find((p) => p.name === over), value: scheme[over] };
    },
    runs: HASHING.runs, tasks: (runs) => hashingTasks(runs.full, (config) => runs.lab.check(runs.asked(config))), shown: (result) => result,
    charts: { sweep: (results, catalogue, full) => swept(results, catalogue, full) },
    own: ({ [HASHING.scheme]: scheme }) => { const { over } = HASHING.figures[scheme.id]; return (result) => result.config[HASHING.scheme][over] === scheme[over]; },
  },
};
const asked = ([{ result }]) => result.config[BINS.dial];
const asBins = (results) => results.map(({ policy, result }, i) => ({ policy, own: i === results.length - 1, at: result, sweep: result, asked: result.config[BINS.dial] }));

/** A metric of the scheme over its main setting; until new results come, those of another scheme stay. */
function swept(results, catalogue, full) {
  const scheme = results[0].result.config[HASHING.scheme].id;
  const { over } = HASHING.figures[scheme];
  return hashingFigure(results.map(({ result }) => ({ value: result.config[HASHING.scheme][over], result })), scheme, catalogue, full[HASHING.scheme][over]);
}

class Runs extends Section {
  static properties = { ...Section.properties, plan: { attribute: false }, results: { state: true } };

  constructor() {
    super();
    this.runner = new RunController(this);
    this.kept = new Kept(KEPT);
  }

  willUpdate(changed) {
    if (!changed.has('plan')) return;
    const { experiment, config } = this.plan;
    if (experiment !== this.experiment) Object.assign(this, { results: undefined, good: undefined });
    Object.assign(this, { experiment, name: experiment, config, id: experiment });
  }

  updated(changed) { if (changed.has('plan')) this.start(); }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  get kind() { return KINDS[this.experiment]; }

  tasks() { return this.kind.tasks(this).map((config) => this.asked(config)); }

  /** `free`: the reader has asked for it, however long it takes. */
  async start(free = false) {
    clearTimeout(this.timer);
    this.runner.withdraw();
    const { plan, config, kind } = this;
    const tasks = this.tasks();
    if (!this.check(tasks)) return;
    const job = (task, i) => (signal, report) => this.kept.get(task, (t) => this.lab.run(t, { signal, onProgress: (share) => {
      report(share);
      tell(this, 'progress', { fraction: (i + share) / tasks.length });
    } }));
    try {
      const got = await this.runner.runInBudget(tasks.map(job), { free });
      if (!got) return;
      this.results = got.map((result, i) => ({ policy: plan.policies[i], result: this.kind.shown(result) }));
      this.good = { config, results: this.results };
      this.notes = [...new Set(got.flatMap((r) => r.warnings.map((w) => w.message)))].map((text) => ({ kind: 'warning', text }));
      // What was asked for is told last: it is what the element is then known by.
      const own = kind.own?.(this.full) ?? (() => true);
      for (const result of [...got.filter((r) => !own(r)), ...got.filter(own)]) tell(this, 'result', result);
    } catch (error) {
      this.refuse(error);
    }
  }

  check(configs = this.tasks()) { return super.check(configs); }

  refuse(error) {
    super.refuse(error);
    tell(this, 'error', error);
  }

  cancelled() { return this.stopRun(); }

  /** The address belongs to the page that this stands in. */
  writeLink() { this.dispatchEvent(new CustomEvent('p2c-configured', { bubbles: true })); }

  render() {
    const { catalogue, kind, runner, results } = this;
    const { param, ...dial } = typeof kind.dial === 'function' ? kind.dial(this) : { param: catalogue.experiment(this.experiment).params.find((p) => p.name === kind.dial) };
    const stale = runner.visible || this.problems.size > 0 || runner.expected > 0;
    return html`<div class="runs">${this.plan.part === 'chart' ? this.chart(stale) : this.comparison(stale)}
      <div class="bar">${control(this, param, { look: 'big', ...dial })}</div>
      <div class="status">${this.progressLine(runner)}${this.runRow(runner, () => this.start(true), { runs: kind.runs })}</div>
      ${this.notes.length ? this.noteRow() : nothing}</div>`;
  }

  get awaiting() { return this.problems.size ? 'No result: a setting needs correcting' : this.runner.expected ? 'Not run yet' : 'Running…'; }

  chart(stale) {
    const draw = this.kind.charts[this.plan.chart];
    const figure = this.results ? draw(this.results, this.catalogue, this.full) : { finding: this.awaiting, sub: '' };
    return html`<p2c-figure ?stale=${stale} .finding=${figure.finding} .sub=${figure.sub} .spec=${figure.spec} .table=${figure.table}></p2c-figure>`;
  }

  comparison(stale) {
    const { results, kind } = this;
    const title = results ? kind.finding(results, this.catalogue) : this.awaiting;
    return html`<div class=${stale ? 'stale-t' : ''}><h3 class="title" data-title>${title}</h3>
      ${results ? comparison(results, this.catalogue, kind) : html`<div class="room" .style=${`height:${40 + 34 * this.plan.policies.length}px`}></div>`}</div>`;
  }
}
customElements.define('p2c-runs', Runs);
