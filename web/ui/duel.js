import { html, nothing } from 'lit';
import { FleetPair } from './fleet-pair.js';
import { Playback } from './playback.js';
import { StillPair } from './still-pair.js';
import { DUEL, SPEED } from './presets.js';
import { Section } from './section.js';
import { control } from './form.js';
import { drawSkyline } from './skyline.js';
import { drawTrace } from './trace.js';
import { side } from './duel-side.js';
import { fixed, plural } from './format.js';
import { segmented } from './control-parts.js';
import * as icons from './icons.js';
import { onTheme, reducedMotion } from './theme.js';
import { styleOf } from './palette.js';
import { policyPairs, readPolicies, splitPairs } from './policy-links.js';
import { formatHash, writeHash } from './router.js';
import { dataTable, tableButton } from './figure.js';
import { duelData, duelFinding, duelTake } from './duel-take.js';
import { traceData, traceTake } from './trace-take.js';
import { embedPairs, shareBar } from './share.js';

// The opening figure: two fleets, the same requests, one look against two.

const IDLE = 'Each brick is a request: solid is being served, light is waiting. The dashed line is the fleet average.';
const HOLD_MS = 500;
const SMALL = 480;
const SPEED_RULE = `${SPEED.label} must be a number from ${SPEED.range[0]} to ${fixed(SPEED.range[1], 0)}.`;

export class Duel extends Section {
  static properties = { ...Section.properties, policies: { state: true }, playing: { state: true }, sorted: { state: true }, told: { state: true }, waits: { state: true }, mark: { state: true } };

  constructor() {
    super();
    this.experiment = 'fleet';
    this.name = 'duel';
    this.base = innerWidth < SMALL ? DUEL.small : {};
    this.config = this.base;
    this.policies = DUEL.policies;
    this.speed = SPEED.default;
    this.playing = !reducedMotion();
    this.top = 10;
    this.playback = new Playback(this);
  }

  connectedCallback() {
    super.connectedCallback();
    this.stopTheme = onTheme(() => this.redraw());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stopTheme();
    this.playback.stop();
    this.pair?.close();
  }

  firstUpdated() {
    this.canvases = [...this.querySelectorAll('.side canvas')];
    this.begin(true);
    new ResizeObserver(() => this.redraw(true)).observe(this);
    this.playback.start();
  }

  /** The two configurations: everything the same but the policy. */
  get configs() { return this.policies.map((policy) => this.asked({ ...this.config, policy })); }

  restored() { this.begin(true); }

  /** Tells the page how to introduce the two sides; undefined for the usual ones. */
  introduce() {
    const [left, right] = this.policies.map((p) => this.catalogue.shortName(p));
    const words = this.policies === DUEL.policies ? undefined : `Left: ${left}. Right: ${right}.`;
    this.dispatchEvent(new CustomEvent('p2c-versus', { bubbles: true, detail: words }));
  }

  begin(warm) {
    const later = () => this.postponed(() => this.begin(warm));
    if (later()) return this.rest();
    if (!this.check(this.configs)) return;
    if (later()) return this.rest();
    this.introduce();
    let pair;
    try {
      pair = new FleetPair(this.lab, this.configs, this.full[DUEL.size]);
    } catch (error) {
      return later() ? this.rest() : this.refuse(error);
    }
    pair.setLoad((this.pairLoad = this.full[DUEL.dial]));
    this.coming?.close();
    this.coming = undefined;
    this.good = { config: this.config, policies: this.policies };
    if (warm && this.pair?.still && this.pair.state === this.stateAtRest) this.coming = pair;
    else this.enter(pair, warm ? 'start' : 'none');
  }

  /** Shows this pair from now on. */
  enter(pair, how) {
    this.pair?.close();
    this.pair = pair;
    Object.assign(this, { waits: undefined, mark: undefined, step: undefined, told: undefined });
    this.playback.settle(how);
    this.redraw(true);
  }

  /** Before the engine is there: the two fleets as they were when the page was built, if these are they. */
  rest() {
    this.introduce();
    const state = this.stateAtRest;
    this.pair = state && new StillPair(state);
    Object.assign(this, { waits: this.pair?.waits(), mark: undefined, step: undefined, told: undefined });
    if (this.pair) this.redraw(true);
    else for (const canvas of this.querySelectorAll('canvas')) canvas.width = canvas.height = 0;
  }

  /** What was made of these settings when the page was built, if they were among those. */
  get stateAtRest() {
    const asked = JSON.stringify(this.configs);
    return this.lab.opening?.duel.find(({ configs }) => JSON.stringify(configs) === asked);
  }

  /** The same fleets, simulated here, take the place of those at rest once they are in the same state; for about so many milliseconds. */
  takeOver(ms = Infinity) {
    if (!this.coming?.catchUp(this.pair.state, SPEED.default, ms)) return;
    const pair = this.coming;
    this.coming = undefined;
    const { mark } = this;
    this.enter(pair, 'none');
    Object.assign(this, { waits: pair.waits(), mark });
  }

  applyLink(pairs) {
    const { own, rest } = splitPairs(pairs);
    this.readPairs(rest.filter(([k]) => k !== SPEED.name), this.base);
    this.policies = pairOf(readPolicies(this.catalogue, own));
    const speed = Number(rest.find(([k]) => k === SPEED.name)?.[1] ?? SPEED.default);
    if (isSpeed(speed)) this.speed = speed;
    else this.notes = [...this.notes, { kind: 'link', text: `${SPEED_RULE} The link’s was left out.` }];
    if (this.hasUpdated) this.begin(true);
  }

  pairs(base = this.base) {
    const own = this.speed === SPEED.default ? [] : [[SPEED.name, String(this.speed)]];
    return [...super.pairs(base), ...own, ...policyPairs(this.catalogue, this.policies, DUEL.policies)];
  }

  writeLink(push) { writeHash('duel', this.pairs(), push); }

  edited({ path, value, done }) {
    if (path === SPEED.name) {
      this.problems = new Map();
      if (isSpeed(value)) this.speed = value;
      else this.problems = new Map([[SPEED.name, SPEED_RULE]]);
      this.requestUpdate();
      if (done) this.writeLink();
      return;
    }
    super.edited({ path, value, done });
  }

  /** Shows two policies in the surroundings of another section. */
  watch({ config, policies }) {
    this.config = structuredClone(config);
    this.policies = pairOf(policies);
    this.playing = !reducedMotion();
    this.begin(true);
    this.writeLink(true);
  }

  configured(done) {
    const later = () => this.postponed(() => this.configured(done));
    if (later() || !this.check(this.configs) || later()) return;
    if (!this.pair || this.pair.still) this.begin(true);
    else if (this.pair.n === this.full[DUEL.size]) {
      if (this.pairLoad !== this.full[DUEL.dial]) this.reload();
    } else if (done) this.begin(true);
    if (done) this.writeLink();
  }

  reload() {
    this.pair.setLoad((this.pairLoad = this.full[DUEL.dial]));
    this.good = { config: this.config, policies: this.policies };
    this.waits = undefined;
    this.playback.settle(reducedMotion() || !this.playing ? 'hidden' : 'lapse');
  }

  toggle() {
    this.playing = !this.playing;
    this.step = undefined;
    this.told = undefined;
    if (!this.playing && this.pair) this.announce(`Busiest: left ${fixed(this.pair.seen[0].ahead, 1)} ahead, right ${fixed(this.pair.seen[1].ahead, 1)}.`);
  }

  announce(words) { this.querySelector('[data-say]').textContent = words; }

  stepOnce() {
    if (this.postponed(() => this.stepOnce())) return;
    if (this.pair?.still && !this.coming) this.begin(true);
    this.takeOver();
    if (!this.pair) return;
    this.playing = false;
    this.playback.finish();
    this.step = this.pair.stepOne();
    this.pair.record(Playback.SAMPLES);
    this.mark = undefined;
    this.told = this.sentence(this.step, this.pair.count);
    this.redraw();
    this.updateComplete.then(() => this.announce(this.querySelector('[data-told]').textContent));
  }

  sentence([left, right], count) {
    const met = (n) => (n ? plural(n, 'request') : 'idle');
    const to = left.find((l) => l.joined);
    const joined = right.find((l) => l.joined);
    return html`<b>Request ${fixed(count, 0)}.</b> Left joins replica ${to.at + 1}, ${to.count ? `behind ${plural(to.count, 'request')}` : 'which is idle'}.
      Right ${right.length > 1 ? html`looks at ${right.map((l, i) => `${i ? ' and ' : ''}${l.at + 1} (${met(l.count)})`)}, ` : nothing}<b>joins ${joined.at + 1}.</b>`;
  }

  reset() { this.begin(false); }

  /** Draws the present state. `jump`: the axis moves at once instead of easing; `sampled`: the last minute has changed too. */
  redraw(jump = false, sampled = true) {
    if (!this.pair || !this.canvases) return;
    const now = performance.now();
    const seen = this.pair.look();
    this.pair.markArrivals(this.playback.flashing ? now : -1e9);
    if (!this.mark || now - this.mark.since > HOLD_MS || !this.playing || this.playback.kind !== 'none') this.mark = { since: now, sides: seen.map(({ at, ahead }) => ({ at, ahead })) };
    this.easeAxis(seen, jump || reducedMotion());
    seen.forEach((s, k) => drawSkyline(this.canvases[k], {
      ...s, top: this.top, busiest: this.mark.sides[k], hue: styleOf(this.policies[k], this.catalogue).hue, now,
      order: this.sorted ? tallestFirst(s.load) : null, flash: reducedMotion() ? null : this.pair.flash[k], looks: this.step?.[k],
    }));
    const trace = this.querySelector('.trace canvas');
    if (trace && (sampled || jump)) drawTrace(trace, this.pair.log, this.lines, Playback.SAMPLES);
    if (!this.drawn) performance.mark('p2c-figures');
    this.drawn = true;
  }

  /** What the skyline of a side shows at rest. */
  view(s, k) {
    return { ...s, top: this.top, busiest: { at: s.at, ahead: s.ahead }, hue: styleOf(this.policies[k], this.catalogue).hue, order: this.sorted ? tallestFirst(s.load) : null };
  }

  /** Of the last minute. */
  get lines() { return this.policies.map((p) => ({ hue: styleOf(p, this.catalogue).hue, label: this.catalogue.shortName(p) })); }

  get names() { return this.policies.map((p) => this.catalogue.shortName(p)); }

  get live() { return true; }

  address() { return formatHash('duel', this.pairs({})); }

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

  easeAxis(seen, jump) {
    const want = Math.max(8, Math.ceil((Math.max(...seen.map((s) => s.top)) * 1.12) / 4) * 4);
    this.top = jump ? want : this.top + (want - this.top) * (want > this.top ? 0.25 : 0.02);
  }

  provenance() { return `Live: ${plural(this.full[DUEL.size], 'replica')} of each at ${Number((this.full[DUEL.dial] * 100).toPrecision(6))}\u202f% load, seed ${this.full.seed}, version ${this.lab.version}.`; }

  keys(e) {
    const typing = e.target.matches('input, select, textarea');
    if (!typing && e.key === 't') this.list();
    if (typing || (e.key !== ' ' && e.key !== '.')) return;
    if (e.key === ' ' && e.target.matches('button, summary')) return;
    e.preventDefault();
    if (e.key === ' ') this.toggle();
    else this.stepOnce();
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

const isSpeed = (v) => typeof v === 'number' && v >= SPEED.range[0] && v <= SPEED.range[1];

/** Exactly two policies; the usual ones fill what is missing. */
const pairOf = (policies) => (policies ? [policies[0], policies[1] ?? DUEL.policies[1]] : DUEL.policies);

const tallestFirst = (load) => Uint32Array.from(load.keys()).sort((a, b) => load[b] - load[a]);
