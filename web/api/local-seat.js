// A seat of the pool whose work is done on the thread it is called from, in chunks with pauses between
// them: in Node, and in a page where workers are forbidden.
import { abortError } from './errors.js';
import { runShard } from './runner.js';

export class LocalSeat {
  #core;
  #pace;
  #cancelled = false;
  ready = true;

  /**
   * @param {import('./core.js').Core} core
   * @param {import('./pace.js').Pace} pace
   */
  constructor(core, pace) {
    this.#core = core;
    this.#pace = pace;
  }

  async start() {}

  /**
   * @param {import('./protocol.js').Job} job
   * @param {(fraction: number) => void} onProgress
   * @returns {Promise<string>}
   */
  async execute(job, onProgress) {
    this.#cancelled = false;
    await this.#pace.breathe();
    if (job.type === 'merge') return this.#core.merge(job.texts);
    const text = await runShard(this.#core, job, {
      pace: this.#pace,
      cancelled: () => this.#cancelled,
      onProgress,
    });
    if (text === null) throw abortError('Cancelled.');
    return text;
  }

  cancel() {
    this.#cancelled = true;
  }

  close() {
    this.#cancelled = true;
  }
}
