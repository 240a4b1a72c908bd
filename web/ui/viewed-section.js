import { html } from 'lit';
import { Section } from './section.js';
import { RunController } from './run-controller.js';
import { Settings } from './settings.js';

// A lab of one configuration that runs when it comes into view, or when its settings are touched. Its `start()` runs it and keeps in
// `good` what a cancelled run gives back.

export class ViewedSection extends Section {
  /** @param {string} experiment also the name of the section */
  constructor(experiment) {
    super();
    this.experiment = this.name = experiment;
    this.runner = new RunController(this);
    this.settings = new Settings(this);
  }

  firstUpdated() {
    this.observer = new IntersectionObserver((all) => { if (all.at(-1).isIntersecting && !this.begun) this.start(); }, { rootMargin: '0px 0px -80px' });
    this.observer.observe(this.querySelector('.grid'));
  }

  /** Whether a run can begin; from now on it need not be seen for that. */
  begins() {
    this.begun = true;
    this.observer?.disconnect();
    return this.check();
  }

  applyLink(pairs) {
    this.readPairs(pairs);
    this.start();
  }

  configured(done) {
    clearTimeout(this.timer);
    if (!this.check() || !done) return;
    this.writeLink();
    this.timer = setTimeout(() => this.start(), 180);
  }

  /** Cancel gives back the last settings that have results. */
  cancelled() {
    clearTimeout(this.timer);
    if (!this.runner.cancel()) return false;
    if (this.good) this.restore();
    return true;
  }

  startFrom(preset) {
    this.config = structuredClone(preset.config);
    this.start();
    this.writeLink(true);
  }

  get stale() { return this.runner.visible || this.problems.size > 0; }

  /** Title, lead and starting points. */
  head(described, starts) {
    const pressed = JSON.stringify(this.pairs());
    return html`<div class="sec-head"><h2 tabindex="-1">${described.label}</h2>
        <p class="lead">${described.help}</p>
        <div class="try" role="group" aria-label="Starting points"><span>Start from</span>${starts.map((s) => html`<button
          aria-pressed=${String(JSON.stringify(this.catalogue.changes(this.experiment, s.config).map(([k, v]) => [k, String(v)])) === pressed)} @click=${() => this.startFrom(s)}>${s.label}</button>`)}</div></div>`;
  }
}
