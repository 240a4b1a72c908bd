// Seats that share the shards of all runs. The seats take turns between runs, so that a short one does not
// wait for a long one, and the result of a run does not depend on who did what: shards are merged in order.
import { Batch } from './batch.js';
import { abortError, LabError } from './errors.js';
import { LostWorker } from './worker-seat.js';

/**
 * @typedef {object} Seat a place where one job at a time is done
 * @property {boolean} ready
 * @property {() => Promise<void>} start
 * @property {(job: import('./protocol.js').Job, onProgress: (fraction: number) => void) => Promise<string>} execute
 * @property {() => void} cancel
 * @property {() => void} close
 */

export class Pool {
  /** @type {Set<Seat>} */
  #seats;
  /** @type {Seat[]} */
  #idle = [];
  /** Runs with something left to do, the one served longest ago first. @type {Batch[]} */
  #batches = [];
  #makeSpare;
  #onLost;
  #size;
  #closed = false;

  /**
   * @param {Seat[]} seats at least one; they are started here
   * @param {() => Seat} makeSpare makes the seat that is used when none of the others can be
   * @param {() => void} [onLost] is told when a worker died at work; the work goes on
   */
  constructor(seats, makeSpare, onLost = () => {}) {
    this.#seats = new Set(seats);
    this.#size = seats.length;
    this.#makeSpare = makeSpare;
    this.#onLost = onLost;
    this.#startAll(seats);
  }

  /** The first seat tries the ground: where its worker cannot start, no other can. @param {Seat[]} seats */
  async #startAll([first, ...others]) {
    if (await this.#open(first)) await Promise.all(others.map((seat) => this.#open(seat)));
    else for (const seat of others) this.#remove(seat);
  }

  /**
   * @param {string} text a configuration
   * @param {number} replications how many it asks for, or NaN when only the core can say
   * @param {import('./types.js').RunOptions} options
   * @returns {Promise<string>} the result as JSON text
   */
  run(text, replications, options) {
    const batch = new Batch(text, replications, this.#size, options);
    this.#batches.push(batch);
    this.#assign();
    return batch.promise;
  }

  close() {
    this.#closed = true;
    for (const batch of this.#batches) batch.fail(abortError('The lab was closed.'));
    this.#batches = [];
    for (const seat of this.#seats) seat.close();
  }

  /** @param {Seat} seat @returns {Promise<boolean>} */
  async #open(seat) {
    try {
      await seat.start();
    } catch {
      this.#remove(seat);
      return false;
    }
    this.#idle.push(seat);
    this.#assign();
    return true;
  }

  /** @param {Seat} seat */
  #remove(seat) {
    seat.close();
    this.#seats.delete(seat);
    if (this.#seats.size > 0 || this.#closed) return;
    const spare = this.#makeSpare();
    this.#seats.add(spare);
    this.#idle.push(spare);
    this.#assign();
  }

  #assign() {
    while (this.#idle.length > 0 && !this.#closed) {
      const batch = this.#nextBatch();
      const task = batch?.waiting.shift();
      const seat = this.#idle[0];
      if (!batch || !task) return;
      this.#idle.shift();
      this.#execute(seat, batch, task);
    }
  }

  /** The run with the fewest seats at work; among equals the one served longest ago. */
  #nextBatch() {
    this.#batches = this.#batches.filter((batch) => !batch.settled);
    let best;
    for (const batch of this.#batches)
      if (batch.waiting.length > 0 && batch.active.size < (best?.active.size ?? Infinity)) best = batch;
    if (best) this.#batches.push(...this.#batches.splice(this.#batches.indexOf(best), 1));
    return best;
  }

  /** @param {Seat} seat @param {Batch} batch @param {import('./batch.js').Task} task */
  async #execute(seat, batch, task) {
    batch.active.set(task, seat);
    try {
      const text = await seat.execute(task.job, (fraction) => batch.report(task, fraction));
      batch.finish(task, text);
    } catch (error) {
      if (error instanceof LostWorker) {
        if (!batch.settled && !this.#closed) this.#onLost();
        batch.giveBack(task);
      } else batch.fail(error instanceof LabError ? error : new LabError({ kind: 'internal', field: '', message: String(error) }));
    }
    batch.active.delete(task);
    if (this.#closed) return;
    if (!seat.ready) {
      // What it gave back may be taken up by one that has nothing to do: this one may never be ready again.
      this.#assign();
      return void this.#open(seat);
    }
    this.#idle.push(seat);
    this.#assign();
  }
}
