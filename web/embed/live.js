import { html, nothing } from 'lit';
import { DuelStage } from '../ui/duel-stage.js';
import { side } from '../ui/duel-side.js';
import { finding, styledFleet } from '../ui/fleet-words.js';
import { control } from '../ui/form.js';
import * as icons from '../ui/icons.js';
import { DUEL } from '../ui/presets.js';
import { tell } from './tell.js';

// The live skyline of two policies under the same requests, as it stands in somebody's post: the page's figure, and one control.

const NARROW = 480;

class Live extends DuelStage {
  static properties = { ...DuelStage.properties, plan: { attribute: false } };

  constructor() {
    super();
    this.base = {};
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    // What still comes, as a last change of size, finds nothing to draw.
    this.pair = undefined;
  }

  willUpdate(changed) {
    if (!changed.has('plan')) return;
    const narrow = this.plan.config[DUEL.size] === undefined && this.parentElement.clientWidth < NARROW;
    this.config = { ...this.plan.config, ...(narrow ? DUEL.small : {}) };
    this.policies = this.plan.policies;
    if (this.hasUpdated) this.begin(true);
  }

  updated(changed) {
    super.updated?.(changed);
    if (changed.has('waits') && this.waits?.every((w) => w.settled)) this.report();
  }

  /** The numbers of both sides, once for every load. */
  report() {
    const key = JSON.stringify([this.config, this.policies]);
    if (this.reported === key) return;
    this.reported = key;
    for (const run of this.pair.runs) tell(this, 'result', run.result());
  }

  /** The address belongs to the page that this stands in. */
  writeLink() { this.dispatchEvent(new CustomEvent('p2c-configured', { bubbles: true })); }

  introduce() {}

  refuse(error) {
    super.refuse(error);
    tell(this, 'error', error);
  }

  get title() {
    const results = styledFleet(this.policies.map((policy, i) => ({ policy, result: { metrics: { wait: this.waits?.[i] ?? {} }, warnings: [] } })), this.catalogue);
    if (this.waits?.every((w) => w.settled)) return finding(results);
    return `${this.catalogue.name(this.policies[0])} and ${this.catalogue.shortName(this.policies[1])}, under the same requests`;
  }

  render() {
    const dial = this.catalogue.experiment(this.experiment).params.find((p) => p.name === DUEL.dial);
    return html`<div class="duel-body" @keydown=${this.keys} tabindex="-1">
      <h3 class="title" data-title>${this.title}</h3>
      <div class="duel">${this.policies.map((policy, k) => side(this, policy, k))}</div>
      ${this.told ? html`<p class="told" data-told>${this.told}</p>` : html`<p class="told" data-told>Solid: being served. Light: waiting.</p>`}
      <div class="bar">
        <div class="transport">
          <button class="btn solid" data-play @click=${this.toggle}>${this.playing ? icons.pause : icons.play}${this.playing ? 'Pause' : 'Play'}</button>
          <button class="btn" data-step @click=${this.stepOnce}>${icons.step}Step</button>
        </div>
        ${control(this, dial, { look: 'big' })}
      </div>
      ${this.notes.length ? this.noteRow() : nothing}
      <div class="vh" aria-live="polite" data-say></div>
    </div>`;
  }
}
customElements.define('p2c-live', Live);
