// A seat of the pool whose work is done by a worker. The seat outlives its worker: one that dies, or does
// not answer, is replaced.
import { LabError } from './errors.js';
import { OPENING, PATIENCE } from './protocol.js';

/** The worker went away before it answered; the job may be given to another seat. */
export class LostWorker extends Error {}

/** A watch that counts beats instead of comparing clocks: a computer that slept does not look like a dead worker. */
const BEAT = 1000;
/** Attempts to start, and deaths in a row, before a seat is given up. */
const ATTEMPTS = 2;

/**
 * @typedef {object} Pending the job under way
 * @property {number} id
 * @property {(text: string) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {(fraction: number) => void} onProgress
 */

export class WorkerSeat {
  #spawn;
  #wasm;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Pending | null} */
  #pending = null;
  #lastId = OPENING;
  #deaths = 0;
  #silentBeats = 0;
  #closed = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #watch;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #cancelTimer;

  /**
   * @param {() => Worker} spawn may throw
   * @param {{ module: WebAssembly.Module, bytes: () => Promise<Uint8Array> }} wasm
   */
  constructor(spawn, wasm) {
    this.#spawn = spawn;
    this.#wasm = wasm;
  }

  /** Whether a worker is there, ready for a job. */
  get ready() {
    return this.#worker !== null;
  }

  /** Starts a worker, or rejects when that is hopeless. */
  async start() {
    if (this.#deaths >= ATTEMPTS) throw new LostWorker('The workers of this seat die.');
    try {
      await this.#attempt(this.#wasm.module);
    } catch (error) {
      if (this.#closed) throw error;
      // Once more, and with the bytes: a module that cannot be cloned arrives as nothing.
      await this.#attempt(await this.#wasm.bytes());
    }
  }

  /** @param {WebAssembly.Module | Uint8Array} wasm @returns {Promise<void>} */
  #attempt(wasm) {
    if (this.#closed) return Promise.reject(new LostWorker('The seat was closed.'));
    return new Promise((resolve, reject) => {
      const worker = this.#spawn();
      const timer = setTimeout(() => fail('silent'), PATIENCE.start);
      /** @param {string} why */
      const fail = (why) => {
        clearTimeout(timer);
        worker.terminate();
        reject(new LostWorker(why));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail('error');
      };
      worker.onmessage = ({ data }) => {
        if (data.type !== 'done') return fail(data.error?.message ?? data.type);
        clearTimeout(timer);
        if (this.#closed) return fail('closed');
        this.#adopt(worker);
        resolve();
      };
      try {
        worker.postMessage({ id: OPENING, type: 'open', wasm });
      } catch {
        fail('not clonable');
      }
    });
  }

  /** @param {Worker} worker */
  #adopt(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onmessageerror = () => this.#lose();
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lose();
    };
  }

  /**
   * @param {import('./protocol.js').Job} job
   * @param {(fraction: number) => void} onProgress
   * @returns {Promise<string>} rejects with LabError, or with LostWorker
   */
  execute(job, onProgress) {
    return new Promise((resolve, reject) => {
      const worker = this.#worker;
      if (!worker) return reject(new LostWorker('There is no worker.'));
      const id = ++this.#lastId;
      this.#pending = { id, resolve, reject, onProgress };
      this.#silentBeats = 0;
      this.#watch = setInterval(() => {
        if (++this.#silentBeats * BEAT > PATIENCE.work) this.#lose();
      }, BEAT);
      worker.postMessage({ id, ...job });
    });
  }

  /** Asks the worker to drop its job; one that does not within a second is terminated. */
  cancel() {
    if (!this.#pending || this.#cancelTimer !== undefined) return;
    this.#worker?.postMessage({ id: this.#pending.id, type: 'cancel' });
    this.#cancelTimer = setTimeout(() => {
      this.#dismiss();
      this.#end()?.reject(new LostWorker('The worker did not answer a cancel.'));
    }, PATIENCE.cancel);
  }

  close() {
    this.#closed = true;
    this.#dismiss();
    this.#end()?.reject(new LostWorker('The seat was closed.'));
  }

  /** @param {import('./protocol.js').Reply} reply */
  #hear(reply) {
    if (reply.id !== this.#pending?.id) return;
    this.#silentBeats = 0;
    if (reply.type === 'progress') return this.#pending.onProgress(reply.fraction);
    this.#deaths = 0;
    // After a trap the memory of the module may be in any state: its worker does no further job.
    if (reply.type === 'error' && reply.error.kind === 'internal') this.#dismiss();
    const pending = this.#end();
    if (reply.type === 'done') pending?.resolve(reply.text);
    else pending?.reject(new LabError(reply.error));
  }

  #lose() {
    this.#deaths++;
    this.#dismiss();
    this.#end()?.reject(new LostWorker('The worker died.'));
  }

  #dismiss() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #end() {
    clearInterval(this.#watch);
    clearTimeout(this.#cancelTimer);
    this.#cancelTimer = undefined;
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }
}
