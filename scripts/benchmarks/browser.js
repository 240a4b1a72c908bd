// The measurements in a page of a headless Chromium, with modules served from the working tree.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../tests/web/support/chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json' };

function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (path === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>');
    try {
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      response.end(await readFile(join(root, path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Runs in the page. */
async function inPage(passes) {
  const [{ openCore }, { measureAll }, { makeTwin }] = await Promise.all([
    import('/web/api/core.js'), import('/scripts/benchmarks/harness.js'), import('/scripts/benchmarks/twin.js'),
  ]);
  const cases = await (await fetch('/scripts/benchmarks/cases.json')).json();
  const compiled = await WebAssembly.compile(await (await fetch('/build/wasm/p2c.wasm')).arrayBuffer());
  return measureAll({ openCore, makeTwin, compiled, cases, passes });
}

/** Runs in the page. */
async function coresInPage({ cases, passes }) {
  const [{ openCore }, { measureCores }] = await Promise.all([import('/web/api/core.js'), import('/scripts/benchmarks/harness.js')]);
  const compiled = await WebAssembly.compile(await (await fetch('/build/wasm/p2c.wasm')).arrayBuffer());
  return measureCores({ openCore, compiled, cases, passes });
}

export const measureInChromium = (passes) => evaluated(inPage, passes);
export const measureScalingInChromium = (cases, passes) => evaluated(coresInPage, { cases, passes });

async function evaluated(f, argument) {
  const server = await serve();
  const { browser, close } = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(f, argument);
  } finally {
    await close();
    server.close();
  }
}
