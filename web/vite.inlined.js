import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

// For builds that must do without files of their own: worker and WebAssembly are inlined, nothing is fetched.
export const inlined = {
  resolve: { alias: [{ find: '#platform', replacement: fileURLToPath(new URL('api/platform.inline.js', import.meta.url)) }] },
};

const NAME = 'virtual:p2c-core';
const WASM = fileURLToPath(new URL('../build/wasm/p2c.wasm', import.meta.url));

/** The core as text: packed before it becomes letters, for what packs letters on their way cannot see the bytes in them. @returns {import('vite').Plugin} */
export const coreInside = () => ({
  name: 'p2c-core-inside',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(gzipSync(readFileSync(WASM), { level: 9 }).toString('base64'))};` : undefined),
});
