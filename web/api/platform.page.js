// What the library needs from its surroundings, in a page: files beside this one, fetched from the page's own origin. The core is
// one file with the glue in it, which the page imports and the workers are started from; the machine code of the small core and of the
// whole one are others, compiled while they arrive. platform.inline.js is the same without files.
import smallUrl from '../../build/wasm/small.wasm?url';
import wholeUrl from '../../build/wasm/p2c.wasm?url';
import coreUrl from './worker.js?worker&url';
import { LabError } from './errors.js';
import { CORE } from './protocol.js';
import { Pace } from './pace.js';
import { idlePause } from './pause.js';

/** @param {string} address @returns {Promise<Response>} */
async function fetched(address) {
  const failed = (/** @type {string} */ why) => new LabError({ kind: 'platform', field: '', message: `The core could not be fetched: ${why}.` });
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw failed(String(error));
  }
  if (!response.ok) throw failed(`${response.url} answered ${response.status}`);
  return response;
}

/** The page begins with the small core (growing-lab.js). */
export const hasSmall = true;
const addresses = { small: smallUrl, whole: wholeUrl };

/**
 * Compiles a core. A host that does not say what the file is gets it compiled all the same.
 * @param {'whole' | 'small'} which
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileWasm(which) {
  const response = await fetched(addresses[which]);
  const known = response.headers.get('content-type')?.startsWith('application/wasm') && typeof WebAssembly.compileStreaming === 'function';
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** For a worker that cannot be sent what is compiled. @param {'whole' | 'small'} which @returns {Promise<Uint8Array>} */
export const readWasm = async (which) => new Uint8Array(await (await fetched(addresses[which])).arrayBuffer());

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
