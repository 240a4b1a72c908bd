// The page begins with the small core, and fetches the whole one when it is needed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { openPage } from './support/chromium.mjs';
import { whole, through, result } from './support/cores.mjs';
import { answered, built, missing, taken, text as textOf, theBuiltPage, type, until } from './support/page.mjs';
import { serve } from './support/server.mjs';

describe('the page begins with the small core', { skip: missing }, () => {
  const here = theBuiltPage();
  const SMALL = /\/small-[^/]*\.wasm$/;
  const WHOLE = /\/p2c-[^/]*\.wasm$/;
  const count = (asked, name) => asked.filter((url) => name.test(url)).length;
  // What should be seen at once is not waited for as long as a run is.
  const SOON_MS = 20_000;

  const fleetDone = () => {
    const fleet = document.querySelector('p2c-fleet');
    document.querySelector('#fleet [data-ask] [data-run]')?.click();
    return !!fleet.good && fleet.good.config === fleet.config && fleet.good.policies === fleet.policies && !fleet.runner.busy && !fleet.due;
  };
  const policyOf = (page, card, id) => page.$eval(`#fleet [data-card="${card}"] select`, (e, v) => { e.value = v; e.dispatchEvent(new Event('change', { bubbles: true })); }, id);
  const sentence = () => [...document.querySelectorAll('#fleet .note > span')].map((e) => e.textContent.trim()).join(' ');

  /** The page at its fleet lab, the first comparison done and nothing beyond it asked for. */
  async function atFleet(options) {
    const opened = await here.open('', options);
    await opened.page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(opened.page, fleetDone);
    return opened;
  }

  test('a first visit fetches it, once, and not the whole one', async () => {
    const { page, said, asked } = await here.open('', { early: true });
    await until(page, () => performance.getEntriesByName('p2c-engine').length > 0 && !document.querySelector('p2c-duel').pair.still && !!document.querySelector('p2c-duel').waits);
    await page.waitForNetworkIdle();
    assert.deepEqual([count(asked, SMALL), count(asked, WHOLE)], [1, 0]);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('nor do the opening figure’s dial, its steps and a throw of balls', async () => {
    const { page, said, asked } = await here.open();
    await type(page, '#duel [data-path="load"]', '70');
    await until(page, () => document.querySelector('p2c-duel').pairLoad === 0.7);
    for (const button of ['play', 'step', 'reset', 'step']) await page.click(`p2c-duel [data-${button}]`);
    await until(page, () => !!document.querySelector('p2c-throw')?.runs);
    await page.$eval('#bins p2c-throw', (e) => e.scrollIntoView({ behavior: 'instant' }));
    for (const button of ['reset', 'step', 'play']) await page.$eval(`#bins p2c-throw [data-${button}]`, (e) => e.click());
    await until(page, () => { const { done, total } = document.querySelector('p2c-throw'); return done === total; });
    assert.equal(count(asked, WHOLE), 0);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('nor does another load of the fleet', async () => {
    const { page, said, asked } = await atFleet();
    await type(page, '#fleet [data-path="load"]', '80');
    await until(page, fleetDone);
    assert.equal(await page.$eval('p2c-fleet', (e) => e.good.results[0].result.config.load), 0.8);
    assert.equal(count(asked, WHOLE), 0);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('nor do three looks in balls and bins', async () => {
    const { page, said, asked } = await here.open();
    await page.evaluate(() => [...document.querySelectorAll('#bins .bt .seg button')].find((b) => b.textContent.trim() === '3').click());
    await answered(page, 'bins', () => /look at 3/.test(document.querySelector('#bins p2c-figure .finding').textContent) && !document.querySelector('p2c-bins').runner.busy);
    assert.equal(count(asked, WHOLE), 0);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a policy beyond it brings the whole core, once, and shows its result', async () => {
    const { page, said, asked } = await atFleet();
    await policyOf(page, 1, 'memory');
    await until(page, fleetDone);
    const [config, fingerprint] = await page.$eval('p2c-fleet', (e) => [e.asks()[1], e.good.results[1].result.fingerprint]);
    const lab = await openLab();
    assert.equal((await lab.run(config)).fingerprint, fingerprint);
    lab.close();
    await type(page, '#fleet [data-path="load"]', '-5');
    await until(page, () => !!document.querySelector('#fleet .note.bad'));
    await policyOf(page, 1, 'round-robin');
    assert.equal(count(asked, WHOLE), 1);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the small core is not fetched again when the whole one takes over', async () => {
    const { page, asked } = await atFleet();
    await policyOf(page, 1, 'memory');
    await until(page, fleetDone);
    await page.waitForNetworkIdle();
    assert.equal(count(asked, SMALL), 1);
    await page.close();
  });

  test('a load that cannot be brings the whole core, once, and its sentence about the field', async () => {
    const { page, said, asked } = await atFleet();
    await type(page, '#fleet [data-path="load"]', '-5');
    await until(page, () => !!document.querySelector('#fleet .note.bad'));
    assert.match(await textOf(page, '#fleet .note.bad'), /^load must be a number above 0/);
    assert.ok(await page.$('#fleet [data-path="load"] .wrong'), 'the field is marked');
    await type(page, '#fleet [data-path="load"]', '70');
    await until(page, fleetDone);
    assert.equal(await page.$('#fleet .note.bad'), null);
    assert.equal(count(asked, WHOLE), 1);
    assert.deepEqual(said, []);
    await page.close();
  });

  /** The page with the whole core held back. `release` lets it come. */
  async function held() {
    let release;
    let ask;
    const freed = new Promise((done) => { release = done; });
    const called = new Promise((done) => { ask = done; });
    const server = await serve(built, { before: (path) => { if (!WHOLE.test(path)) return undefined; ask(); return freed; } });
    const opened = await openPage(here.chromium.browser, server.origin);
    await taken(opened.page);
    const close = async () => { release(); await opened.page.close(); await server.close(); };
    return { ...opened, release, called, close };
  }

  const frames = (page) => page.evaluate(async () => { for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame); });

  test('while the whole core is awaited nothing wrong is shown, and all that was asked for follows', async () => {
    const { page, said, asked, release, called, close } = await held();
    await page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, fleetDone);
    const results = () => page.$eval('p2c-fleet', (e) => e.good.results.map(({ result }) => result.fingerprint));
    const before = await results();
    await policyOf(page, 1, 'memory');
    await called;
    await until(page, () => document.querySelector('#fleet [data-card="1"]').classList.contains('stale'));
    await type(page, '#fleet [data-path="load"]', '-5');
    await frames(page);
    assert.deepEqual(await results(), before);
    assert.equal(await page.evaluate(sentence), '');
    await type(page, '#fleet [data-path="load"]', '60');
    await page.evaluate(() => { location.hash = '#duel?a.id=memory'; });
    await until(page, () => document.querySelector('p2c-duel').policies[0].id === 'memory');
    await frames(page);
    assert.match(await textOf(page, '[data-ratio]'), /^…$/);
    assert.deepEqual([await results(), await page.$('.note.bad')], [before, null]);
    assert.deepEqual(said, []);
    release();
    await until(page, fleetDone);
    assert.equal(await page.$eval('p2c-fleet', (e) => e.good.results[1].result.config.policy.id), 'memory');
    assert.equal(await page.$eval('p2c-fleet', (e) => e.good.results[1].result.config.load), 0.6);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await until(page, () => { const { pair } = document.querySelector('p2c-duel'); return !!pair && !pair.still && /×/.test(document.querySelector('[data-ratio]').textContent); });
    assert.equal(await page.$eval('p2c-duel', (e) => e.pair.runs[0].result().config.policy.id), 'memory');
    assert.deepEqual([count(asked, WHOLE), said], [1, []]);
    await close();
  });

  test('a load that cannot be, while the whole core is awaited: the sentence comes with it', async () => {
    const { page, said, release, called, close } = await held();
    await page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, fleetDone);
    await type(page, '#fleet [data-path="load"]', '-5');
    await called;
    await frames(page);
    assert.equal(await page.evaluate(sentence), '');
    release();
    await until(page, () => !!document.querySelector('#fleet .note.bad'));
    assert.match(await textOf(page, '#fleet .note.bad'), /^load must be a number above 0/);
    assert.deepEqual(said, []);
    await close();
  });

  /** The page, for which the whole core cannot be had until `heal`. */
  async function unwell() {
    const opened = await atFleet();
    const cdp = await opened.page.createCDPSession();
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/p2c-*.wasm' }] });
    let answer;
    const refused = new Promise((done) => { answer = done; });
    cdp.on('Fetch.requestPaused', async ({ requestId }) => { await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 503 }); answer(); });
    return { ...opened, refused, heal: () => cdp.send('Fetch.disable') };
  }
  // A browser says by itself that an address answered 503.
  const ours = (said) => said.filter((line) => !/the server responded with a status of 503/.test(line));

  const REFUSED = [['a policy beyond the small core', (page) => policyOf(page, 1, 'memory'), (page) => policyOf(page, 1, 'choices')], ['a load that cannot be', (page) => type(page, '#fleet [data-path="load"]', '-5'), () => {}]];
  for (const [what, change, back] of REFUSED) {
    test(`${what}, where the whole core cannot be had: a sentence says so, and nothing is awaited for ever`, async () => {
      const { page, said, refused } = await unwell();
      await change(page);
      await refused;
      await page.waitForFunction(sentence, { timeout: SOON_MS });
      assert.match(await page.evaluate(sentence), /\S.{10,}\.$/);
      assert.equal(await page.$eval('p2c-fleet', (e) => e.runner.busy || !!e.due), false, 'nothing is awaited');
      assert.deepEqual(ours(said), []);
      await page.close();
    });

    test(`${what}, where the whole core cannot be had: the next change goes through, and its results are shown as such`, async () => {
      const { page, said, refused, heal } = await unwell();
      await change(page);
      await refused;
      await frames(page);
      await heal();
      await back(page);
      await type(page, '#fleet [data-path="load"]', '70');
      await until(page, () => { const { good, runner } = document.querySelector('p2c-fleet'); document.querySelector('#fleet [data-ask] [data-run]')?.click(); return good.results[1].result.config.load === 0.7 && !runner.busy; });
      await frames(page);
      assert.deepEqual(await page.$$eval('#fleet .card', (all) => all.map((card) => card.classList.contains('stale'))), [false, false, false, false]);
      assert.deepEqual(ours(said), []);
      await page.close();
    });
  }
});
