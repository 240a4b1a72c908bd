import { aboutText, inBudget } from './run-budget.js';

// Runs that take a while: one at a time per section, with progress, cancelled by a newer one or by the reader. What would take long
// is begun when the reader says so.

const SHOW_AFTER_MS = 300;
const TELL_FROM_S = 5;
const LONG_S = 120;
const SPEAK_EVERY_MS = 2000;
// Workers report many times a second; drawing a section anew each time would take the time from its animation.
const TELL_EVERY_MS = 100;
const isAbort = (e) => e?.name === 'AbortError';

export class RunController {
  constructor(host) {
    (this.host = host).addController(this);
    this.fraction = 0;
    this.told = 0;
    this.busy = false;
    this.visible = false;
    this.spoken = '';
    this.expected = undefined;
    this.promised = 0;  // seconds that the reader was told before the press
  }

  hostConnected() {}

  hostDisconnected() { this.cancel(); }

  /**
   * Runs `work(signal, report)`; report takes the share done. Gives its value, or undefined when it was cancelled.
   * Errors of the work are thrown.
   */
  async run(work) {
    this.cancel();
    const abort = (this.abort = new AbortController());
    Object.assign(this, { busy: true, visible: false, fraction: 0, since: performance.now(), expected: undefined, promised: 0 });
    const timer = setTimeout(() => { if (this.abort === abort) { this.visible = true; this.host.requestUpdate(); } }, SHOW_AFTER_MS);
    this.host.requestUpdate();
    try {
      const value = await work(abort.signal, (share) => this.report(abort, share));
      return abort.signal.aborted ? undefined : value;
    } catch (e) {
      if (!isAbort(e)) throw e;
      return undefined;
    } finally {
      clearTimeout(timer);
      if (this.abort === abort) this.end();
    }
  }

  /**
   * Runs jobs in turn, as run-budget.js has them, which also says what the options are. Gives their results, or undefined when they
   * were cancelled or would take long: then `expected` says how many seconds, until something else runs or the question is withdrawn.
   */
  async runInBudget(jobs, options) {
    const promised = options?.free ? this.promised : 0;
    const got = await this.run((signal, report) => {
      this.promised = promised;
      this.visible = promised > 0;  // known to be long: what stood greyed stays so
      return inBudget(jobs, signal, report, options);
    });
    if (!got?.seconds) return got?.results;
    this.promised = this.expected = got.seconds;
    this.host.requestUpdate();
    return undefined;
  }

  /** What no longer is to be run need not be asked about. */
  withdraw() {
    this.expected = undefined;
    this.host.requestUpdate();
  }

  report(abort, share) {
    if (this.abort !== abort) return;
    this.fraction = share;
    this.speak();
    if (!this.visible || performance.now() - this.told < TELL_EVERY_MS) return;
    this.told = performance.now();
    this.host.requestUpdate();
  }

  /** Screen readers are told now and then, not at every step. */
  speak() {
    const now = performance.now();
    if (!this.visible || now - (this.said ?? 0) < SPEAK_EVERY_MS) return;
    Object.assign(this, { said: now, spoken: `Running, ${this.words}` });
  }

  end() {
    Object.assign(this, { busy: false, visible: false, abort: undefined, spoken: this.spoken && 'Finished' });
    this.host.requestUpdate();
  }

  /** What the reader is told: the share done, and the time left once it can be guessed. */
  get words() {
    const seconds = this.left;
    const left = this.fraction > 0.01 && seconds >= TELL_FROM_S ? `, ${seconds < LONG_S ? `about ${Math.round(seconds)} s` : aboutText(seconds)} left` : '';
    return `${Math.round(this.fraction * 100)} %${left}`;
  }

  /** Seconds left, guessed, and no fewer than the reader was told before; infinite where there is no ground for a guess. */
  get left() {
    const gone = (performance.now() - this.since) / 1000;
    return this.fraction > 1e-3 ? Math.max(gone * (1 / this.fraction - 1), this.promised - gone) : Infinity;
  }

  /** Stops what runs. True if something did. */
  cancel() {
    if (!this.abort) return false;
    const { abort } = this;
    this.end();
    abort.abort();
    return true;
  }
}

/**
 * Several jobs one after another as one piece of work, each with its share of the progress: equal ones, or as the weights say.
 * `arrived` sees the results so far.
 */
export const inTurn = (jobs, arrived = () => {}, weights = jobs.map(() => 1)) => async (signal, report) => {
  const results = [];
  const all = weights.reduce((sum, w) => sum + w, 0);
  let before = 0;
  for (const [i, job] of jobs.entries()) {
    const start = before;
    results.push(await job(signal, (share) => report((start + share * weights[i]) / all)));
    signal.throwIfAborted();
    before += weights[i];
    arrived(results);
  }
  return results;
};

/** Several jobs as one piece of work, so many at once; weights as above. Gives the results in the order of the jobs. */
export const atOnce = (jobs, width, weights = jobs.map(() => 1)) => async (signal, report) => {
  const all = weights.reduce((sum, w) => sum + w, 0);
  const shares = jobs.map(() => 0);
  const results = [];
  let next = 0;
  let done = 0;
  const tell = (i, share) => {
    done += (share - shares[i]) * weights[i];
    shares[i] = share;
    report(done / all);
  };
  const work = async () => {
    while (next < jobs.length && !signal.aborted) {
      const i = next++;
      try {
        results[i] = await jobs[i](signal, (share) => tell(i, share));
      } catch (error) {
        next = jobs.length;
        throw error;
      }
      tell(i, 1);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  signal.throwIfAborted();
  return results;
};
