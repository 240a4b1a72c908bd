import { createHash } from 'node:crypto';
import { defineConfig, mergeConfig } from 'vite';
import page from './vite.config.js';
import { coreInside, inlined } from './vite.inlined.js';

// The page as one file that needs nothing else: p2c-lab.html, to be opened from a folder or served by anything.

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
// In a script an end tag, or the start of a comment, would be taken for HTML; in a string or an expression these mean the same.
// There is nothing to load ahead of what was a file of its own: Vite's mark for that list is taken out here, as Vite would later.
const asScript = (code) => `\n${code.replaceAll('__VITE_PRELOAD__', 'void 0').replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3C!--')}`;
const asStyle = (text) => text.replaceAll('</style', '<\\/style');

/** Takes scripts and style sheets into the document, and says which policy lets them run. */
const intoOneFile = {
  name: 'p2c-one-file',
  enforce: 'post',
  generateBundle(options, bundle) {
    const files = Object.values(bundle);
    const text = (file) => String(file.source ?? file.code);
    const find = (address) => files.find((file) => address.endsWith(`/${file.fileName}`));
    const allowed = { script: [], style: [] };
    const keep = (kind, body) => { allowed[kind].push(hash(body)); return body; };
    const html = text(files.find((file) => file.fileName === 'index.html'))
      .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/g, (tag, address) => `<script type="module">${keep('script', asScript(text(find(address))))}</script>`)
      .replace(/<link rel="stylesheet"[^>]* href="([^"]+)">/g, (tag, address) => `<style>${keep('style', asStyle(text(find(address))))}</style>`);
    const left = /(?:src|href)="\.?\/[^"]*"/.exec(html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, ''));
    if (left || !allowed.script.length) this.error(`The single file would still need ${left?.[0] ?? 'a script'}.`);
    const policy = `default-src 'none'; script-src ${allowed.script.join(' ')} 'wasm-unsafe-eval'; style-src ${allowed.style.join(' ')}; font-src data:; img-src data:; worker-src blob:`;
    for (const file of files) delete bundle[file.fileName];
    this.emitFile({ type: 'asset', fileName: 'p2c-lab.html', source: html.replace('<head>', () => `<head>\n  <!-- Content-Security-Policy: ${policy} -->`) });
  },
};

export default mergeConfig(page, defineConfig({
  ...inlined,
  plugins: [coreInside(), intoOneFile],
  build: {
    emptyOutDir: false,
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
}));
