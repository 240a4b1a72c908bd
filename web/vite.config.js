import { defineConfig } from 'vite';

// The page is plain static files with relative addresses, so that any host, any folder and any strict policy will do.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  worker: { format: 'iife' },
  // A page must not depend on data: style sheets or fonts, which a strict policy forbids; hence no inlining.
  build: {
    outDir: '../build/page',
    emptyOutDir: true,
    target: 'es2022',
    // light-dark() in the colour tokens is left to the browser; lowering it would double every rule.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: (file) => (/\.(woff2?|css)$/.test(file) ? false : undefined),
    modulePreload: { polyfill: false },
  },
});
