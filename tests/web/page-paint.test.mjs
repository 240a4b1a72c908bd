// What the page shows before its engine is there: made when it was built, the same as the engine makes, taken over without a jump.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openLab } from '../../web/api/index.js';
import { openPage } from './support/chromium.mjs';
import { PATIENCE, answered, built, missing, taken, text, theBuiltPage, type, until } from './support/page.mjs';
import { serve, STRICT_POLICY } from './support/server.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(`../../build/generated/${name}.json`, import.meta.url), 'utf8'));

// What results write is not always of one length.
const A_LINE = 24;

/** Five digits are shipped. */
const near = (a, b) => Math.abs(a - b) <= 1e-4 * Math.abs(b);

/** Every number of `shipped` is that of `right`, and nothing is there that `right` has not. */
function agree(shipped, right, path) {
  if (typeof shipped === 'number' && typeof right === 'number') return assert.ok(near(shipped, right), `${path}: ${shipped}, not ${right}`);
  if (shipped === null || typeof shipped !== 'object') return assert.equal(shipped, right, path);
  for (const [key, value] of Object.entries(shipped)) agree(value, right?.[key], `${path}.${key}`);
}

describe('what is shipped', () => {
  let lab;
  before(async () => { lab = await openLab({ workers: 1 }); });  // nothing to merge: it is quicker so

  test('is of this version, with the engine’s catalogue', () => {
    const { version, catalogue } = read('opening');
    assert.equal(version, lab.version);
    assert.deepEqual(catalogue, lab.catalogue);
  });

  test('results are those of the engine: fingerprints, and every number to the digits that are kept', async () => {
    const results = read('results');
    assert.ok(results.length >= 30);
    for (const [task, shipped] of results) {
      const right = await lab.run(task);
      assert.equal(shipped.fingerprint, right.fingerprint, task);
      // Series and laws are in the order of their places; those of a tail end early.
      agree(shipped, right, task);
    }
  });

  test('the throw is the engine’s', () => {
    const { thrown } = read('opening');
    const run = lab.live(thrown.config);
    while (run.step(1e6));
    assert.deepEqual([...run.snapshot('load')], thrown.loads[0]);
    run.close();
  });
});

describe('the page before its engine', { skip: missing }, () => {
  const here = theBuiltPage();

  /** The page with its machine code held back. `release` lets it come. */
  async function held(hash = '', { size, still } = {}) {
    let release;
    const freed = new Promise((done) => { release = done; });
    const server = await serve(built, { before: (path) => (/\.wasm$/.test(path) ? freed : undefined) });
    const page = await here.chromium.browser.newPage();
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(`pageerror: ${error.message ?? error}`));
    if (size) await page.setViewport(size);
    if (still) await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.goto(`${server.origin}/${hash}`);
    await until(page, () => { const whole = document.querySelector('p2c-page'); whole.readOn(); return whole.whole; });
    const close = async () => { await page.close(); await server.close(); };
    return { page, said, release, close };
  }

  const pictures = (page) => page.$$eval('p2c-duel canvas, p2c-throw canvas', (all) => all.map((c) => c.toDataURL()));
  const figures = (page) => page.$$eval('#bins .finding, #fleet .finding, #fleet [data-p99], p2c-duel .num', (all) => all.map((e) => e.textContent));
  const height = (page) => page.evaluate(() => document.documentElement.scrollHeight);

  for (const size of [{ width: 1280, height: 800 }, { width: 360, height: 740 }])
    test(`has its figures and controls, and the engine takes over without changing any (${size.width} px)`, async () => {
      const { page, said, release, close } = await held('', { size, still: true });
      await page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
      await until(page, () => document.querySelectorAll('#bins .charts .uplot').length === 3 && document.querySelectorAll('#fleet .uplot').length === 3);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      assert.match(await text(page, '[data-ratio]'), /^[4-7]\.\d×$/);
      assert.equal(await page.$$eval('#fleet .card [data-p99]', (all) => all.length), 4);
      assert.match(await text(page, '#bins .prov'), /Fingerprint of look at 2 [0-9a-f]{16}/);
      assert.equal(await page.$eval('p2c-duel', (e) => e.lab.pending), true);
      const [drawn, said1, tall] = [await pictures(page), await figures(page), await height(page)];
      assert.ok(drawn.every((url) => url.length > 1500), 'every canvas is drawn');
      release();
      await taken(page);
      await until(page, () => !document.querySelector('p2c-throw').lab.pending && document.querySelector('p2c-throw').runs);
      assert.deepEqual(await figures(page), said1);
      assert.deepEqual(await pictures(page), drawn);
      assert.ok(Math.abs((await height(page)) - tall) <= A_LINE, `${await height(page)} px, not ${tall}`);
      assert.deepEqual(said, []);
      await close();
    });

  test('what is touched early is shown at once, and runs once the engine is there', async () => {
    const { page, said, release, close } = await held();
    await type(page, '#bins [data-path="ballsPerBin"]', '50');
    await type(page, '#duel [data-path="load"]', '80');
    await page.click('p2c-duel [data-play]');
    assert.equal(await page.$eval('#duel [data-path="load"] input[type=range]', (e) => e.getAttribute('aria-valuetext') ?? e.value).then((v) => v !== ''), true);
    assert.match(await text(page, '#bins .prov'), /of 10,000 balls/);
    assert.ok(await page.$('#bins figure.stale .uplot'), 'numbers of other settings are greyed');
    release();
    await answered(page, 'bins', () => /of 5,000 balls/.test(document.querySelector('#bins .prov').textContent));
    await until(page, () => document.querySelector('p2c-duel').pairLoad === 0.8 && !document.querySelector('p2c-duel').pair.still);
    assert.match(await text(page, 'p2c-duel [data-play]'), /Play/);
    assert.deepEqual(said, []);
    await close();
  });

  test('a link to other settings shows no numbers of the usual ones', async () => {
    const { page, said, release, close } = await held('#duel?load=0.5');
    assert.equal(await text(page, '[data-ratio]'), '…');
    release();
    await until(page, () => /×/.test(document.querySelector('[data-ratio]').textContent));
    assert.deepEqual(said, []);
    await close();
  });

  test('a link to a section goes there, and stays there while the others come', async () => {
    const { page } = await here.open('#hashing');
    const there = () => { const { top } = document.querySelector('#hashing').getBoundingClientRect(); return top > -5 && top < 130; };
    await until(page, there);
    // Everything has come and has been laid out; what is done after a jump, for three seconds, is over.
    await page.evaluate(async () => { await document.fonts.ready; for (const end = performance.now() + 700; performance.now() < end;) await new Promise(requestAnimationFrame); });
    assert.ok(await page.evaluate(there));
    await page.close();
  });

  test('without WebAssembly the figures stay, the controls are off, and one note says why', async () => {
    const strict = await serve(built, { policy: { ...STRICT_POLICY, 'script-src': "'self'" } });
    const { page, said } = await openPage(here.chromium.browser, strict.origin);
    await page.waitForSelector('.hero .note');
    await until(page, () => { const whole = document.querySelector('p2c-page'); whole.readOn(); return whole.whole; });
    await page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, () => document.querySelectorAll('#fleet .uplot').length === 3);
    for (const [id, count] of [['fanout', 2], ['hashing', 1]]) {
      await page.$eval(`#${id} .grid`, (e) => e.scrollIntoView({ behavior: 'instant' }));
      await until(page, (s, n) => document.querySelectorAll(`${s} .uplot`).length === n, `#${id}`, count);
    }
    assert.equal((await page.$$('.note')).length, 1);
    assert.equal(await page.$$eval('main button, main input, main select', (all) => all.filter((e) => !e.disabled && !e.closest('.tools')).length), 0);
    assert.match(await text(page, '[data-ratio]'), /×$/);
    await page.$eval('#bins p2c-figure .tools button', (b) => b.click());
    assert.match(await text(page, '#bins .data-t'), /Balls per bin/);
    assert.equal(await page.$$eval('main', ([e]) => /Running/.test(e.innerText)), false);
    assert.deepEqual(said.filter((line) => /pageerror/.test(line)), []);
    await page.close();
    await strict.close();
  });
});

describe('after a change', { skip: missing }, () => {
  const here = theBuiltPage();

  test('the fleet shows a few runs of every policy first, greyed, and then all runs', async () => {
    const { page, said } = await here.open('#fleet?requests=2000');
    await answered(page, 'fleet', () => document.querySelectorAll('#fleet .uplot').length === 3 && !document.querySelector('p2c-fleet').runner.busy);
    const seen = await page.evaluate(async (patience) => {
      const fleet = document.querySelector('p2c-fleet');
      const log = [];
      const look = () => log.push({ runs: fleet.results.map((r) => r.result.replications.of), grey: [...fleet.querySelectorAll('.card')].map((c) => c.classList.contains('stale')), busy: fleet.runner.busy });
      const before = fleet.results;
      // After every change that is shown.
      const { updated } = fleet;
      fleet.updated = (changes) => { updated?.call(fleet, changes); if (fleet.results !== before) look(); };
      fleet.edited({ path: 'load', value: 0.8, done: true });
      for (const end = performance.now() + patience; performance.now() < end && !(log.at(-1)?.runs.every((n) => n === 20) && !fleet.runner.busy);) {
        fleet.querySelector('[data-ask] [data-run]')?.click();
        await new Promise((done) => setTimeout(done, 50));
      }
      await fleet.updateComplete;
      look();
      return log;
    }, PATIENCE);
    const glances = seen.filter(({ runs }) => runs.every((n) => n === 4));
    assert.ok(glances.length > 0, 'a first look at all of them');
    assert.ok(glances.every(({ grey }) => grey.every(Boolean)), 'greyed');
    assert.deepEqual(seen.at(-1).runs, [20, 20, 20, 20]);
    assert.ok(seen.at(-1).grey.every((g) => !g));
    assert.deepEqual(said, []);
    await page.close();
  });
});

describe('scripts/serve', () => {
  test('packs text and machine code, keeps named files for ever, and packs nothing that is packed', async () => {
    const server = spawn(process.execPath, [fileURLToPath(new URL('../../scripts/serve', import.meta.url)), built], { env: { ...process.env, PORT: '0' } });
    try {
      const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
      const origin = /http:\S+/.exec(line)[0];
      const get = async (path, accepted) => {
        const { headers } = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': accepted } });
        return Object.fromEntries(['content-encoding', 'cache-control', 'content-type', 'content-length'].map((name) => [name, headers.get(name)]));
      };
      const html = await (await fetch(origin)).text();
      const [script] = /assets\/[^"]+\.js/.exec(html);
      const main = await get(script, 'gzip');
      assert.equal(main['content-encoding'], 'gzip');
      assert.match(main['cache-control'], /immutable/);
      assert.equal((await get(script, 'gzip, br'))['content-encoding'], 'br');
      assert.equal((await get(script, 'gzip;q=0'))['content-encoding'], null);
      assert.equal((await get('', 'gzip'))['cache-control'], 'no-cache');
    } finally {
      server.kill();
    }
  });
});
