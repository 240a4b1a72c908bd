// The worker's side of protocol.js, bundled as a classic script. A page that imports the same file gets the core for its own thread,
// so that the glue is sent once.
import { openCore } from './core.js';
import { toShape } from './errors.js';
import { Pace } from './pace.js';
import { messagePause } from './pause.js';
import { CORE, WORKER_SLICE } from './protocol.js';
import { runShard } from './runner.js';

/** @type {import('./core.js').Core} */
let core;
const pace = new Pace(WORKER_SLICE, messagePause());

/** Requests under way, and whether they have been cancelled. @type {Map<number, { cancelled: boolean }>} */
const underWay = new Map();

/** @param {import('./protocol.js').Reply} reply */
const say = (reply) => self.postMessage(reply);

/**
 * @param {any} request
 * @returns {Promise<string | null>} null when cancelled
 */
async function answer(request) {
  const { id, type } = request;
  if (type === 'open') {
    const { wasm } = request;
    core = await openCore(wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm));
    return '';
  }
  if (type === 'merge') return core.merge(request.texts);
  return runShard(core, request, {
    pace,
    cancelled: () => underWay.get(id)?.cancelled ?? true,
    onProgress: (fraction) => say({ id, type: 'progress', fraction }),
  });
}

/** @param {MessageEvent} event */
async function hear({ data }) {
  const { id, type } = data;
  if (type === 'cancel') {
    const request = underWay.get(id);
    if (request) request.cancelled = true;
    return;
  }
  underWay.set(id, { cancelled: false });
  /** @type {import('./protocol.js').Reply} */
  let end;
  try {
    const text = await answer(data);
    end =
      text === null
        ? { id, type: 'error', error: { kind: 'abort', field: '', message: 'Cancelled.' } }
        : { id, type: 'done', text };
  } catch (error) {
    end = { id, type: 'error', error: toShape(error) };
  }
  underWay.delete(id);
  say(end);
}

if (typeof document === 'undefined') self.onmessage = hear;
else /** @type {any} */ (globalThis)[CORE] = openCore;
