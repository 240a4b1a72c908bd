import { shippedResults } from './embed/shipped.build.js';
import { inlined } from './vite.inlined.js';

// What the builds of <p2c-lab> for other people's pages share.
export default {
  ...inlined,
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [shippedResults()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../build/page',
    emptyOutDir: false,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    minify: true,
    rolldownOptions: { checks: { emptyImportMeta: false, pluginTimings: false } },
  },
};
