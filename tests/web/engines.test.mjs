// The built pages in three engines: each lab runs, in silence, under the strict policy, and the library gives the golden fingerprints.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { ENGINES, until } from './support/engines.mjs';
import { LABS, OTHERS, runLab } from './support/labs.mjs';
import { built, PATIENCE } from './support/page.mjs';
import { serve } from './support/server.mjs';

const scenarios = Object.entries(JSON.parse(readFileSync(new URL('../golden/scenarios.json', import.meta.url), 'utf8')))
  .map(([name, { config, fingerprint }]) => ({ name, config, fingerprint }));

/** Runs before everything else of a page: takes down what is said, what goes wrong, and what the policy forbids. */
function takeDown() {
  globalThis.said = [];
  const note = (kind, words) => said.push(`${kind}: ${String(words).slice(0, 300)}`);
  for (const kind of ['debug', 'log', 'info', 'warn', 'error']) console[kind] = (...words) => note(kind, words.join(' '));
  addEventListener('error', (e) => note('error', e.message ?? e.target?.outerHTML), true);
  addEventListener('unhandledrejection', (e) => note('rejection', e.reason?.stack ?? e.reason));
  document.addEventListener('securitypolicyviolation', (e) => note('policy', `${e.effectiveDirective} ${e.blockedURI} ${e.sample}`));
}

/** Stops what a lab still does, and takes its figures' word for a chart that is drawn. */
function end(id) {
  const lab = document.getElementById(id);
  lab.cancelled?.();
  return [...lab.querySelectorAll('canvas')].filter((c) => c.width > 0).every((c) => {
    const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
    return data.some((v) => v !== 0);
  });
}

/** Fingerprints of configurations, through the library of a page. */
async function fingerprints(configs) {
  const lab = await p2c.openLab({ workers: 2 });
  const results = await Promise.all(configs.map((config) => lab.run(config)));
  lab.close();
  return results.map((result) => result.fingerprint);
}

/** The page's document, with the script above before all others. */
const watched = (name) => readFileSync(`${built}/${name}`, 'utf8').replace('<head>', '<head><script src="/take-down.js"></script>');

/** The library alone: the scripts of the page in a document without it. */
const bare = () => watched('index.html').replace(/<body>.*<\/body>/s, '<body></body>');

for (const engine of ENGINES)
  describe(`in ${engine.name}`, { skip: engine.missing }, () => {
    let browser;
    let server;
    before(async () => {
      const pages = ['index.html', ...OTHERS].map((name) => [`/${name}`, watched(name)]);
      server = await serve(built, { documents: { ...Object.fromEntries(pages), '/bare.html': bare(), '/take-down.js': `(${takeDown})()` } });
      browser = await engine.launch();
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    const silent = async () => assert.deepEqual([...browser.heard, ...(await browser.evaluate(() => said))], []);

    test('every lab runs and draws, in silence and under the strict policy', async () => {
      await browser.go(`${server.origin}/`);
      await until(browser, PATIENCE, () => { const whole = document.querySelector('p2c-page'); return !!whole.whole && !whole.lab.pending; });
      for (const id of Object.keys(LABS)) {
        await runLab(browser, id);
        assert.ok(await browser.evaluate(end, id), `the canvases of ${id} show something`);
      }
      await silent();
    });

    test(`${scenarios.length} golden scenarios give their fingerprints`, async () => {
      await browser.go(`${server.origin}/bare.html`);
      await until(browser, PATIENCE, () => !!globalThis.p2c);
      const found = await browser.evaluate(fingerprints, scenarios.map(({ config }) => config));
      for (const [i, { name, fingerprint }] of scenarios.entries()) assert.equal(found[i], fingerprint, name);
      await silent();
    });

    for (const name of OTHERS)
      test(`${name} opens in silence and shows something`, async () => {
        await browser.go(`${server.origin}/${name}`);
        await until(browser, PATIENCE, () => !!(document.querySelector('p2c-lab')?.shadowRoot ?? document).querySelector('canvas, .uplot, table'));
        await silent();
      });
  });
