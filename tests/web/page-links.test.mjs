// Links of the built page, and what is wrong in them: settings from the address and back, refusals, hostile text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missing, ready, text, theBuiltPage, type, until, visit } from './support/page.mjs';

describe('links of the page', { skip: missing }, () => {
  const here = theBuiltPage();
  const { open } = here;

  test('a link sets the controls, and Back returns to what was before', async () => {
    const { page } = await open('#bins?policy.d=3&bins=200&seed=9');
    const value = (path) => page.$eval(`#bins [data-path="${path}"] input[type=text]`, (e) => e.value);
    await until(page, () => document.querySelector('#bins [data-path="bins"] input[type=text]')?.value === '200');
    assert.equal(await value('seed'), '9');
    assert.equal(await value('policy.d'), '3');
    await page.evaluate(() => [...document.querySelectorAll('#bins .try button')].at(-1).click());
    await until(page, () => location.hash.includes('policy.replacement=true'));
    await page.goBack();
    await until(page, () => document.querySelector('#bins [data-path="bins"] input[type=text]').value === '200');
    await page.close();
  });

  test('Back from a link with a key that is no setting takes the note with it', async () => {
    const { page } = await open('');
    await page.waitForSelector('#bins .try button');
    await visit(page, '#bins?a%20b=3');
    await until(page, () => /no setting: “a b”/.test(document.querySelector('#bins .notes').textContent));
    await page.goBack();
    await until(page, () => !document.querySelector('#bins .note'));
    await page.close();
  });

  test('two policies of the fleet lab can be watched live, and Back undoes a starting point', async () => {
    const { page, said } = await open('#fleet?a.id=round-robin&b.id=least&replicas=16');
    await ready(page, 'fleet');  // figures that arrive would move the button under the pointer
    await page.click('#fleet [data-watch]');
    await until(page, () => /Round robin/.test(document.querySelector('p2c-duel .who').textContent));
    assert.equal(await page.evaluate(() => location.hash), '#duel?replicas=16&a.id=round-robin&b.id=least');
    assert.match(await text(page, '.hero .lead'), /Left: round robin\. Right: look at all\./);
    await page.goto(`${here.server.origin}/`);
    await page.$eval('p2c-page', (whole) => whole.readOn());
    await page.waitForSelector('#bins .try button');
    await page.evaluate(() => [...document.querySelectorAll('#bins .try button')][2].click());
    await until(page, () => location.hash.startsWith('#bins?bins=10000'));
    await page.goBack();
    await until(page, () => document.querySelector('#bins [data-path="bins"] input[type=text]').value === '100');
    assert.deepEqual(said, []);
    await page.close();
  });

  // The first link is what the page is opened with; the others are followed in it.
  test('a bad setting marks its control and says why', async () => {
    let opened;
    for (const [hash, control, words] of [
      ['#bins?bins=-5', '#bins [data-path="bins"]', /bins must be/],
      ['#bins?policy.d=500', '#bins [data-path="policy.d"]', /policy\.d must be/],
      ['#bins?bins=many', '#bins [data-path="bins"]', /bins must be/],
      ['#bins?policy.beta=7&policy.id=one-plus-beta', '#bins [data-path="policy.beta"]', /policy\.beta must be/],
      ['#bins?policy.id=nonsense', '#bins [data-path="policy"]', /policy/],
      ['#fleet?load=7000', '#fleet [data-path="load"]', /load must be/],
      ['#fleet?a.id=choices&a.d=0', '#fleet [data-path="card.0.d"]', /d must be/],
      ['#duel?replicas=0', '#duel [data-path="replicas"]', /replicas must be/],
    ]) {
      if (opened) await visit(opened.page, hash);
      opened ??= await open(hash);
      const { page, said } = opened;
      await until(page, (s) => document.querySelector(`${s}.bad`) && document.querySelector(`${s} [aria-invalid="true"]`), control);
      assert.match(await text(page, `${control} .wrong`), words, hash);
      assert.match(await text(page, `${hash.split('?')[0]} .notes .note`), words, hash);
      assert.equal(await page.$$eval('.note', (all) => all.length), 1, `${hash}: of the links before it nothing is left`);
      assert.deepEqual(said, [], hash);
    }
    await opened.page.close();
  });

  test('a hostile link becomes text, never markup, and touches no prototype', async () => {
    const nasty = '%3Cimg%20src%3Dx%20onerror%3D%22globalThis.hit%3D1%22%3E';
    let opened;
    for (const hash of [`#bins?${nasty}=1`, `#bins?engine=${nasty}`, `#bins?policy.id=${nasty}`, `#fleet?a.id=${nasty}&load=${nasty}`,
      `#fleet?service.id=${nasty}`, `#duel?speed=${nasty}`, '#bins?__proto__.hit=1&constructor.prototype.hit=1', `#${nasty}?x=1`, '#bins?%E0%A4%A=1&=&&=x']) {
      if (opened) await visit(opened.page, hash);
      opened ??= await open(hash);
      const { page, said } = opened;
      const seen = await page.evaluate(() => ({ hit: globalThis.hit, own: {}.hit, markup: document.querySelectorAll('main img, main script, main iframe').length }));
      assert.deepEqual(seen, { markup: 0 }, hash);
      assert.deepEqual(said, [], hash);
    }
    // An image that fails would have said so by then.
    await opened.page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    assert.equal(await opened.page.evaluate(() => globalThis.hit), undefined);
    assert.deepEqual(opened.said, []);
    await opened.page.close();
  });

  test('many changes in a row: the address follows them now and then, and ends with the last; Back drops what is due', async () => {
    const { page, said } = await open('#duel?replicas=16');
    const seen = await page.evaluate(async () => {
      const duel = document.querySelector('p2c-duel');
      const replace = history.replaceState.bind(history);
      let count = 0;
      history.replaceState = (...all) => { count += 1; replace(...all); };
      const start = performance.now();
      for (let i = 0; i < 40; i++) {
        duel.edited({ path: 'load', value: 0.5 + i / 100, done: true });
        await new Promise((done) => { requestAnimationFrame(done); });
      }
      return { count, most: 2 + (performance.now() - start) / 200 };
    });
    assert.ok(seen.count >= 1 && seen.count <= seen.most, `${seen.count} times, ${seen.most}`);
    await until(page, () => location.hash === '#duel?replicas=16&load=0.89' || location.hash === '#duel?load=0.89&replicas=16');
    await page.evaluate(() => {
      const duel = document.querySelector('p2c-duel');
      duel.writeLink(true);
      history.pushState(null, '', '#bins');
      duel.edited({ path: 'load', value: 0.6, done: true });
      duel.edited({ path: 'load', value: 0.7, done: true });
      history.back();
    });
    await new Promise((done) => setTimeout(done, 600));
    assert.match(await page.evaluate(() => location.hash), /load=0\.89/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a wrong value leaves the last results in place, greyed, and Undo takes it back', async () => {
    const { page, said } = await open('#bins?ballsPerBin=10&replications=20');
    await ready(page, 'bins');
    const before = await text(page, '#bins p2c-figure .finding');
    await type(page, '#bins [data-path="bins"]', '0.5');
    await page.waitForSelector('#bins [data-path="bins"] [aria-invalid="true"]');
    assert.equal(await text(page, '#bins p2c-figure .finding'), before);
    assert.ok(await page.$('#bins figure.stale'));
    await page.click('#bins .note .btn');
    assert.equal(await page.$('#bins [aria-invalid="true"]'), null);
    assert.equal(await page.$eval('#bins [data-path="bins"] input[type=text]', (e) => e.value), '100');
    assert.deepEqual(said, []);
    await page.close();
  });
});
