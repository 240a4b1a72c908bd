// Lets other events in while a thread does long work: after every slice of so many milliseconds, a pause.

export class Pace {
  #pause;
  #since = performance.now();

  /**
   * @param {number} slice milliseconds of work between two pauses
   * @param {() => Promise<void>} pause see pause.js
   */
  constructor(slice, pause) {
    /** @readonly */
    this.slice = slice;
    this.#pause = pause;
  }

  /** Pauses if the slice is used up, or nearly. */
  async breathe() {
    if (performance.now() - this.#since < this.slice / 2) return;
    await this.#pause();
    this.#since = performance.now();
  }
}
