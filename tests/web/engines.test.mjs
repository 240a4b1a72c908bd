// The built pages in three engines: each lab runs, in silence, under the strict policy, and the library gives the golden fingerprints.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { ENGINES, until } from './support/engines.mjs';
import { LABS, OTHERS, runLab } from './support/labs.mjs';
import { built, PATIENCE } from './support/page.mjs';
import { serve } from './support/server.mjs';
import { TAKE_DOWN, watched } from './support/watched.mjs';

const scenarios = Object.entries(JSON.parse(readFileSync(new URL('../golden/scenarios.json', import.meta.url), 'utf8')))
  .map(([name, { config, fingerprint }]) => ({ name, config, fingerprint }));

/** Stops what a lab still does, and takes its figures' word for a chart that is drawn. */
function end(id) {
  const lab = document.getElementById(id);
  lab.cancelled?.();
  return [...lab.querySelectorAll('canvas')].filter((c) => c.width > 0).every((c) => {
    const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
    return data.some((v) => v !== 0);
  });
}

/** So many at a time: a slow machine answers before its caller gives up. */
const AT_A_TIME = 20;

/** Every so many scenarios are shared by two workers; in Chromium all of them are, and by other numbers in browser.test.mjs. */
const SHARED = 8;

/** Fingerprints of configurations, through the library of a page. */
async function fingerprints(configs, shared) {
  globalThis.labs ??= [await p2c.openLab({ workers: 1 }), await p2c.openLab({ workers: 2 })];
  const results = await Promise.all(configs.map((config, i) => labs[i % shared ? 0 : 1].run(config)));
  return results.map((result) => result.fingerprint);
}

/** The page's document, which takes down what is said in it. */
const pageOf = (name) => watched(readFileSync(`${built}/${name}`, 'utf8'), '/take-down.js');

/** The library alone: the scripts of the page in a document without it. */
const bare = () => pageOf('index.html').replace(/<body>.*<\/body>/s, '<body></body>');

for (const engine of ENGINES)
  describe(`in ${engine.name}`, { skip: engine.missing }, () => {
    let browser;
    let server;
    before(async () => {
      const pages = ['index.html', ...OTHERS].map((name) => [`/${name}`, pageOf(name)]);
      server = await serve(built, { documents: { ...Object.fromEntries(pages), '/bare.html': bare(), '/take-down.js': TAKE_DOWN } });
      browser = await engine.launch();
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    const silent = async () => assert.deepEqual([...browser.heard, ...(await browser.evaluate(() => said))], []);

    test('every lab runs and draws, in silence and under the strict policy', async () => {
      await browser.go(`${server.origin}/`);
      await until(browser, PATIENCE, () => { const whole = document.querySelector('p2c-page'); whole.readOn(); return !!whole.whole && !whole.lab.pending; });
      for (const id of Object.keys(LABS)) {
        await runLab(browser, id);
        assert.ok(await browser.evaluate(end, id), `the canvases of ${id} show something`);
      }
      await silent();
    });

    test(`${scenarios.length} golden scenarios give their fingerprints`, async () => {
      await browser.go(`${server.origin}/bare.html`);
      await until(browser, PATIENCE, () => !!globalThis.p2c);
      const found = [];
      for (let i = 0; i < scenarios.length; i += AT_A_TIME) found.push(...(await browser.evaluate(fingerprints, scenarios.slice(i, i + AT_A_TIME).map(({ config }) => config), engine.name === 'Chromium' ? 1 : SHARED)));
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
