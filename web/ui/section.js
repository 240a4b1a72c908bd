import { LitElement, html, nothing } from 'lit';
import { isPath, parse, partsFirst, set, show } from './config.js';
import { Catalogue } from './catalogue.js';
import { warn } from './icons.js';
import { isLong } from './numbers.js';
import { formatHash, writeHash } from './router.js';
import { BUDGET_S, aboutText } from './run-budget.js';

// What the sections share: a configuration, its check by the core, its link, and notes.

const LEAST_RUNS = 2;
// A change is drawn before its run begins; one of several in a row waits until no other has followed for a moment.
const FRAME_MS = 20;
const MOMENT_MS = 180;

export class Section extends LitElement {
  static properties = {
    lab: { attribute: false }, config: { attribute: false, state: true }, problems: { state: true }, notes: { state: true }, due: { state: true },
  };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.id = this.name;
  }

  constructor() {
    super();
    this.config = {};
    this.problems = new Map();
    this.notes = [];
    this.addEventListener('p2c-edit', (e) => this.edited(e.detail));
  }

  get catalogue() { return (this._catalogue ??= new Catalogue(this.lab.catalogue)); }

  /** The configuration with every default filled in, for showing. It is asked for many times in a drawing: as long as the configuration is the same, it is. */
  get full() {
    const { config, experiment } = this;
    if (this._full?.config !== config || this._full.experiment !== experiment) this._full = { config, experiment, full: this.catalogue.filled(experiment, config) };
    return this._full.full;
  }

  /** The configuration to send to the core, for one policy or as it stands. */
  asked(config = this.config) { return this.catalogue.complete(this.experiment, config); }

  edited({ path, value, done }) {
    this.config = set(this.config, path, value);
    this.configured(done);
  }

  /**
   * True while the engine is not here, unless the results of these configurations are: then what was asked for last follows once it is.
   * @param again what to do then
   */
  postponed(again, configs = []) {
    if (!this.lab.pending || (configs.length && configs.every((c) => this.lab.shown(c)))) {
      this.due = undefined;
      return false;
    }
    this.due = again;
    const ended = (then) => (value) => {
      if (this.due !== again) return;
      this.due = undefined;
      then(value);
    };
    // Where there is no engine at all the page says so; where the whole core does not come, the section does.
    this.lab.ready.then(ended(again), (error) => { if (error.name !== 'AbortError') ended((why) => this.refuse(why))(error); });
    return true;
  }

  /** The result of a configuration: at once where it was made when the page was built. */
  resultOf(config, options) { return this.lab.shown?.(config) ?? this.lab.run(config, options); }

  /** Asks the core whether the configurations are right; marks the control that is not. */
  check(configs = [this.asked()]) {
    this.problems = new Map();
    this.notes = this.notes.filter((n) => n.kind === 'link');
    // Without the engine all passes; it has its say when it comes, unless something else is asked by then.
    this.asking = configs;
    for (const config of configs) {
      try {
        this.lab.check(config);
      } catch (error) {
        this.refuse(error);
        return false;
      }
    }
    if (this.lab.pending) this.lab.ready.then(() => { if (this.asking === configs) this.check(configs); }, () => {});
    return true;
  }

  /** Whether a run can begin: not while the engine, or as much of it as that takes, is not here, and not where the core refuses. */
  clear(again, configs) { return !this.postponed(again, configs) && this.check() && !this.postponed(again, configs); }

  refuse(error) {
    // A number of a list has no control of its own: the list has.
    this.problems = new Map([[(error.field ?? '').replace(/\[\d+\]$/, ''), error.message]]);
    const undo = this.good && { label: 'Undo', press: () => this.restore() };
    this.notes = [...this.notes, { kind: 'bad', text: error.message, action: undo }];
  }

  /** Back to the last settings that have results. */
  restore() {
    Object.assign(this, this.good);
    this.runner?.withdraw();
    this.check();
    this.restored?.();
    this.writeLink();
  }

  /** Settings from a link. Keys that cannot be settings are named in a note and left out. */
  readPairs(pairs, base = {}) {
    let config = structuredClone(base);
    const strange = [];
    for (const [path, text] of partsFirst(this.catalogue.modern(this.experiment, pairs))) {
      if (!isPath(path)) { strange.push(path); continue; }
      config = set(config, path, parse(this.catalogue.param(this.experiment, path, config), text));
    }
    this.config = config;
    this.notes = strange.length ? [{ kind: 'link', text: `The link has a key that is no setting: ${strange.map((s) => `“${s.slice(0, 60)}”`).join(', ')}. It was left out.` }] : [];
  }

  /** Key and value of everything in the link, in the catalogue's order; long lists are left out. */
  pairs(base = {}) {
    return this.catalogue.changes(this.experiment, this.config, base).filter(([, value]) => !isLong(value)).map(([path, value]) => [path, show(value)]);
  }

  writeLink(push = false) { writeHash(this.name, this.pairs(), push); }

  /** The part of a link that leads here, as the settings are. */
  address() { return formatHash(this.name, this.pairs()); }

  /** Focuses the control of a setting, opening the group or rail that hides it. */
  reveal(path) {
    const box = this.querySelector(`[data-path="${CSS.escape(path)}"]`);
    box?.closest('details')?.setAttribute('open', '');
    const target = box?.querySelector('input:not([type=range]), select, button[tabindex="0"], input');
    target?.focus();
    target?.scrollIntoView({ block: 'center' });
  }

  noteRow() {
    return html`<div class="notes" role="status">${this.notes.map((n) => html`<div class="note ${n.kind === 'bad' ? 'bad' : ''}">${warn}<span>${n.title ? html`<b>${n.title}</b> ` : nothing}${n.text}</span>
      ${n.action ? html`<button class="btn sm" @click=${n.action.press}>${n.action.label}</button>` : nothing}</div>`)}</div>`;
  }

  /** What a run of these settings begins with. */
  get first() { return [this.asked()]; }

  /** The settings have changed; once the reader is `done` with that, they go into the address and are run. */
  configured(done) {
    clearTimeout(this.timer);
    const again = () => this.configured(done);
    if (this.postponed(again, this.first)) return;
    this.withdraw();
    if (!this.clear(again, this.first)) return;
    this.passed?.();
    if (!done) return;
    this.writeLink();
    this.startSoon();
  }

  /** What is no longer to be run need not be asked about. */
  withdraw() { this.runner.withdraw(); }

  /** Starts the run that a finished change asks for; what a held key asks for meanwhile is not begun. */
  startSoon() {
    clearTimeout(this.timer);
    const now = performance.now();
    const alone = !(now - this.changed < MOMENT_MS);
    this.changed = now;
    this.timer = setTimeout(() => this.start(), alone ? FRAME_MS : MOMENT_MS);
  }

  /** Stops what runs: the last settings that have results come back, or, where there are none, the question whether to run. */
  stopRun() {
    clearTimeout(this.timer);
    const { left } = this.runner;
    if (!this.runner.cancel()) return false;
    if (this.good) this.restore();
    else this.runner.expected = left;
    return true;
  }

  /** What a run shows of itself: its progress, or in place of a long one the question whether to begin it. */
  runRow(runner, start, { what, runs, long } = {}) {
    return runner.expected ? this.askRow(runner, start, runs, long) : this.runStatus(runner, what);
  }

  /** A press that starts a long run, and where the runs of its configuration are the setting `runs`, one that makes it short. */
  askRow(runner, start, runs, what = 'A long run.') {
    const { expected } = runner;
    const known = Number.isFinite(expected);
    const few = known ? Math.max(LEAST_RUNS, Math.floor((this.full[runs] * BUDGET_S) / expected)) : NaN;
    const fewer = () => { this.edited({ path: runs, value: few, done: true }); start(); };
    return html`<div class="running" data-ask><span>${what}</span>
      <button class="btn sm" data-run @click=${start}>Run it${known ? `, ${aboutText(expected)}` : nothing}</button>
      ${few < this.full[runs] ? html`<button class="btn sm" data-fewer @click=${fewer}>Only ${few} runs, ${aboutText((expected * few) / this.full[runs])}</button>` : nothing}
      <span class="vh" role="status">Not started${known ? `: it takes ${aboutText(expected)}` : nothing}.</span></div>`;
  }

  runStatus(runner, what = 'Running') {
    return html`<div class="running">${runner.visible ? html`<span aria-hidden="true">${what}, ${runner.words}</span>
      <button class="btn sm" @click=${() => this.cancelled()}>Cancel</button>` : nothing}<span class="vh" role="status">${runner.spoken}</span></div>`;
  }

  progressLine(runner) {
    return html`<div class="prog"><i .style=${`width:${runner.visible ? (runner.fraction * 100).toFixed(1) : 0}%`}></i></div>`;
  }
}
