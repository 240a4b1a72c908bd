// A run on the calling thread, stepped by the caller: what an animation needs.
import { closedError } from './errors.js';

export class LiveRun {
  #run;
  #closed = false;
  #onClose;

  /** @param {import('./core.js').CoreRun} run @param {(live: LiveRun) => void} onClose */
  constructor(run, onClose) {
    this.#run = run;
    this.#onClose = onClose;
  }

  #open() {
    if (this.#closed) throw closedError('live run');
    return this.#run;
  }

  /**
   * Simulates about `budget` balls or requests, at least one; `step(1)` is exactly one.
   * @param {number} budget
   * @returns {boolean} false once nothing is left to do
   */
  step(budget) {
    return this.#open().step(budget);
  }

  /**
   * Fleets: simulates up to this model time, without end.
   * @param {number} time
   * @returns {boolean} false for an experiment that has no time
   */
  advanceTo(time) {
    return this.#open().advanceTo(time);
  }

  /** Share of the work done, 0 to 1. */
  progress() {
    return this.#open().progress();
  }

  /**
   * A copy of a column of the present state. Bins: "load", "looks", "profile", "counts". Fleet: "load", "inService", "looks", "clock", "counts".
   * @param {string} name
   * @returns {Float64Array}
   */
  snapshot(name) {
    return this.#open().snapshot(name);
  }

  /**
   * Changes a parameter while the queues live on. Fleets: "load".
   * @param {string} name
   * @param {number} value
   */
  set(name, value) {
    this.#open().set(name, value);
  }

  /**
   * Over what has been simulated so far.
   * @returns {import('./types.js').Result | import('./types.js').LiveResult}
   */
  result() {
    return JSON.parse(this.#open().result());
  }

  /** Gives the memory back. Closing twice does nothing. */
  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#run.delete();
    this.#onClose(this);
  }
}
