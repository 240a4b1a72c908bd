import { html, nothing } from 'lit';
import { Playback } from './playback.js';
import { DUEL, SPEED } from './presets.js';
import { control } from './form.js';
import { side } from './duel-side.js';
import { DuelStage } from './duel-stage.js';
import { fixed, plural } from './format.js';
import { segmented } from './control-parts.js';
import * as icons from './icons.js';
import { dataTable, tableButton } from './data-table.js';
import { duelData, duelFinding, duelTake } from './duel-take.js';
import { traceData, traceTake } from './trace-take.js';
import { embedPairs, shareBar } from './share.js';

// The opening figure: two fleets, the same requests, one look against two; with what is under it, and what can be taken along.

const IDLE = 'Each brick is a request: solid is being served, light is waiting. The dashed line is the fleet average.';

export class Duel extends DuelStage {
  get live() { return true; }

  /** Live runs know the load that they began with; it may have been moved since. */
  shared() {
    return this.pair && { runs: this.pair.runs.map((r, k) => { const { version, config } = r.result(); return { name: this.names[k], result: { version, config: { ...config, [DUEL.dial]: this.pairLoad } } }; }) };
  }

  embeddable() { return { lab: 'fleet', part: 'skyline', pairs: embedPairs(this.catalogue, this.experiment, this.config, this.policies) }; }

  /** What a file of this moment is made of. */
  taken() {
    const sides = this.pair.look().map((s, k) => this.view(s, k));
    return duelTake({ sides, names: this.names, waits: this.waits, count: this.pair.count, ...this.shared() });
  }

  traced() {
    const { pair: { log, count }, names, lines } = this;
    return traceTake({ log, names, lines, most: Playback.SAMPLES, count, ...this.shared() });
  }

  get finding() { return this.pair?.seen ? duelFinding(this.pair.seen.map((s, k) => this.view(s, k)), this.names) : 'Look twice'; }

  /** Shows and hides the table. */
  list() {
    this.listed = !this.listed;
    this.requestUpdate();
  }

  /** The requests at each replica, as the last drawing had them; they stand still while the figure is paused. */
  table() {
    const { columns, rows } = duelData(this.pair.seen, this.names);
    return dataTable({ columns, rows: rows.map((r) => r.map((v) => fixed(v, 0))) });
  }

  /** The samples of the last minute, as they were when the table was last drawn. */
  traceTable() {
    const { columns, rows } = traceData(this.pair.log, this.names);
    return dataTable({ columns, rows: rows.map((r) => r.map((v, i) => fixed(v, i ? 1 : 0))) });
  }

  provenance() { return `Live: ${plural(this.full[DUEL.size], 'replica')} of each at ${Number((this.full[DUEL.dial] * 100).toPrecision(6))}\u202f% load, seed ${this.full.seed}, version ${this.lab.version}.`; }

  keys(e) {
    if (e.key === 't' && !e.target.matches('input, select, textarea')) this.list();
    super.keys(e);
  }

  render() {
    const sizes = { [DUEL.dial]: 'big' };
    const params = this.catalogue.experiment(this.experiment).params;
    const one = (name, extra = {}) => control(this, params.find((p) => p.name === name), { look: sizes[name] ?? '', ...extra });
    return html`<div class="duel-body" data-figure @keydown=${this.keys} tabindex="-1">
      <div class="duel">${this.policies.map((policy, k) => side(this, policy, k))}</div>
      <div class="narr"><p data-told>${this.told ?? IDLE}</p>
        <div class="narr-do">${segmented([{ value: false, label: 'By replica' }, { value: true, label: 'Tallest first' }], this.sorted ?? false, (v) => { this.sorted = v; this.redraw(); }, { label: 'Order of the replicas', look: 'sm' })}
        <span class="tools">${tableButton(!!this.listed, () => this.list())}<p2c-save .off=${!this.pair || !!this.pair.still} .take=${() => this.taken()}></p2c-save></span></div></div>
      ${this.listed && this.pair?.seen ? this.table() : nothing}
      <div class="bar">
        <div class="transport">
          <button class="btn solid" data-play @click=${this.toggle}>${this.playing ? icons.pause : icons.play}${this.playing ? 'Pause' : 'Play'}</button>
          <button class="btn" data-step @click=${this.stepOnce}>${icons.step}Step</button>
          <button class="btn ghost" data-reset @click=${this.reset}>${icons.reset}Reset</button>
        </div>
        ${one(DUEL.dial, { hint: this.config[DUEL.dial] === undefined ? 'drag towards 99' : undefined })}
        ${one(DUEL.size, { look: 'slim' })}
        ${control(this, SPEED, { value: this.speed, look: 'slim' })}
      </div>
      ${this.noteRow()}
      <div class="trace" data-figure><div class="trace-head"><p class="cap">Busiest ahead of average, last minute</p>
        <span class="tools">${tableButton(!!this.traceListed, () => { this.traceListed = !this.traceListed; this.requestUpdate(); })}<p2c-save .off=${!this.pair || !!this.pair.still} .take=${() => this.traced()}></p2c-save></span></div>
        <canvas role="img" aria-label="How far the busiest replica was ahead of the average, in both fleets, over the last minute"></canvas>
        ${this.traceListed && this.pair?.log[0].length ? this.traceTable() : nothing}</div>
      ${shareBar(this, this.provenance(), true)}
      <div class="vh" aria-live="polite" data-say></div>
    </div>`;
  }
}
customElements.define('p2c-duel', Duel);
