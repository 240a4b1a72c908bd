// What the library needs from its surroundings, in a page: files beside this one, fetched from the page's own origin. The core is
// one file with the glue in it, which the page imports and the workers are started from; the machine code is another, compiled while
// it arrives. platform.inline.js is the same without files.
import wasmUrl from '../../build/wasm/p2c.wasm?url';
import coreUrl from './worker.js?worker&url';
import { CORE } from './protocol.js';
import { Pace } from './pace.js';
import { idlePause } from './pause.js';

/** @param {Response} response @returns {Response} */
function whole(response) {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response;
}

/** Compiles the core. A host that does not say what the file is gets it compiled all the same. @returns {Promise<WebAssembly.Module>} */
export async function compileWasm() {
  const response = whole(await fetch(wasmUrl));
  const known = response.headers.get('content-type')?.startsWith('application/wasm') && typeof WebAssembly.compileStreaming === 'function';
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** For a worker that cannot be sent what is compiled. @returns {Promise<Uint8Array>} */
export const readWasm = async () => new Uint8Array(await whole(await fetch(wasmUrl)).arrayBuffer());

/** @returns {Promise<typeof import('./core.js').openCore>} */
export async function loadCore() {
  await import(/* @vite-ignore */ coreUrl);
  return /** @type {any} */ (globalThis)[CORE];
}

/** Null where there is no such thing as a worker. @type {(() => Worker) | null} */
export const spawnWorker = typeof Worker === 'function' ? () => new Worker(coreUrl) : null;

export const defaultWorkers = () => Math.min(navigator.hardwareConcurrency || 2, 4);

/** How runs are sliced on the page's own thread: a slice must leave room for a frame. */
export const makePace = () => new Pace(8, idlePause);
