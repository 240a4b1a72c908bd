// A seat of the pool whose work is done on the thread it is called from, in chunks with pauses between
// them: in Node, and in a page where workers are forbidden.
import { abortError } from './errors.js';
import { runShard } from './runner.js';

export class LocalSeat {
  #core;
  #chunk;
  #pause;
  #cancelled = false;
  ready = true;

  /**
   * @param {import('./core.js').Core} core
   * @param {{ chunk: number, pause: () => Promise<void> }} pace
   */
  constructor(core, { chunk, pause }) {
    this.#core = core;
    this.#chunk = chunk;
    this.#pause = pause;
  }

  async start() {}

  /**
   * @param {import('./protocol.js').Job} job
   * @param {(fraction: number) => void} onProgress
   * @returns {Promise<string>}
   */
  async execute(job, onProgress) {
    this.#cancelled = false;
    await this.#pause();
    if (job.type === 'merge') return this.#core.merge(job.texts);
    const text = await runShard(this.#core, job, {
      chunk: this.#chunk,
      pause: this.#pause,
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
