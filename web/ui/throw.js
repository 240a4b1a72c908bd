import { LitElement, html, nothing } from 'lit';
import { throwOf } from './bins-plan.js';
import { BINS } from './presets.js';
import { MOST_BARS, drawThrow } from './throw-canvas.js';
import { fixed, plural, signed } from './format.js';
import { onTheme, reducedMotion } from './theme.js';
import { styleOf } from './palette.js';
import * as icons from './icons.js';
import { dataTable, tableButton } from './data-table.js';
import { throwData, throwTake } from './throw-take.js';

// One throw, live: the chosen placement, and behind it the same balls with one look. It fills at once; it can be played and stepped.

const SLICE_MS = 7;
const CHUNK = 20000;
const PLAY_SECONDS = 7;
const LEAST_RATE = 8;
const MOST_BINS = 2e6;

class Throw extends LitElement {
  static properties = { lab: { attribute: false }, catalogue: { attribute: false }, config: { attribute: false }, full: { attribute: false }, playing: { state: true }, told: { state: true }, shown: { state: true }, why: { state: true }, listed: { state: true } };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.stopTheme = onTheme(() => this.draw());
    this.observer = new IntersectionObserver((all) => { this.visible = all.at(-1).isIntersecting; });
    this.observer.observe(this);
    this.frame = (now) => { this.request = requestAnimationFrame(this.frame); this.tryTick(now); };
    this.request = requestAnimationFrame(this.frame);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stopTheme();
    this.observer.disconnect();
    cancelAnimationFrame(this.request);
    this.close();
  }

  firstUpdated() { new ResizeObserver(() => this.draw()).observe(this); }

  updated(changed) {
    if (!changed.has('config') || JSON.stringify(changed.get('config')) === JSON.stringify(this.config)) return;
    if (this.lab.pending) this.rest();
    else this.begin();
  }

  /** Before the engine is there: the throw as it was made when the page was built, if it is of these settings; then the same here. */
  rest() {
    const { config, loads } = this.lab.opening.thrown;
    this.resting = JSON.stringify(config) === JSON.stringify(this.single);
    if (this.resting) {
      this.total = this.done = Math.round(this.full[BINS.size] * this.full[BINS.dial]);
      this.see(...loads);
      this.scale = this.extent();
      this.draw();
    }
    this.later(() => this.begin());
  }

  /** Does what was asked for last, once the engine is there. */
  later(what) {
    this.due = what;
    this.lab.ready.then(() => { if (this.due === what) what(); }, () => {});
  }

  begin() {
    const { resting } = this;
    this.resting = false;
    const why = this.cannot();
    // Found just now to take the whole core.
    if (this.lab.pending) return this.later(() => this.begin());
    if (why) this.close();
    else this.open('fill', true, resting);
    if (why !== this.why) this.why = why;
  }

  /** Why this throw cannot be drawn; empty when it can. Drawing copies every bin in every frame, so there is a limit. */
  cannot() {
    const { weights, capacities } = BINS;
    if ([weights, capacities].every((p) => this.full[p.name].id !== p.even)) return 'with weights and capacities at once its average is not known on the way.';
    if (this.full[BINS.size] > MOST_BINS) return `one throw is drawn for up to ${fixed(MOST_BINS, 0)} bins.`;
    try {
      const run = this.lab.live(this.single);
      try { run.snapshot('load'); } finally { run.close(); }
      return '';
    } catch (error) {
      return error.field === 'snapshot' ? 'this engine does not tell bins apart; the direct engine does.' : error.message;
    }
  }

  /** A throw needs no run but the first, and records nothing on the way. */
  get single() { return throwOf(this.config); }

  close() {
    this.runs?.forEach((r) => r.close());
    this.runs = undefined;
  }

  /** The same balls with one look; none where the core refuses that here. */
  ghost() {
    if (this.full[BINS.policy].id === BINS.base.id) return [];
    try {
      return [this.lab.live({ ...this.single, [BINS.policy]: BINS.base })];
    } catch {
      return [];
    }
  }

  /** Starts the throw over. `mode`: fill (as fast as it goes), play, or hold (empty). `whole`: it has all its balls before it is seen. */
  open(mode, fresh = false, whole = false) {
    if (this.lab.pending) return this.later(() => this.open(mode, fresh));
    this.close();
    this.runs = [this.lab.live(this.single), ...this.ghost()];
    this.total = Math.round(this.full[BINS.size] * this.full[BINS.dial]);
    this.done = 0;
    this.owed = 0;
    this.looks = undefined;
    this.told = undefined;
    this.mode = mode;
    if (fresh) this.scale = undefined;
    this.playing = mode === 'play';
    if (whole) {
      this.throwBalls(this.total);
      this.finish();
    }
    this.read();
    this.draw();
  }

  /** What the small core cannot go through with, the whole one begins anew. */
  tryTick(now) {
    try {
      this.tick(now);
    } catch (error) {
      if (error.kind !== 'beyond') throw error;
      this.close();
      this.later(() => this.begin());
    }
  }

  tick(now) {
    const dt = Math.min(50, now - (this.last ?? now));
    this.last = now;
    if (!this.runs || this.done >= this.total) return;
    if (this.mode === 'hold' || !this.visible || document.hidden) return;
    if (this.mode === 'fill') this.fill();
    else this.play(dt);
    if (this.done >= this.total) this.finish();
    this.read();
    this.draw();
  }

  fill() {
    const end = performance.now() + SLICE_MS;
    do this.throwBalls(Math.min(CHUNK, this.total - this.done));
    while (this.done < this.total && performance.now() < end);
  }

  play(dt) {
    this.owed += (Math.max(LEAST_RATE, this.total / PLAY_SECONDS) * dt) / 1000;
    const balls = Math.min(Math.floor(this.owed), this.total - this.done);
    if (balls < 1) return;
    this.owed -= balls;
    this.throwBalls(balls);
  }

  throwBalls(balls) {
    this.runs.forEach((r) => r.step(balls));
    this.done += balls;
  }

  finish() {
    this.mode = 'hold';
    this.playing = false;
    this.read();
    this.scale = this.extent();
  }

  /** Columns and the fullest bin now. */
  read() {
    this.see(...this.runs.map((r) => r.snapshot('load')));
  }

  see(load, ghost) {
    let at = 0;
    for (let i = 1; i < load.length; i++) if (load[i] > load[at]) at = i;
    const mean = this.average(load);
    this.seen = { load, ghost, mean, fullest: { at, ahead: load[at] - mean } };
    this.shown = { ahead: load[at] - mean, done: this.done };
  }

  /** Where bins are of one size the balls in them tell the average, whatever they weigh. */
  average(load) {
    if (this.full[BINS.capacities.name].id !== BINS.capacities.even) return this.done / load.length;
    return load.reduce((sum, v) => sum + v, 0) / load.length;
  }

  extent() {
    let [low, high] = [-1, 1];
    for (const column of [this.seen.load, this.seen.ghost]) {
      for (const v of column ?? []) {
        low = Math.min(low, v - this.seen.mean);
        high = Math.max(high, v - this.seen.mean);
      }
    }
    return [Math.floor(low), Math.ceil(high)];
  }

  draw() {
    const canvas = this.querySelector('canvas');
    if (!canvas || !this.seen) return;
    drawThrow(canvas, this.view);
  }

  get view() { return { ...this.seen, scale: this.scale ?? this.extent(), hue: styleOf(this.full[BINS.policy], this.catalogue).hue, looks: this.looks }; }

  get finding() {
    const ahead = this.shown?.ahead ?? 0;
    return `This throw: the fullest of ${fixed(this.full[BINS.size], 0)} bins is ${ahead <= 1e-9 ? 'level with' : `${signed(ahead, Number.isInteger(ahead) ? 0 : 1)} ahead of`} the average`;
  }

  /** What a file of this throw is made of. A whole throw is a run of its own, with a fingerprint. */
  taken() {
    const { version, config, fingerprint } = this.runs[0].result();
    const { policy } = config;
    const whole = this.done >= this.total;
    return throwTake({ view: this.view, finding: this.finding, done: this.done, total: this.total, run: { name: this.catalogue.shortName(policy), result: { version, config, fingerprint: whole ? fingerprint : undefined } } });
  }

  tableKey(e) {
    if (e.key === 't' && !e.target.matches('input, select, textarea')) this.listed = !this.listed;
  }

  toggle() {
    if (this.done >= this.total) this.open('play');
    else {
      this.mode = this.playing ? 'hold' : 'play';
      this.playing = !this.playing;
    }
    this.looks = undefined;
    this.told = undefined;
  }

  stepOnce() {
    if (this.lab.pending) return this.later(() => this.stepOnce());
    if (this.done >= this.total) this.open('hold');
    this.mode = 'hold';
    this.playing = false;
    const before = this.seen.load;
    this.throwBalls(1);
    this.read();
    const [joined, ...looked] = this.runs[0].snapshot('looks');
    const places = looked.length && looked.length <= 8 ? [...new Set(looked)] : [joined];
    this.looks = places.map((at) => ({ at, joined: at === joined, count: before[at] }));
    this.told = html`<b>Ball ${fixed(this.done, 0)}</b> ${looked.length > 8 ? `looks at all ${fixed(looked.length, 0)} bins`
      : looked.length ? `looks at ${this.looks.map((l) => `bin ${l.at + 1} (${Number.isInteger(l.count) ? plural(l.count, 'ball') : `load ${fixed(l.count, 2)}`})`).join(' and ')}` : 'looks at no load'}, <b>goes to bin ${joined + 1}.</b>`;
    this.draw();
  }

  render() {
    if (!this.full) return nothing;
    if (this.why) return html`<p class="hint" data-no-throw>No single throw is drawn here: ${this.why}</p>`;
    const { [BINS.policy]: policy, [BINS.size]: n } = this.full;
    const hue = styleOf(policy, this.catalogue).hue;
    const ahead = this.shown?.ahead ?? 0;
    const level = ahead <= 1e-9;
    const digits = Number.isInteger(ahead) ? 0 : 1;
    const part = n > MOST_BARS ? ` The first ${fixed(MOST_BARS, 0)} of ${fixed(n, 0)} bins are drawn.` : '';
    const listed = this.listed && this.seen ? throwData(this.seen) : undefined;
    return html`<figure class="throw" @keydown=${this.tableKey}><figcaption><h3 class="finding">This throw: the fullest of ${fixed(n, 0)} bins is
        <span .style=${`color:var(--${hue}-t)`}>${level ? 'level with' : `${signed(ahead, digits)} ahead of`}</span> the average</h3>
        <span class="tools">${tableButton(!!this.listed, () => { this.listed = !this.listed; })}<p2c-save .take=${() => this.taken()}></p2c-save></span>
        <p>Each bin above or below the average (dashed). ${this.runs?.length > 1 ? 'Grey outline: the same throw with one look.' : ''}${part}</p></figcaption>
      <canvas role="img" aria-label=${`${this.finding}. Balls above and below the average against bins.`}></canvas>
      ${listed ? dataTable({ columns: listed.columns, rows: listed.rows.map((r) => r.map((v) => fixed(v, Number.isInteger(v) ? 0 : 2))) }) : nothing}
      <div class="throw-foot"><div class="transport">
        <button class="btn solid" data-play @click=${this.toggle}>${this.playing ? icons.pause : icons.play}${this.playing ? 'Pause' : 'Play'}</button>
        <button class="btn" data-step @click=${this.stepOnce}>${icons.step}Step</button>
        <button class="btn ghost" data-reset @click=${() => this.open('hold')}>${icons.reset}Reset</button></div>
        <p aria-live=${reducedMotion() || !this.playing ? 'polite' : 'off'} data-told>${this.told ?? html`${fixed(this.shown?.done ?? 0, 0)} of ${plural(this.total ?? 0, 'ball')} thrown.`}</p></div></figure>`;
  }
}
customElements.define('p2c-throw', Throw);
