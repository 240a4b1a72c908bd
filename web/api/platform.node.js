// What the library needs from its surroundings, in Node: the file, and no workers.
import { readFile } from 'node:fs/promises';
import { Pace } from './pace.js';

/** @returns {Promise<Uint8Array>} */
export const readWasm = () => readFile(new URL('../../build/wasm/p2c.wasm', import.meta.url));

/** @type {(() => Worker) | null} */
export const spawnWorker = null;

export const defaultWorkers = () => 1;

/** Between two slices of a run, Node's events have their turn. */
export const makePace = () => new Pace(15, () => new Promise((resolve) => void setImmediate(resolve)));
