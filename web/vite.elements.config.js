import { defineConfig, mergeConfig } from 'vite';
import elements from './vite.elements.shared.js';
import { coreInside } from './vite.inlined.js';

// <p2c-lab> as a module that needs no other file, for bundlers.
export default mergeConfig(elements, defineConfig({
  plugins: [coreInside()],
  build: {
    lib: { entry: 'embed/main.js', formats: ['es'], fileName: () => 'p2c-lab.mjs' },
    rolldownOptions: { output: { codeSplitting: false } },
  },
}));
