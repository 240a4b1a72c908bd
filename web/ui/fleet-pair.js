import { DUEL } from './presets.js';

// Two fleets under the same arrivals: the model behind the opening figure. Both are live runs of the core with one seed,
// so request k is the same request on both sides, with the same size and the same first look.

const WARM_STEP = 4000;
/** Samples of the last minute, and how many requests lie between two of them at a speed. */
export const SAMPLES = 600;
const SECONDS = 60;
const MOST_APART = 300;
export const samplesApart = (speed) => Math.min(MOST_APART, Math.max(1, (speed * SECONDS) / SAMPLES));

export class FleetPair {
  /** @param lab the library · @param configs two configurations that differ in the policy only · @param n replicas of each */
  constructor(lab, configs, n) {
    this.runs = configs.map((c) => lab.live(c));
    this.n = n;
    this.log = configs.map(() => []);
    this.flash = configs.map(() => new Float64Array(this.n).fill(-1e9));
    this.before = configs.map(() => new Float64Array(this.n));
    this.readClock();
  }

  readClock() { [this.time, this.rate, this.next] = this.runs[0].snapshot('clock'); }

  close() { this.runs.forEach((r) => r.close()); }

  setLoad(load) {
    // A live run needs to have begun before its load can be changed.
    this.runs.forEach((r) => r.set(DUEL.dial, load));
    this.readClock();
  }

  /** Simulates about this many requests on both sides, up to one common instant. */
  advance(requests) {
    const to = this.time + requests / this.rate;
    this.runs.forEach((r) => r.advanceTo(to));
    this.readClock();
  }

  /** Towards the moment of a state that was made elsewhere, for about so many milliseconds; true once all is as it was there. */
  catchUp({ warm }, speed, ms) {
    const end = performance.now() + ms;
    while (this.time < warm && performance.now() < end) {
      const to = Math.min(warm, this.time + WARM_STEP / this.rate);
      this.runs.forEach((r) => r.advanceTo(to));
      this.readClock();
    }
    if (this.time < warm) return false;
    this.fill(speed);
    this.markArrivals(-Infinity);
    return true;
  }

  /** Simulates for about this many milliseconds of the reader's time, as fast as it goes. */
  hurry(ms, most) {
    const end = performance.now() + ms;
    let done = 0;
    do {
      const chunk = Math.min(WARM_STEP, most - done);
      this.advance(chunk);
      done += chunk;
    } while (done < most && performance.now() < end);
    return done;
  }

  /** What both skylines show now. */
  look() {
    return (this.seen = this.runs.map((r) => {
      const load = r.snapshot('load');
      let total = 0;
      let at = 0;
      for (let i = 0; i < load.length; i++) {
        total += load[i];
        if (load[i] > load[at]) at = i;
      }
      const mean = total / load.length;
      return { load, inService: r.snapshot('inService'), mean, at, top: load[at], ahead: load[at] - mean };
    }));
  }

  /** Marks replicas that got longer since the last call, for the flash of a fresh brick. */
  markArrivals(now) {
    this.seen.forEach((s, k) => {
      for (let i = 0; i < s.load.length; i++) if (s.load[i] > this.before[k][i]) this.flash[k][i] = now;
      this.before[k] = s.load;
    });
  }

  record(most) {
    this.seen.forEach((s, k) => {
      this.log[k].push(s.ahead);
      if (this.log[k].length > most) this.log[k].shift();
    });
  }

  /** One request on both sides. Gives, per side, where it looked and how many requests it met there. */
  stepOne() {
    this.runs.forEach((r) => r.step(1));
    this.readClock();
    const seen = this.look();
    return this.runs.map((r, k) => {
      const [joined, ...looked] = r.snapshot('looks');
      const places = looked.length && looked.length <= 8 ? [...new Set(looked)] : [joined];
      return places.map((at) => ({ at, joined: at === joined, count: seen[k].load[at] - (at === joined ? 1 : 0) }));
    });
  }

  /** A minute of samples at this speed, recorded at once in place of those so far. */
  fill(speed) {
    this.log.forEach((l) => { l.length = 0; });
    for (let i = 0; i < SAMPLES; i++) {
      this.advance(samplesApart(speed));
      this.look();
      this.record(SAMPLES);
    }
  }

  get count() { return this.runs[0].snapshot('counts')[0]; }

  /** Waits since the load last changed, per side: {p99, mean, settled}. */
  waits() {
    return this.runs.map((r) => {
      const { metrics, settled } = r.result();
      return { p99: metrics.wait.p99, mean: metrics.wait.mean, settled: settled === true };
    });
  }
}
