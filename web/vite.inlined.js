import { fileURLToPath } from 'node:url';

// For builds that must do without files of their own: worker and WebAssembly are inlined, nothing is fetched.
export const inlined = {
  resolve: { alias: [{ find: '#platform', replacement: fileURLToPath(new URL('api/platform.inline.js', import.meta.url)) }] },
};
