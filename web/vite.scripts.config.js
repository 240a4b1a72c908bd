import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import { classicScripts } from './embed/scripts.build.js';
import elements from './vite.elements.shared.js';
import { coreInside } from './vite.inlined.js';

// <p2c-lab> as classic scripts, which any origin may give to any page: p2c-lab.js begins with the small core and the code that is needed
// at once, and fetches what else stands beside it when it is needed.

const frame = {
  name: 'p2c-embed-page',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'embed.html', source: readFileSync(new URL('./embed/embed.html', import.meta.url), 'utf8') });
    this.emitFile({ type: 'asset', fileName: 'embed.css', source: 'body { margin: 0; }\n.vh { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }\n' });
  },
};

export default mergeConfig(elements, defineConfig({
  plugins: [coreInside({ small: true }), classicScripts({ entry: 'p2c-lab', once: 'customElements.get("p2c-lab")', names: { live: 'live', runs: 'runs', figure: 'charts', '_virtual_p2c-core': 'core' } }), frame],
  // The address of a classic script is read from the document.
  define: { 'import.meta.url': 'document.baseURI' },
  build: { modulePreload: false, rolldownOptions: { input: fileURLToPath(new URL('embed/main.js', import.meta.url)) } },
}));
