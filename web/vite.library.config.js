import { defineConfig } from 'vite';
import { coreInside, inlined } from './vite.inlined.js';

// The library alone, for bundlers that know nothing of workers and WebAssembly: both are inside.

export default defineConfig({
  ...inlined,
  root: import.meta.dirname,
  publicDir: false,
  worker: { format: 'iife' },
  plugins: [coreInside()],
  build: {
    outDir: '../build/package',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    lib: { entry: 'api/index.js', formats: ['es'], fileName: () => 'p2c.mjs' },
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
