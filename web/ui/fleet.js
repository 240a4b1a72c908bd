import { html, nothing } from 'lit';
import { FLEET, scenario } from './presets.js';
import { Section } from './section.js';
import { RunController, inTurn } from './run-controller.js';
import { Kept } from './run-budget.js';
import { Settings } from './settings.js';
import { card } from './fleet-cards.js';
import { queueFigure, waitFigure } from './fleet-figures.js';
import { loadFigure } from './load-figure.js';
import { loadTasks } from './load-plan.js';
import { hasSeries, throughFigure } from './through-figure.js';
import { hedgeFigure, hedgeTasks, hedges } from './hedge-figure.js';
import { cacheFigure, caches } from './cache-figure.js';
import { notesFor } from './fleet-notes.js';
import { get, set, show } from './config.js';
import { fixed, plural } from './format.js';
import { LETTERS, policyPairs, policyParam, readPolicies, splitPairs } from './policy-links.js';
import { rail } from './form.js';
import { inServiceTimes } from './units.js';
import { remember } from './remember.js';
import { startKey } from './start-key.js';
import { groupedStarts } from './starts.js';
import * as icons from './icons.js';
import { formatHash, writeHash } from './router.js';
import { embedPairs, shareBar } from './share.js';
import './figure.js';

// A fleet under load: up to four policies under the same requests.

// Results of a fleet can be large: it keeps those of one comparison and its loads.
const KEPT = 32;
// Where there are many runs of a length, a few of them come first.
const GLANCE = { runs: 4, from: 10, requests: 500000 };

class Fleet extends Section {
  static properties = { ...Section.properties, policies: { state: true }, results: { state: true }, sweep: { state: true }, hedging: { state: true }, startsOf: { state: true } };

  constructor() {
    super();
    this.experiment = 'fleet';
    this.name = 'fleet';
    this.policies = FLEET.compared;
    this.runner = new RunController(this);
    this.sweeper = new RunController(this);
    this.settings = new Settings(this);
    this.kept = new Kept(KEPT);
    this.drawn = { waits: remember(waitFigure), load: remember(loadFigure), queues: remember(queueFigure), through: remember(throughFigure), hedge: remember(hedgeFigure), cache: remember(cacheFigure) };
  }

  firstUpdated() {
    if (this.results || this.runner.busy || this.runner.expected) return;
    // The first run waits until the section comes near, so that it does not compete with what is being read.
    this.near = new IntersectionObserver((all) => { if (all.at(-1).isIntersecting) { this.near.disconnect(); if (!this.results && !this.runner.busy && !this.runner.expected) this.start(); } }, { rootMargin: '400px' });
    this.near.observe(this);
  }

  get policyParam() { return policyParam(this.catalogue); }

  asks(config = this.config, policies = this.policies) { return policies.map((policy) => this.asked({ ...config, [FLEET.policy]: policy })); }

  /** Links: the shared settings, and the policies as a.id, a.d, b.id … when they are not the ones that the page starts with. */
  applyLink(pairs) {
    const { own, rest } = splitPairs(pairs);
    this.readPairs(rest);
    this.policies = readPolicies(this.catalogue, own) ?? FLEET.compared;
    this.startsOf = undefined;
    this.start();
  }

  pairs() {
    return [...super.pairs().filter(([k]) => k.split('.')[0] !== FLEET.policy), ...policyPairs(this.catalogue, this.policies, FLEET.compared)];
  }

  writeLink(push = false) { writeHash('fleet', this.pairs(), push); }

  edited({ path, value, done }) {
    const [first, index, ...rest] = path.split('.');
    if (first === 'card') this.policies = this.policies.map((p, i) => (String(i) === index ? set({ id: p.id, ...p }, rest.join('.'), value) : p));
    else this.config = set(this.config, path, value);
    this.configured(done);
  }

  /** Errors of a policy belong to the control in its card. */
  check() {
    this.problems = new Map();
    this.notes = this.notes.filter((n) => n.kind === 'link');
    for (const [i, config] of this.asks().entries()) {
      try {
        this.lab.check(config);
      } catch (error) {
        this.refuse(error);
        const [first, ...rest] = (error.field ?? '').split('.');
        if (first === FLEET.policy) this.problems = new Map([[['card', i, ...rest].join('.'), error.message]]);
        return false;
      }
    }
    return true;
  }

  get first() { return this.asks(); }

  withdraw() {
    this.runner.withdraw();
    this.sweeper.withdraw();
  }

  /** `free`: the reader has asked for it, however long it takes. */
  async start(free = false) {
    clearTimeout(this.timer);
    const begin = () => this.start(free);
    if (this.postponed(begin, this.first)) return;
    this.sweeper.cancel();
    this.withdraw();
    if (!this.clear(begin, this.first)) return;
    const { config, policies } = this;
    const tasks = this.asks();
    const jobs = tasks.map((task) => this.job(task));
    try {
      this.arrived = 0;
      if (!(await this.glance(tasks, policies))) return;
      const arrived = (done) => this.arrive(done.length - 1, { policy: policies[done.length - 1], result: done.at(-1) });
      const got = await this.runner.runInBudget(jobs, { free, arrived });
      if (!got) return;
      this.glanced = false;
      this.results = this.results.slice(0, policies.length);
      this.good = { config, policies, results: this.results };
      this.notes = [...this.notes.filter((n) => n.kind === 'link'), ...notesFor(this)];
      await this.followLoad(config, policies);
    } catch (error) {
      this.glanced = false;
      this.refuse(error);
    }
  }

  /** A first look at a comparison that takes a while: each policy by a few of its runs, greyed until they are all done. False when it was cancelled. */
  async glance(tasks, policies) {
    this.glanced = false;
    const { [FLEET.runs]: runs, [FLEET.requests]: requests } = this.full;
    const long = requests <= GLANCE.requests && runs >= GLANCE.from;
    if (!long || tasks.every((task) => this.kept.has(task) || this.lab.shown?.(task))) return true;
    const arrived = (done) => {
      // Of what stands against a run, that it is short is to be expected here.
      const first = done.map((result, i) => ({ policy: policies[i], result: { ...result, warnings: result.warnings.filter((w) => w.id === 'no-steady-state') } }));
      this.glanced = done.length === tasks.length ? 'all' : 'some';
      this.results = [...first, ...(this.results ?? []).slice(first.length)].slice(0, policies.length);
    };
    const jobs = tasks.map((task) => this.job({ ...task, [FLEET.runs]: GLANCE.runs }));
    return (await this.runner.run(inTurn(jobs, arrived))) !== undefined;
  }

  job(config) {
    return (signal, report) => this.kept.get(config, async (task) => inServiceTimes(await this.resultOf(task, { signal, onProgress: report })));
  }

  /** A card shows its result as soon as it is there; the figures wait for all. */
  arrive(i, result) {
    const results = [...(this.results ?? [])];
    results[i] = result;
    Object.assign(this, { results, arrived: i + 1 });
  }

  /** p99 over the load, after the cards: it is the longest part, and least wanted in a hurry. */
  async followLoad(config, policies, free = false) {
    const loads = loadTasks(this, config, policies);
    const tasks = [...loads, ...(hedges(this.full) ? hedgeTasks(this, config, policies[0]) : [])];
    const asked = get(this.full, FLEET.dial);
    const arrived = (done) => {
      const points = done.map((result, i) => ({ ...tasks[i], result }));
      this.sweep = { config, policies, points: points.slice(0, loads.length), asked };
      this.hedging = { config, policies, points: points.slice(loads.length) };
    };
    if (await this.sweeper.runInBudget(tasks.map(({ task }) => this.job(task)), { free, arrived })) this.kept.clear();
  }

  /** The loads at the reader's word, for what the cards show. */
  async runLoads() {
    const { config, policies } = this.good;
    try {
      await this.followLoad(config, policies, true);
    } catch (error) {
      this.refuse(error);
    }
  }

  longer(factor) {
    // An automatic length grows by what it may become at most.
    const path = typeof this.full[FLEET.requests] === 'number' ? FLEET.requests : FLEET.cap;
    this.config = set(this.config, path, Math.min(1e9, Math.ceil((get(this.full, path) * factor) / 1000) * 1000));
    this.writeLink();
    this.start();
  }

  cancelled() {
    clearTimeout(this.timer);
    const { left } = this.sweeper;
    if (!this.sweeper.cancel() || this.runner.busy) return this.stopRun();
    this.sweeper.expected = left;
    return true;
  }

  restored() {
    this.glanced = false;
    this.notes = [...this.notes, ...notesFor(this)];
  }

  startFrom(preset) {
    this.config = structuredClone(preset.config);
    this.policies = preset.policies ?? FLEET.compared;
    this.start();
    this.writeLink(true);
  }

  /** The first two policies, in these surroundings, in the opening figure. */
  watch() {
    if (!this.check()) return;
    this.dispatchEvent(new CustomEvent('p2c-watch', { bubbles: true, detail: { config: this.config, policies: this.policies.slice(0, 2) } }));
  }

  remove(i) {
    this.policies = this.policies.filter((_, k) => k !== i);
    if (this.results) this.results = this.results.filter((_, k) => k !== i);
    this.configured(true);
  }

  add() {
    this.policies = [...this.policies, FLEET.added[this.policies.length % FLEET.added.length]];
    this.configured(true);
  }

  render() {
    const { catalogue, full } = this;
    const pressed = JSON.stringify(this.pairs());
    const on = (s) => startKey(s, () => [...catalogue.changes(this.experiment, s.config).map(([k, v]) => [k, show(v)]), ...policyPairs(catalogue, s.policies ?? FLEET.compared, FLEET.compared)]) === pressed;
    const stale = !!this.due || !!this.glanced || this.runner.visible || this.problems.size > 0 || this.runner.expected > 0;
    return html`<div class="sec-head"><h2 tabindex="-1">A fleet under load</h2>
        <p class="lead">Real queues: requests arrive, wait and leave. Compare up to four policies under the same requests.</p>
        ${groupedStarts(FLEET.starts, { shown: this.startsOf, choose: (of) => { this.startsOf = of; }, on, press: (s) => this.startFrom(s) })}</div>
      <div class="scenrow"><p class="scen">${scenario(full, catalogue, plural).map((c) => (c.path ? html`<button @click=${() => this.reveal(c.path)}>${c.text}</button>` : c.text))}</p>${this.status()}</div>
      ${this.progressLine(this.runner)}
      <div class="cards">${this.policies.map((policy, i) => card(this, policy, i, this.results?.[i], stale && (i >= this.arrived || !(this.runner.busy || this.runner.expected))))}</div>
      <div class="more">${this.policies.length < LETTERS.length ? html`<button class="btn sm" data-add @click=${this.add}>+ Compare another</button>` : nothing}
        ${this.policies.length > 1 ? html`<button class="btn sm" data-watch @click=${this.watch}>${icons.play}Watch A and B live</button>` : nothing}</div>
      ${this.noteRow()}
      <div class="grid">
        ${this.settings.frame(`${Number((full[FLEET.dial] * 100).toPrecision(6))} % load`, rail(this, { skip: [FLEET.policy], folded: ['run'] }))}
        <div class="charts">${this.figures(stale)}</div></div>
      ${shareBar(this, this.provenance(), !stale && !!this.good)}`;
  }

  shared() { return { runs: this.good.results.map(({ policy, result }) => ({ name: this.catalogue.shortName(policy), result })) }; }

  embeddable() { return { lab: 'fleet', part: 'comparison', pairs: embedPairs(this.catalogue, this.experiment, this.config, this.policies) }; }

  /** The comparison comes first; the loads are asked about once it is there. */
  status() {
    const { runner, sweeper } = this;
    if (runner.visible || runner.expected || !this.good) return this.runRow(runner, () => this.start(true), { runs: FLEET.runs });
    return this.runRow(sweeper, () => this.runLoads(), { what: 'Running the loads', long: 'The loads take long.' });
  }

  figures(stale) {
    const shown = this.good && (stale && this.glanced !== 'all' ? this.good.results : this.results);
    const awaiting = this.problems.size ? 'No result: a setting needs correcting' : this.runner.expected ? 'Not run yet' : 'Running…';
    if (!this.good) return ['Waits', 'Load', 'Queues'].map(() => html`<p2c-figure .finding=${awaiting} .sub=${''}></p2c-figure>`);
    const swept = this.sweep?.policies === this.good.policies && this.sweep.config === this.good.config;
    const { drawn, catalogue } = this;
    const figures = [drawn.waits(shown, catalogue), drawn.load(this.sweep, catalogue), drawn.queues(shown, catalogue), ...(hasSeries(shown) ? [drawn.through(shown, catalogue)] : []),
      ...(hedges(shown[0].result.config) ? [drawn.hedge(this.hedging)] : []), ...(caches(shown) ? [drawn.cache(shown, catalogue)] : [])];
    return figures.map((f, i) => html`<p2c-figure ?stale=${i === 1 ? stale || !swept : stale} .finding=${f.finding} .sub=${f.sub} .spec=${f.spec} .table=${f.table} .take=${f.take}></p2c-figure>`);
  }

  provenance() {
    const first = this.good?.results[0].result;
    if (!first) return '';
    const { config, version } = first;
    const lengths = this.good.results.map(({ result }) => result.config[FLEET.requests]);
    const requests = [...new Set([Math.min(...lengths), Math.max(...lengths)])].map((n) => fixed(n, 0)).join(' to ');
    return html`${plural(config[FLEET.runs], 'run')} of ${requests} requests per policy, the first ${fixed(config[FLEET.warmup] * 100, 0)} % of each discarded, seed ${config[FLEET.seed]}, version ${version}.
      Fingerprints ${this.good.results.map(({ policy, result }, i) => html`${i ? ', ' : ''}${this.catalogue.shortName(policy)} <code>${result.fingerprint}</code>`)}.`;
  }
}
customElements.define('p2c-fleet', Fleet);
