// What the library needs from its surroundings, in Node: the file, and no workers.
import { readFile } from 'node:fs/promises';
import { openCore } from './core.js';
import { Pace } from './pace.js';

/** Nothing has to come over a wire. */
export const hasSmall = false;

/** @type {(which: 'whole' | 'small') => Promise<Uint8Array>} */
export const readWasm = () => readFile(new URL('../../build/wasm/p2c.wasm', import.meta.url));

/** @param {'whole' | 'small'} which @returns {Promise<WebAssembly.Module>} */
export const compileWasm = async (which) => WebAssembly.compile(/** @type {BufferSource} */ (await readWasm(which)));

export const loadCore = async () => openCore;

/** @type {(() => Worker) | null} */
export const spawnWorker = null;

export const defaultWorkers = () => 1;

/** Between two slices of a run, Node's events have their turn. */
export const makePace = () => new Pace(15, () => new Promise((resolve) => void setImmediate(resolve)));
