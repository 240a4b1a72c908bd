import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { coreInside, inlined } from './vite.inlined.js';
import { shippedResults } from './embed/shipped.build.js';

// <p2c-lab> for other people's pages, beside the page: a classic script, which any origin may give to any page, and a module.
// A script that is there twice must not define its elements twice.
const frame = {
  name: 'p2c-embed-page',
  generateBundle(options, bundle) {
    if (options.format !== 'iife') return;
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = `if (!customElements.get("p2c-lab")) {\n${chunk.code}}\n`;
    this.emitFile({ type: 'asset', fileName: 'embed.html', source: readFileSync(new URL('./embed/embed.html', import.meta.url), 'utf8') });
    this.emitFile({ type: 'asset', fileName: 'embed.css', source: 'body { margin: 0; }\n.vh { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }\n' });
  },
};

export default defineConfig({
  ...inlined,
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  worker: { format: 'iife' },
  plugins: [coreInside(), shippedResults(), frame],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../build/page',
    emptyOutDir: false,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    minify: true,
    // The address of a classic script is read from the document in place of import.meta.
    rolldownOptions: { checks: { emptyImportMeta: false, pluginTimings: false } },
    lib: { entry: 'embed/main.js', name: 'p2c', formats: ['iife', 'es'], fileName: (format) => (format === 'es' ? 'p2c-lab.mjs' : 'p2c-lab.js') },
  },
});
