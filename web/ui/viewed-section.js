import { html } from 'lit';
import { Section } from './section.js';
import { RunController } from './run-controller.js';
import { Settings } from './settings.js';
import { Kept } from './run-budget.js';
import { startKey } from './start-key.js';

// A lab of one configuration that runs when it comes into view, or when its settings are touched. Its `start()` runs it and keeps in
// `good` what a cancelled run gives back; what would take long it asks about first (`start(true)`: the reader has said so).

/** How long something must stay in view to be looked at, in milliseconds: what is scrolled past does not run. */
export const DWELL_MS = 300;

export class ViewedSection extends Section {
  /** @param {string} experiment @param {string} name of the section */
  constructor(experiment, name = experiment) {
    super();
    Object.assign(this, { experiment, name });
    this.runner = new RunController(this);
    this.settings = new Settings(this);
    this.kept = new Kept();
  }

  firstUpdated() {
    this.observer = new IntersectionObserver((all) => {
      clearTimeout(this.dwell);
      if (all.at(-1).isIntersecting && !this.begun) this.dwell = setTimeout(() => { if (!this.begun) this.start(); }, DWELL_MS);
    }, { rootMargin: '0px 0px -80px' });
    this.observer.observe(this.stage);
  }

  /** What must be seen for the first run to begin. */
  get stage() { return this.querySelector('.grid'); }

  /** Whether a run can begin; from now on it need not be seen for that. */
  begins() {
    clearTimeout(this.timer);
    this.begun = true;
    const begin = () => this.start();
    if (this.postponed(begin, this.first)) return false;
    this.runner.withdraw();
    this.observer?.disconnect();
    return this.clear(begin, this.first);
  }

  applyLink(pairs) {
    this.readPairs(pairs);
    this.start();
  }

  /** Cancel gives back the last settings that have results. */
  cancelled() { return this.stopRun(); }

  /** A job that runs a configuration once. */
  job(config) { return (signal, report) => this.kept.get(config, (task) => this.resultOf(task, { signal, onProgress: report })); }

  startFrom(preset) {
    this.config = structuredClone(preset.config);
    this.start();
    this.writeLink(true);
  }

  get stale() { return !!this.due || this.runner.visible || this.problems.size > 0 || this.runner.expected > 0; }

  /** What stands where there is no figure yet. */
  get awaiting() { return this.problems.size ? 'No result: a setting needs correcting' : this.lab.failed ? 'Not run' : this.runner.expected ? 'Not run yet' : 'Running…'; }

  /** Progress, or the question whether to run; `runs` is the setting of how many. */
  status(runs) { return html`<div class="status">${this.progressLine(this.runner)}${this.runRow(this.runner, () => this.start(true), { runs })}</div>`; }

  /** Title, lead and starting points. */
  head(described, starts) {
    const pressed = JSON.stringify(this.pairs());
    return html`<div class="sec-head"><h2 tabindex="-1">${described.label}</h2>
        <p class="lead">${described.help}</p>
        <div class="try" role="group" aria-label="Starting points"><span>Start from</span>${starts.map((s) => html`<button
          aria-pressed=${String(startKey(s, () => this.catalogue.changes(this.experiment, s.config).map(([k, v]) => [k, String(v)])) === pressed)} @click=${() => this.startFrom(s)}>${s.label}</button>`)}</div></div>`;
  }
}
