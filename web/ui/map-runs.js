import { get } from './config.js';
import { atOnce } from './run-controller.js';
import { FIRST, JUDGES, LOADS, STEP, cellsOf, contenders, policiesOf, requestsOf, taskOf, undecided, winner } from './map-plan.js';

// What the crossover map has run: per fleet, cell and policy the longest run so far. Shared by both judges, and kept for all settings.

/** Runs under way at once: enough to keep every worker busy between one run and the next. */
const WIDTH = 6;
/** The shortest runs take so many times longer per request than long ones, because starting them takes most of their time. */
const SETUP = 4;
const UNSURE = new Set(['run-too-short', 'warmup-not-over']);
const ENDLESS = { value: Infinity, low: Infinity, high: Infinity };

export class MapRuns {
  constructor(lab, catalogue) {
    Object.assign(this, { lab, catalogue, found: new Map() });
  }

  /** A policy's runs of all lengths share a place; those of the policy that does not look share it over all columns. */
  place(setting, axis, cell, k) { return JSON.stringify(taskOf(setting, axis, cell, k, 0)); }

  /** A cell by one judge: {x, load, values, winner, contenders, requests}; the winner only once every policy has run, requests is what to run again. */
  judged(setting, axis, judge, cell) {
    const there = policiesOf(setting.replicas);
    const values = [];
    for (const k of there) {
      const got = this.found.get(this.place(setting, axis, cell, k));
      if (!got) return cell;
      values[k] = { ...got[judge], short: got.short, exact: got.exact, length: got.length, of: got.of };
    }
    const won = winner(values);
    const again = won && !won.decided ? contenders(values, won) : [];
    return { ...cell, values, winner: won, contenders: again, requests: Math.min(...again.map((k) => values[k].length)) };
  }

  cells(setting, axis, judge) { return cellsOf(axis).map((cell) => this.judged(setting, axis, judge, cell)); }

  /** A first run of every policy in every cell, as one job per load. */
  firstJobs(setting, axis) {
    return LOADS.toReversed().map((load) => {
      const row = cellsOf(axis).filter((c) => c.load === load);
      const missing = new Map(row.flatMap((cell) => policiesOf(setting.replicas).map((k) => [this.place(setting, axis, cell, k), { cell, k, length: FIRST }])));
      return (signal, report) => this.all([...missing].filter(([place]) => !this.found.has(place)).map(([, job]) => job), setting, axis, signal, report);
    });
  }

  /** Longer runs of the cells that are not decided, round by round. @param judge asked anew for each round */
  async refine(setting, axis, judge, most, signal, report) {
    const rest = () => this.work(setting, axis, judge(), most);
    const whole = rest();
    let done = 0;
    for (let left = whole; left > 0; left = rest()) {
      done = Math.max(done, 1 - left / whole);
      const jobs = this.round(setting, axis, judge(), most);
      const share = jobs.reduce((sum, job) => sum + job.length, 0) / whole;
      await this.all(jobs, setting, axis, signal, (part) => report(Math.min(1, done + part * share)));
    }
  }

  /** The shortest of the runs that may be made longer, each once more. */
  round(setting, axis, judge, most) {
    const open = undecided(this.cells(setting, axis, judge), most);
    const least = Math.min(...open.map((c) => c.requests));
    return open.filter((c) => c.requests === least).flatMap((cell) => cell.contenders.filter((k) => cell.values[k].length === least).map((k) => ({ cell, k, length: least * STEP })));
  }

  /** Length of all runs up to `most` if each round decides all but this share of the cells: by default it decides none. */
  work(setting, axis, judge, most, stay = 1) {
    const further = (length, share = 1) => (length < most ? share * length * STEP + further(length * STEP, share * stay) : 0);
    return undecided(this.cells(setting, axis, judge), most).reduce((sum, c) => sum + c.contenders.reduce((s, k) => s + further(c.values[k].length), 0), 0);
  }

  /** Seconds for longer runs here, judged by the longest so far. Each is taken to decide about half of the cells. */
  secondsFor(setting, axis, judge, most) {
    if (!this.longest) return undefined;
    const { seconds, requests, length } = this.longest;
    const pace = seconds / requests / (length === FIRST ? SETUP : 1);
    return requestsOf(this.work(setting, axis, judge, most, 0.5), setting.replicas) * pace;
  }

  async all(jobs, setting, axis, signal, report) {
    const start = performance.now();
    let requests = 0;
    const work = jobs.map(({ cell, k, length }) => async (stop, tell) => {
      const task = this.catalogue.complete('fleet', taskOf(setting, axis, cell, k, length));
      const result = await this.lab.run(task, { signal: stop, onProgress: tell, undivided: length === FIRST });
      this.keep(this.place(setting, axis, cell, k), length, result);
      requests += task.requests;
    });
    await atOnce(work, WIDTH, jobs.map((job) => job.length))(signal, report);
    const length = jobs[0]?.length ?? 0;
    if (length > (this.longest?.length ?? 0)) this.longest = { length, seconds: 0, requests: 0 };
    if (length !== this.longest?.length) return;
    this.longest.seconds += (performance.now() - start) / 1000;
    this.longest.requests += requests;
  }

  keep(place, length, { metrics, theory, warnings, config, version, fingerprint }) {
    const of = { config, version, fingerprint };
    const endless = warnings.some((w) => w.id === 'no-steady-state');
    const short = endless ? undefined : warnings.find((w) => UNSURE.has(w.id))?.message;
    const sharp = (value) => ({ value, low: value, high: value });
    if (theory?.exact && theory.wait?.p99 != null)
      return void this.found.set(place, { of, length: Infinity, exact: true, p99: sharp(theory.wait.p99), mean: sharp(theory.wait.mean + 1) });
    const by = (judge) => (endless ? ENDLESS : get(metrics, JUDGES[judge]));
    const missing = Object.keys(JUDGES).some((judge) => by(judge).value == null) ? 'The run is too short: it has too few requests for this percentile.' : undefined;
    this.found.set(place, { of, length, short: short ?? missing, p99: by('p99'), mean: by('mean') });
  }
}
