// Long runs are begun only when the reader says so. Jobs run one after another and are watched meanwhile: once they cannot all
// be done within the budget, they stop, what is left is tried for a moment each, and the answer is how long it would take.

export const BUDGET_S = 10;
// A job is judged by its speed after its first moments, which run before the optimiser has seen the code.
const WARM_MS = 120;
const LOOK_MS = 400;
const GLANCE_MS = 200;

/**
 * @param jobs functions (signal, report) → promise; they keep what they finish, since one that was only tried may run again
 * @param free true once the reader has said so: nothing is watched then
 * @param alike whether jobs that have not begun are taken to be like the one that runs; else each is judged when its turn comes
 * @param arrived sees the results so far, in order
 * @returns {results, seconds}: seconds is undefined when all is done, else what is left would take about so long
 */
export async function inBudget(jobs, signal, report, { free = false, alike = true, arrived = () => {} } = {}) {
  const results = [];
  const begun = performance.now();
  let watching = !free;
  for (let i = 0; i < jobs.length; i++) {
    const rest = jobs.slice(i + 1);
    const tooLong = (left, whole) => watching && spent(begun) + left + (alike ? whole * rest.length : 0) > BUDGET_S;
    const tell = (share) => report((i + share) / jobs.length);
    let got = await watched(jobs[i], signal, tell, tooLong);
    if (got.stopped) {
      let seconds = got.whole;
      for (const job of rest) seconds += (await watched(job, signal, () => {}, () => true, GLANCE_MS)).whole;
      if (seconds > BUDGET_S) return { results, seconds };
      watching = false;
      got = await watched(jobs[i], signal, tell, () => false);
    }
    signal.throwIfAborted();
    results.push(got.value);
    arrived(results);
  }
  return { results };
}

const spent = (since) => (performance.now() - since) / 1000;

/** Runs a job until it ends or `stopIf(seconds left, seconds in all)` says so. */
async function watched(job, signal, report, stopIf, look = LOOK_MS) {
  const own = new AbortController();
  const abort = () => own.abort();
  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  const speed = new Speed(look);
  let whole;
  try {
    const value = await job(own.signal, (share) => {
      report(share);
      const seconds = speed.secondsFor(share);
      if (seconds === undefined || own.signal.aborted || !stopIf(seconds * (1 - share), seconds)) return;
      whole = seconds;
      abort();
    });
    return { value, whole: 0 };
  } catch (error) {
    if (whole === undefined || signal.aborted) throw error;
    return { stopped: true, whole };
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Seconds that the whole of a job takes, by the shares that it reports: as in the last moments or as since its first report, whichever
 * is less. The first moments are slow, and so is the start of every replication.
 */
class Speed {
  constructor(look) { this.look = look; }

  secondsFor(share) {
    const now = performance.now();
    this.first ??= now;
    if (now - this.first < WARM_MS) return undefined;
    this.from ??= { now, share };
    if (now - this.from.now < this.look || share <= this.from.share) return undefined;
    return Math.min((now - this.from.now) / (share - this.from.share), (now - this.first) / share) / 1000;
  }
}

/** Results by task, so that what is finished is not run twice. */
export class Kept {
  constructor(most = 60) {
    this.most = most;
    this.results = new Map();
  }

  /** The result of a task; `make(task)` runs it. */
  async get(task, make) {
    const key = JSON.stringify(task);
    if (!this.results.has(key)) {
      const result = await make(task);
      if (this.results.size >= this.most) this.results.clear();
      this.results.set(key, result);
    }
    return this.results.get(key);
  }

  has(task) { return this.results.has(JSON.stringify(task)); }

  clear() { this.results.clear(); }
}

/** "about 40 seconds": rounded as coarsely as the guess is. */
export function aboutText(seconds) {
  const units = [[86400 * 365, 'year'], [86400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']];
  const [size, name] = units.find(([s]) => seconds >= 1.5 * s) ?? units.at(-1);
  const n = Math.max(1, Math.round(seconds / size));
  return `about ${n} ${name}${n === 1 ? '' : 's'}`;
}
