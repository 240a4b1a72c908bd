import { FleetPair } from './fleet-pair.js';
import { Playback } from './playback.js';
import { StillPair } from './still-pair.js';
import { html } from 'lit';
import { DUEL, SPEED } from './presets.js';
import { Section } from './section.js';
import { drawSkyline } from './skyline.js';
import { drawTrace } from './trace.js';
import { fixed, plural } from './format.js';
import { onTheme, reducedMotion } from './theme.js';
import { styleOf } from './palette.js';
import { policyPairs, readPolicies, splitPairs } from './policy-links.js';
import { formatHash, writeHash } from './router.js';

// The opening figure's two fleets at work: what they run, when, and how they are drawn. What stands around the drawing is for others to
// say: duel.js in the page, embed/live.js in other people's.

const HOLD_MS = 500;
const SMALL = 480;
const SPEED_RULE = `${SPEED.label} must be a number from ${SPEED.range[0]} to ${fixed(SPEED.range[1], 0)}.`;

export class DuelStage extends Section {
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

  address() { return formatHash('duel', this.pairs({})); }

  easeAxis(seen, jump) {
    const want = Math.max(8, Math.ceil((Math.max(...seen.map((s) => s.top)) * 1.12) / 4) * 4);
    this.top = jump ? want : this.top + (want - this.top) * (want > this.top ? 0.25 : 0.02);
  }

  keys(e) {
    const typing = e.target.matches('input, select, textarea');
    if (typing || (e.key !== ' ' && e.key !== '.')) return;
    if (e.key === ' ' && e.target.matches('button, summary')) return;
    e.preventDefault();
    if (e.key === ' ') this.toggle();
    else this.stepOnce();
  }
}

const isSpeed = (v) => typeof v === 'number' && v >= SPEED.range[0] && v <= SPEED.range[1];

/** Exactly two policies; the usual ones fill what is missing. */
const pairOf = (policies) => (policies ? [policies[0], policies[1] ?? DUEL.policies[1]] : DUEL.policies);

const tallestFirst = (load) => Uint32Array.from(load.keys()).sort((a, b) => load[b] - load[a]);
