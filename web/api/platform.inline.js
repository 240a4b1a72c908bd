// What the library needs from its surroundings, in a script that must do without files of its own: in one HTML file, or included by a
// page of another origin. Worker and WebAssembly are inlined and nothing is fetched. web/vite.inlined.js puts it in place of
// platform.page.js; workers must be classic there (worker.format 'iife'): a module worker would not start in a page opened from a file.
import packed from 'virtual:p2c-core';
import CoreWorker from './worker.js?worker&inline';
import { openCore } from './core.js';
import { LabError } from './errors.js';
import { Pace } from './pace.js';
import { idlePause } from './pause.js';

/** What is inside is the whole core. */
export const hasSmall = false;

/** @returns {Promise<Uint8Array>} */
export async function readWasm() {
  if (typeof DecompressionStream !== 'function')
    throw new LabError({ kind: 'platform', field: '', message: 'This browser is too old for the lab, which needs Chrome 80, Firefox 113, Safari 16.4 or a newer one.' });
  // Decoded by hand: fetch of a data URL needs a permission of its own in a page's policy.
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/** @returns {Promise<WebAssembly.Module>} */
export const compileWasm = async () => WebAssembly.compile(/** @type {BufferSource} */ (await readWasm()));

export const loadCore = async () => openCore;

/** Null where there is no such thing as a worker. @type {(() => Worker) | null} */
export const spawnWorker = typeof Worker === 'function' ? () => new CoreWorker() : null;

export const defaultWorkers = () => Math.min(navigator.hardwareConcurrency || 2, 4);

/** How runs are sliced on the page's own thread: a slice must leave room for a frame. */
export const makePace = () => new Pace(8, idlePause);
