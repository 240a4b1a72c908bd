import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

// For builds that must do without files of their own: worker and WebAssembly are inlined, nothing is fetched.
export const inlined = {
  resolve: { alias: [{ find: '#platform', replacement: fileURLToPath(new URL('api/platform.inline.js', import.meta.url)) }] },
};

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const text = (value) => `export default ${JSON.stringify(value)};`;
/** Packed before it becomes letters, for what packs letters on their way cannot see the bytes in them. */
const packed = (path) => text(gzipSync(readFileSync(file(path)), { level: 9 }).toString('base64'));

/** The worker's script as the body of a function: a page calls it, and workers are started from its text, so that it is there once. */
async function workerScript() {
  const { output: [{ code }] } = (await build({
    configFile: false, logLevel: 'error', root: import.meta.dirname, publicDir: false,
    build: { write: false, target: 'es2022', minify: true, lib: { entry: 'api/worker.js', name: 'p2cWorker', formats: ['iife'] } },
  }))[0];
  return `export default function () {\n${code}\n}`;
}

const DIALS = ['load', 'ballsPerBin', 'leaves'];

/** The catalogue as far as the elements show it: without sentences but those of dials and metrics. */
function shortCatalogue() {
  const { catalogue } = JSON.parse(readFileSync(file('../build/generated/opening.json'), 'utf8'));
  return JSON.parse(JSON.stringify(catalogue, function (key, value) {
    return (key === 'help' && !DIALS.includes(this.name) && this.unit === undefined) || key === 'laws' ? undefined : value;
  }));
}

/**
 * The cores, the worker and the catalogue as modules.
 * @param {{ small?: boolean }} [options] `small`: the small core is there to begin with, and the catalogue that it takes
 * @returns {import('vite').Plugin}
 */
export function coreInside({ small = false } = {}) {
  const made = {
    'virtual:p2c-core': () => packed('../build/wasm/p2c.wasm'),
    'virtual:p2c-small': () => (small ? packed('../build/wasm/small.wasm') : text('')),
    'virtual:p2c-worker': workerScript,
    'virtual:p2c-catalogue': () => text(small ? shortCatalogue() : null),
  };
  return {
    name: 'p2c-core-inside',
    resolveId: (id) => (id in made ? `\0${id}` : undefined),
    load: (id) => made[id.slice(1)]?.(),
  };
}
