import { html, nothing } from 'lit';
import { FLEET } from './presets.js';
import { ViewedSection } from './viewed-section.js';
import { MapRuns } from './map-runs.js';
import { FIRST, LOADS, MOST, NAMES, POLICIES, RUNS, STEP, cellConfig, columnsOf, requestsOf } from './map-plan.js';
import { JUDGE_WORDS, howToRead, lengthText, mapTable, tallyText } from './map-words.js';
import { mapGrid } from './map-grid.js';
import { mapPoint } from './map-point.js';
import { aboutText, inBudget } from './run-budget.js';
import { segmented } from './control-parts.js';
import { control } from './form.js';
import { policyPairs } from './policy-links.js';
import { formatHash, writeHash } from './router.js';
import { show } from './config.js';
import { fixed, plural } from './format.js';
import { onTheme } from './theme.js';
import { shareBar } from './share.js';
import { mapTake } from './map-take.js';
import './figure.js';

// How many looks? Which number of looks is best, by the load and by how old what the dispatcher knows is, or how many dispatchers there are.
// A first round of short runs is begun when the map comes into view; longer ones, where that decides nothing, when the reader asks.

const AXES = [{ value: 'age', label: 'Age' }, { value: 'balancers', label: 'Dispatchers' }];
const JUDGED = [{ value: 'p99', label: 'p99 wait' }, { value: 'mean', label: 'Mean time' }];
const USUAL = { age: { x: 5, load: 0.9 }, balancers: { x: 16, load: 0.9 } };
const MOST_REPLICAS = 1024;
/** How much longer than the usual longest run the reader may go. */
const FARTHEST = MOST * STEP ** 2;
const FIRST_PART = 0.2;

class Crossover extends ViewedSection {
  static properties = { ...ViewedSection.properties, axis: { state: true }, judge: { state: true }, at: { state: true }, expected: { state: true }, arrived: { state: true } };

  constructor() {
    super('fleet', 'map');
    Object.assign(this, { axis: 'age', judge: 'p99', at: USUAL, most: MOST, shown: {} });
  }

  connectedCallback() {
    super.connectedCallback();
    this.stopTheme = onTheme(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stopTheme();
  }

  get runs() { return (this._runs ??= new MapRuns(this.lab, this.catalogue)); }

  get stage() { return this.querySelector('.map-grid'); }

  /** What all cells share: the settings that the map leaves to the reader. */
  get setting() { return { replicas: this.full.replicas, seed: this.full.seed }; }

  asked() { return this.catalogue.complete('fleet', { ...this.config, policy: POLICIES[0] }); }

  check() {
    if (!super.check()) return false;
    const { replicas } = this.full;
    if (replicas >= 2 && replicas <= MOST_REPLICAS) return true;
    this.refuse({ field: 'replicas', message: `replicas must be from 2 to ${fixed(MOST_REPLICAS, 0)} for the map; it is ${fixed(replicas, 0)}.` });
    return false;
  }

  // The link: axis, judge, the selected cell, and the fleet's settings.

  readPairs(pairs) {
    const own = new Map([['axis', AXES], ['judge', JUDGED]]);
    const places = { age: columnsOf('age'), balancers: columnsOf('balancers'), load: LOADS };
    const wrong = [];
    const chosen = { axis: 'age', judge: 'p99' };
    const cell = {};
    for (const [key, text] of pairs) {
      if (own.has(key)) {
        if (own.get(key).some((o) => o.value === text)) chosen[key] = text;
        else wrong.push(`${key} must be ${own.get(key).map((o) => o.value).join(' or ')}, and was left out.`);
      } else if (places[key]?.includes(Number(text))) cell[key] = Number(text);
      else if (places[key]) wrong.push(`${key} must be one of ${places[key].join(', ')}, and was left out.`);
    }
    super.readPairs(pairs.filter(([key]) => !own.has(key) && !places[key]));
    const strange = Object.keys(this.config).filter((k) => k !== 'replicas' && k !== FLEET.seed);
    for (const key of strange) {
      delete this.config[key];
      wrong.push(`${key.slice(0, 60)} is no setting of the map, and was left out.`);
    }
    this.notes = [...this.notes, ...wrong.map((text) => ({ kind: 'link', text: `In the link, ${text}` }))];
    const { axis } = chosen;
    Object.assign(this, chosen, { at: { ...USUAL, [axis]: { x: cell[axis] ?? USUAL[axis].x, load: cell.load ?? USUAL[axis].load } } });
  }

  pairs() {
    const { x, load } = this.at[this.axis];
    return [
      ...(this.axis === 'age' ? [] : [['axis', this.axis]]), ...(this.judge === 'p99' ? [] : [['judge', this.judge]]),
      ...super.pairs(), ...(x === USUAL[this.axis].x ? [] : [[this.axis, show(x)]]), ...(load === USUAL[this.axis].load ? [] : [['load', show(load)]]),
    ];
  }

  writeLink(push = false) { writeHash('map', this.pairs(), push); }

  /** A first round where it is missing; `free`: however long it takes, and longer runs where it decides nothing. */
  async start(free = false) {
    clearTimeout(this.timer);
    if (!this.begins()) return;
    const { setting, axis, config, runs } = this;
    this.expected = undefined;
    if (free && !this.open.work) this.most = Math.min(FARTHEST, this.most * STEP);
    const arrived = () => { this.arrived = runs.found.size; };
    const jobs = this.missing ? runs.firstJobs(setting, axis) : [];
    const ended = () => { this.shown = { ...this.shown, [axis]: setting }; this.good = { config, axis }; };
    try {
      const got = await this.runner.run(async (signal, report) => {
        // Longer runs, where they follow, take most of the time.
        const part = !jobs.length ? 0 : free ? FIRST_PART : 1;
        const tell = (from, to) => (share) => { report(from + (to - from) * share); arrived(); };
        const first = jobs.length ? await inBudget(jobs, signal, tell(0, part), { free, arrived }) : {};
        if (first.seconds) return first;
        ended();
        if (free) await runs.refine(setting, axis, () => this.judge, this.most, signal, tell(part, 1));
        return first;
      });
      this.expected = got?.seconds;
    } catch (error) {
      this.refuse(error);
    }
  }

  get missing() { return this.runs.cells(this.setting, this.axis, this.judge).some((c) => !c.winner); }

  /** Cells that are not decided, and the work of deciding them. */
  get open() {
    const { runs, setting, axis, judge, most } = this;
    return { count: runs.cells(setting, axis, judge).filter((c) => c.winner && !c.winner.decided).length, work: runs.work(setting, axis, judge, most) };
  }

  choose(change) {
    Object.assign(this, change);
    this.writeLink();
    if (change.axis && this.check()) {
      this.runner.cancel();
      if (this.begun) this.start();
    }
  }

  pick({ x, load }) { this.choose({ at: { ...this.at, [this.axis]: { x, load } } }); }

  /** Cells as they are shown: those of older settings stay, greyed, until new ones come. */
  get cells() {
    const { runs, axis, judge } = this;
    const old = this.shown[axis];
    const now = this.problems.size ? undefined : this.setting;
    const before = old ? runs.cells(old, axis, judge) : [];
    if (!now) return before.length ? before.map((c) => ({ ...c, stale: true })) : runs.cells({}, axis, judge);
    return runs.cells(now, axis, judge).map((c, i) => (c.winner || !before[i]?.winner ? c : { ...before[i], stale: true }));
  }

  render() {
    const { axis, judge, cells } = this;
    const at = this.at[axis];
    const whole = cells.every((c) => c.winner);
    const replicas = this.problems.size ? this.shown[axis]?.replicas ?? 64 : this.setting.replicas;
    const names = POLICIES.map((p, k) => (k === NAMES.length - 1 ? `${this.catalogue.name(p)} ${fixed(replicas, 0)}` : this.catalogue.name(p)));
    const label = `Best number of looks by load and ${axis === 'age' ? 'age' : 'number of dispatchers'}, judged by ${JUDGE_WORDS[judge]}. Arrow keys move, Enter goes to the link to the fleet lab.`;
    const grid = mapGrid({ axis, cells, at, label, pick: (c) => this.pick(c), enter: () => this.querySelector('[data-fleet]').focus() });
    return html`<div class="sec-head"><h2 tabindex="-1">How many looks?</h2>
        <p class="lead">Looking at every replica wins only while what the dispatcher knows is fresh. As it ages, fewer looks win, and in the end none do.</p></div>
      ${this.noteRow()}
      <div class="map-bar">
        <div class="map-pick"><span>Judged by</span>${segmented(JUDGED, judge, (v) => this.choose({ judge: v }), { label: 'Judged by', look: 'sm' })}</div>
        <div class="map-pick"><span>Across</span>${segmented(AXES, axis, (v) => this.choose({ axis: v }), { label: 'Across', look: 'sm' })}</div>
        ${['replicas', FLEET.seed].map((name) => control(this, this.catalogue.param('fleet', name, {}), { look: 'short' }))}</div>
      <div class="map-run">${this.state()}</div>
      ${this.progressLine(this.runner)}
      <div class="map-grid" data-figure>
        <p2c-figure ?stale=${cells.some((c) => c.stale)} .finding=${whole ? tallyText(cells) : 'Which number of looks is best'} .sub=${howToRead(judge, replicas)} .body=${grid}
          .table=${cells.some((c) => c.winner) ? mapTable(cells, axis, names) : undefined} .take=${whole ? () => mapTake(cells, axis, judge) : undefined}></p2c-figure>
        ${mapPoint({ axis, judge, cells, names, cell: cells.find((c) => c.x === at.x && c.load === at.load), href: this.fleetLink(at), open: (e) => this.openFleet(e), say: this.lengths(cells, at) })}</div>
      ${shareBar(this, this.provenance(cells), !!this.shared(cells))}`;
  }

  /** The runs of the selected cell. */
  shared(cells = this.cells) {
    const { x, load } = this.at[this.axis];
    const { values, stale } = cells.find((c) => c.x === x && c.load === load);
    if (!values || stale) return undefined;
    return { runs: values.flatMap((m, k) => [{ name: this.catalogue.shortName(POLICIES[k]), result: m.of }]) };
  }

  /** What it does now, or what the reader may have it do, and how long that takes. */
  state() {
    const { runner, runs, setting } = this;
    const run = (words) => html`<span>${words}</span><button class="btn solid" data-run @click=${() => this.start(true)}>Run the map</button>`;
    if (this.problems.size) return html`<span>Not run: a setting needs correcting.</span>`;
    if (runner.busy) return html`<span aria-hidden="true">Running, ${runner.words}</span><button class="btn" data-cancel @click=${() => this.cancelled()}>Cancel</button><span class="vh" role="status">${runner.spoken}</span>`;
    const about = (most) => { const s = runs.secondsFor(setting, this.axis, this.judge, most); return s ? aboutText(s) : 'a while'; };
    if (this.missing) return run(this.expected ? `This takes ${aboutText(this.expected)} here.` : this.begun ? 'Not all cells have run.' : 'Short runs of all cells begin when the map is seen.');
    const { count, work } = this.open;
    const of = `${count} of ${this.cells.length} cells`;
    if (!count) return html`<span>All ${this.cells.length} cells are decided.</span>`;
    if (work) return run(`${of} ${count === 1 ? 'is' : 'are'} not decided. Longer runs of ${count === 1 ? 'it' : 'them'} take ${about(this.most)}.`);
    const further = this.most < FARTHEST ? runs.work(setting, this.axis, this.judge, this.most * STEP) : 0;
    if (further) return run(`${of} cannot be told apart by ${fixed(requestsOf(this.most, setting.replicas), 0)} requests a run. ${STEP} times more take ${about(this.most * STEP)}.`);
    return html`<span>${of} cannot be told apart.</span>`;
  }

  /** The selected cell in the fleet lab: with its number of looks among the policies, and the better of three and four. */
  fleetLink({ x, load }) {
    const { values } = this.cells.find((c) => c.x === x && c.load === load);
    const three = values?.[2]?.value < values?.[3]?.value;
    const policies = FLEET.compared.map((p) => (three && p.d === POLICIES[3].d ? POLICIES[2] : p));
    const config = { ...cellConfig(this.axis, { x, load }), ...(this.problems.size ? {} : this.setting) };
    return formatHash('fleet', [...this.catalogue.changes('fleet', config).map(([k, v]) => [k, show(v)]), ...policyPairs(this.catalogue, policies, FLEET.compared)]);
  }

  /** The address does not change where the fleet lab holds the cell already: then it is gone to all the same. */
  openFleet(e) {
    if (e.currentTarget.getAttribute('href') !== location.hash) return;
    e.preventDefault();
    dispatchEvent(new PopStateEvent('popstate'));
  }

  lengths(cells, at) {
    const span = lengthText(cells.filter((c) => c.x === at.x && c.load === at.load));
    return span ? `${plural(RUNS, 'run')} of ${this.spanText(span)} requests per policy, 95\u202f% intervals. One look is exact.` : '';
  }

  spanText(span) { return [...new Set(span)].map((n) => fixed(requestsOf(n, this.setting.replicas), 0)).join(' to '); }

  provenance(cells) {
    const span = lengthText(cells);
    if (!span) return html`First ${plural(RUNS, 'run')} of ${this.spanText([FIRST])} requests per policy and cell.`;
    const { replicas, seed } = this.problems.size ? this.shown[this.axis] : this.setting;
    return html`${plural(replicas, 'replica')}, Poisson arrivals, exponential service, ${this.axis === 'age' ? 'snapshots by the clock' : 'fresh counts of a dispatcher’s own requests'}. ${plural(RUNS, 'run')} of ${this.spanText(span)} requests per policy and cell,
      the first ${fixed(this.full[FLEET.warmup] * 100, 0)}\u202f% of each discarded, seed ${seed}, version ${this.lab.version}. One look is not simulated: each replica is then an M/M/1 queue.`;
  }
}
customElements.define('p2c-map', Crossover);
