// What the library needs from its surroundings, in a script that must do without files of its own: in one HTML file, or included by a
// page of another origin. Worker and WebAssembly are inlined and nothing is fetched. web/vite.inlined.js puts it in place of
// platform.page.js, and says whether the small core is inside; workers are classic scripts from a blob: a module worker would not start in
// a page opened from a file.
import small from 'virtual:p2c-small';
import workerScript from 'virtual:p2c-worker';
import { LabError } from './errors.js';
import { Pace } from './pace.js';
import { idlePause } from './pause.js';
import { CORE } from './protocol.js';

/** Where the whole core is at hand, nothing is won by beginning with the small one. */
export const hasSmall = small !== '';

/** @param {'whole' | 'small'} which @returns {Promise<Uint8Array>} */
export async function readWasm(which) {
  if (typeof DecompressionStream !== 'function')
    throw new LabError({ kind: 'platform', field: '', message: 'This browser is too old for the lab, which needs Chrome 80, Firefox 113, Safari 16.4 or a newer one.' });
  const packed = which === 'small' ? small : (await import('virtual:p2c-core')).default;
  // Decoded by hand: fetch of a data URL needs a permission of its own in a page's policy.
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** @param {'whole' | 'small'} which @returns {Promise<WebAssembly.Module>} */
export const compileWasm = async (which) => WebAssembly.compile(/** @type {BufferSource} */ (await readWasm(which)));

/** @returns {Promise<typeof import('./core.js').openCore>} */
export async function loadCore() {
  workerScript();
  return /** @type {any} */ (globalThis)[CORE];
}

/** @type {string | undefined} */
let address;
const workerAddress = () => (address ??= URL.createObjectURL(new Blob([`(${workerScript})()`], { type: 'text/javascript' })));

/** Null where there is no such thing as a worker. @type {(() => Worker) | null} */
export const spawnWorker = typeof Worker === 'function' ? () => new Worker(workerAddress()) : null;

export const defaultWorkers = () => Math.min(navigator.hardwareConcurrency || 2, 4);

/** How runs are sliced on the page's own thread: a slice must leave room for a frame. */
export const makePace = () => new Pace(8, idlePause);
