// Progress over the stages of a run whose length is found by running it: how many stages there will be is known better
// as it goes on, and a fraction never falls.

/** Of a stage that is thought to be the last: it may not be, and 1 is for the end. */
const NEARLY = 0.999;

export class StageProgress {
  #tell;
  #shown = 0;
  #replications = 0;
  #staged = false;

  /** @param {import('./batch.js').OnProgress | undefined} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /**
   * @param {{ from: number, to: number }} stage about which part of all work it is
   * @returns {import('./batch.js').OnProgress | undefined} to be told of the progress within it
   */
  of({ from, to }) {
    if (from === 0 && to === 1) return this.#tell;
    this.#staged = true;
    return (fraction, { of }) => {
      this.#replications = of;
      const now = Math.min(from + (to - from) * fraction, NEARLY);
      if (now <= this.#shown) return;
      this.#shown = now;
      this.#tell?.(now, { finished: Math.floor(of * now), of });
    };
  }

  /** @param {string} result @returns {string} the same, told that it is the end */
  end(result) {
    if (this.#staged) this.#tell?.(1, { finished: this.#replications, of: this.#replications });
    return result;
  }
}
