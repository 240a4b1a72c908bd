// One run of the library as the pool sees it: its shards, what they have reported, and its one end.
import { abortError } from './errors.js';

/**
 * @typedef {import('./protocol.js').Job} Job
 * @typedef {{ finished: number, of: number }} Replications
 * @typedef {(fraction: number, replications: Replications) => void} OnProgress
 *
 * @typedef {object} Task a job for one seat
 * @property {Batch} batch
 * @property {Job} job
 * @property {number} order place of the shard among the results
 * @property {number} fraction how much of it is done
 */

/**
 * Contiguous ranges that cover the replications. Long ones first and short ones last, so that the seats
 * finish together; at least about two per seat, so that a lost worker costs little.
 * @param {number} replications
 * @param {number} seats
 * @returns {{ from: number, to: number }[]}
 */
export function shards(replications, seats) {
  // One range that leaves the count to the core: also right for a count that only the core can judge.
  if (seats < 2 || !(Number.isInteger(replications) && replications > 1)) return [{ from: 0, to: 0 }];
  const ranges = [];
  for (let from = 0; from < replications; ) {
    const to = from + Math.ceil((replications - from) / (2 * seats));
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

export class Batch {
  /** Tasks that no seat has taken yet. @type {Task[]} */
  waiting = [];
  /** Tasks under way, and who does them. @type {Map<Task, { cancel(): void }>} */
  active = new Map();
  settled = false;
  /** @type {string[]} */
  #texts = [];
  #left;
  /** @type {Task[]} */
  #tasks;
  #of;
  #shown = 0;
  #options;
  /** @type {(text: string) => void} */
  #resolve = () => {};
  /** @type {(error: unknown) => void} */
  #reject = () => {};
  /** @type {Promise<string>} */
  promise;

  /**
   * @param {string} text the configuration
   * @param {number} replications
   * @param {number} seats
   * @param {{ signal?: AbortSignal, onProgress?: OnProgress }} options
   */
  constructor(text, replications, seats, options) {
    this.#options = options;
    this.#of = Number.isInteger(replications) ? replications : 1;
    this.#tasks = shards(replications, seats).map(({ from, to }, order) => this.#task({ type: 'run', text, from, to }, order));
    this.waiting = [...this.#tasks];
    this.#left = this.#tasks.length;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    options.signal?.addEventListener('abort', this.#onAbort);
    if (options.signal?.aborted) this.#onAbort();
  }

  /** @param {Job} job @param {number} order @returns {Task} */
  #task = (job, order) => ({ batch: this, job, order, fraction: 0 });

  #onAbort = () => this.fail(abortError('The run was cancelled.'));

  /** @param {Task} task @param {number} fraction */
  report(task, fraction) {
    task.fraction = Math.max(task.fraction, fraction);
    if (task.job.type === 'run') this.#show();
  }

  /** A seat has done the task. @param {Task} task @param {string} text */
  finish(task, text) {
    if (this.settled) return;
    if (task.job.type === 'merge') return this.#succeed(text);
    this.#texts[task.order] = text;
    this.report(task, 1);
    if (this.settled || --this.#left > 0) return;
    if (this.#texts.length === 1) return this.#succeed(text);
    this.waiting.push(this.#task({ type: 'merge', texts: this.#texts }, 0));
  }

  /** The task comes back undone, to be given to another seat. @param {Task} task */
  giveBack(task) {
    if (!this.settled) this.waiting.unshift(task);
  }

  /** @param {unknown} error */
  fail(error) {
    if (this.#settle()) this.#reject(error);
  }

  /** @param {string} text */
  #succeed(text) {
    this.#tell(1, this.#of);
    if (this.#settle()) this.#resolve(text);
  }

  #settle() {
    if (this.settled) return false;
    this.settled = true;
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.waiting = [];
    for (const seat of this.active.values()) seat.cancel();
    return true;
  }

  /** Tells the caller how far the run is; 1 is kept for its end. */
  #show() {
    if (this.settled || !this.#options.onProgress) return;
    let finished = 0;
    let done = 0;
    for (const { job, fraction } of this.#tasks) {
      const count = job.type === 'run' && job.to > 0 ? job.to - job.from : this.#of;
      finished += Math.floor(count * fraction + 1e-9);
      done += count * fraction;
    }
    const fraction = done / this.#of;
    if (fraction <= this.#shown || fraction >= 1) return;
    this.#shown = fraction;
    this.#tell(fraction, finished);
  }

  /** What the caller's function throws ends the run. @param {number} fraction @param {number} finished */
  #tell(fraction, finished) {
    try {
      this.#options.onProgress?.(fraction, { finished, of: this.#of });
    } catch (error) {
      this.fail(error);
    }
  }
}
