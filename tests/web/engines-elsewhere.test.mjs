// What authors and readers take away, in three engines: <p2c-lab> by one script tag from another origin, embed.html in a frame of
// another origin, and the page as one file, opened from a folder; in silence, under the policies that are named for them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ENGINES, until } from './support/engines.mjs';
import { leastFor } from './support/host.mjs';
import { runLab } from './support/labs.mjs';
import { built, PATIENCE } from './support/page.mjs';
import { serve } from './support/server.mjs';
import { TAKE_DOWN, watched } from './support/watched.mjs';

const golden = JSON.parse(await readFile(new URL('../golden/scenarios.json', import.meta.url), 'utf8'));
const prints = (...names) => names.map((name) => golden[name].fingerprint);

/** Two golden scenarios as an author writes them, and one that is set as a configuration. */
const WRITTEN = 'replicas="8" load="0.85" requests="4000" replications="3" seed="7" policies="random,choices"';
const LINKED = 'replicas=8&load=0.85&requests=4000&replications=3&seed=7&policies=random,choices';
const BOTH = prints('fleet random', 'fleet two choices');
const SET = 'fleet hedged within a budget, common sizes, snapshots';
/** Of all experiments, some of which the elements do not have. */
const SOME = ['bins two choices', 'bins batched, one choice', 'fleet of the article', 'hashing ring', SET];

const file = `${built}/p2c-lab.html`;
const page = await readFile(file, 'utf8').catch(() => undefined);
const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,">';

/** In a page: fingerprints of configurations, by its library. */
async function fingerprints(configs) {
  const lab = await p2c.openLab({ workers: 2 });
  const results = await Promise.all(configs.map((config) => lab.run(config)));
  lab.close();
  return results.map((result) => result.fingerprint);
}

/** The policy that the single file names, as an object, with the script of the test allowed. */
function policyOfFile() {
  const directives = /<!-- Content-Security-Policy: ([^]*?) -->/.exec(page)[1].split('; ').map((d) => [d.slice(0, d.indexOf(' ')), d.slice(d.indexOf(' ') + 1)]);
  const own = Object.fromEntries(directives);
  return { ...own, 'script-src': `${own['script-src']} 'sha256-${createHash('sha256').update(TAKE_DOWN).digest('base64')}'` };
}

for (const engine of ENGINES)
  describe(`elsewhere, in ${engine.name}`, { skip: engine.missing }, () => {
    let browser;
    let folder;
    let lab;
    const servers = [];
    const start = async (...parameters) => { const server = await serve(...parameters); servers.push(server); return server; };
    before(async () => {
      const embed = await readFile(`${built}/embed.html`, 'utf8');
      lab = await start(built, { documents: { '/take-down.js': TAKE_DOWN, '/embed.html': watched(embed, '/take-down.js') } });
      folder = await mkdtemp(join(tmpdir(), 'p2c-file-'));
      browser = await engine.launch();
    });
    after(async () => {
      await browser?.close();
      for (const server of servers) await server.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Opens a post of another origin. */
    async function post(body, policy = leastFor(lab.origin)) {
      const host = await start(folder, { policy, documents: { '/post.html': `${head}${body}` } });
      await browser.go(`${host.origin}/post.html`);
    }
    const silent = async () => assert.deepEqual([...browser.heard, ...(await browser.evaluate(() => said))], []);
    const fetched = async (allowed) => assert.deepEqual((await browser.evaluate(() => asked())).filter((url) => !allowed.includes(url)), []);

    test('one script tag from another origin, under the least policy: golden fingerprints, by workers, in silence', async () => {
      await post(`<script src="${lab.origin}/take-down.js"></script><script defer src="${lab.origin}/p2c-lab.js"></script></head><body>
        <p2c-lab part="comparison" ${WRITTEN}></p2c-lab><p2c-lab part="chart" ${WRITTEN}></p2c-lab>`);
      await until(browser, PATIENCE, () => told.length >= 4 && [...document.querySelectorAll('p2c-lab')].every((e) => e.shadowRoot?.querySelector('.pt-v, .uplot canvas')));
      assert.deepEqual((await browser.evaluate(() => told)).map(([name, print]) => `${name} ${print}`).sort(), [...BOTH, ...BOTH].map((print) => `result ${print}`).sort());
      await browser.evaluate((config) => { told.length = 0; document.querySelector('p2c-lab').config = config; }, golden[SET].config);
      await until(browser, PATIENCE, () => told.length >= 2);
      assert.deepEqual((await browser.evaluate(() => told))[1], ['result', ...prints(SET)]);
      assert.ok((await browser.evaluate(() => worked)) > 0, 'workers did it');
      await fetched(['take-down', 'p2c-lab', 'p2c-lab-runs', 'p2c-lab-charts', 'p2c-lab-core'].map((name) => `${lab.origin}/${name}.js`));
      await silent();
    });

    test('the live skyline plays, there too', async () => {
      await post(`<script src="${lab.origin}/take-down.js"></script><script defer src="${lab.origin}/p2c-lab.js"></script></head><body><p2c-lab policy="choices" load="0.7"></p2c-lab>`);
      const further = (from) => (document.querySelector('p2c-lab').shadowRoot?.querySelector('p2c-live')?.pair?.count ?? 0) > from;
      await until(browser, PATIENCE, further, 0);
      await until(browser, PATIENCE, further, await browser.evaluate(() => document.querySelector('p2c-lab').shadowRoot.querySelector('p2c-live').pair.count));
      assert.ok(await browser.evaluate(() => [...document.querySelector('p2c-lab').shadowRoot.querySelector('p2c-live').renderRoot.querySelectorAll('canvas')].every((c) =>
        c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v) => v !== 0))), 'both sides are drawn');
      await silent();
    });

    test('embed.html in a frame of another origin: golden fingerprints, its height told, in silence', async () => {
      const policy = { 'default-src': "'none'", 'frame-src': lab.origin, 'script-src': lab.origin, 'img-src': 'data:' };
      await post(`<script src="${lab.origin}/take-down.js"></script></head><body><iframe title="lab" width="600" height="420" src="${lab.origin}/embed.html#fleet/comparison?${LINKED}"></iframe>`, policy);
      await until(browser, PATIENCE, () => framed.length >= 2 && heights.at(-1) > 150);
      assert.deepEqual(await browser.evaluate(() => framed.map((f) => f.told)), BOTH.map((print) => ['result', print]));
      const last = await browser.evaluate(() => framed.at(-1));
      assert.deepEqual([last.said, last.asked.filter((url) => !/\/(take-down\.js|p2c-lab(-runs)?\.js|embed\.css)$/.test(url))], [[], []]);
      await silent();
    });

    describe('the page as one file', { skip: page ? false : 'it is not built: scripts/build page' }, () => {
      /** Labs run and draw, the library gives golden fingerprints by workers, in the typeface of the page, and nothing is asked for. */
      async function works(url, labs) {
        await browser.go(url);
        await until(browser, PATIENCE, () => { const whole = document.querySelector('p2c-page'); whole?.readOn?.(); return !!whole?.whole && !whole.lab.pending && !!globalThis.p2c; });
        assert.deepEqual(await browser.evaluate(fingerprints, SOME.map((name) => golden[name].config)), prints(...SOME));
        assert.ok((await browser.evaluate(() => worked)) > 0, 'workers did it');
        for (const id of labs) await runLab(browser, id);
        assert.ok(await browser.evaluate(() => document.fonts.check('500 14px "Inter Variable"')));
        await fetched([]);
        await silent();
      }

      test('from a folder, without a network: labs run, golden fingerprints, in silence', async () => {
        await writeFile(join(folder, 'p2c-lab.html'), watched(page));
        await works(pathToFileURL(join(folder, 'p2c-lab.html')).href, ['duel', 'bins', 'fleet']);
      });

      test('under the policy that stands at its head', async () => {
        const server = await start(folder, { policy: policyOfFile(), documents: { '/file.html': watched(page) } });
        await works(`${server.origin}/file.html`, ['duel', 'bins']);
      });
    });
  });
