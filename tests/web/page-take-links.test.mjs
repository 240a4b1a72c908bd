// What leaves the built page when a link or the clipboard cannot carry it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missing, text, theBuiltPage, until } from './support/page.mjs';
import { fingerprints, keep, noNative } from './support/taken.mjs';

describe('what leaves the page without a link', { skip: missing }, () => {
  const here = theBuiltPage();
  const open = (hash, options) => here.open(hash, { before: keep, ...options });

  test('a link of more than 2,000 characters: the bar says so and gives a file, and who follows one is told', async () => {
    const { page, said } = await open();
    await page.click('.top .bar-size');
    await until(page, () => document.querySelector('.top .bar-size').textContent === 'Copied');
    assert.equal(await page.evaluate(() => globalThis.taken.clipboard.at(-1)), `${here.server.origin}/`);
    await page.evaluate(() => {
      const fleet = document.querySelector('p2c-fleet');
      const weights = Array.from({ length: 50 }, (_, i) => Number((i + 1.0001234567).toFixed(10)));
      fleet.config = { replicas: 50, replications: 2, requests: 2000 };
      fleet.policies = ['weighted-random', 'weighted-choices', 'least-weighted'].map((id) => ({ id, weights }));
      fleet.writeLink();
      globalThis.long = fleet.address();
      document.querySelector('.top .bar-size').click();
    });
    await until(page, () => /^These settings are too long for a link, which has 2,000 characters at most\. These are the commands/.test(document.querySelector('#fleet .share-text')?.textContent));
    const lines = await page.evaluate(() => globalThis.taken.clipboard.at(-1));
    assert.equal(lines.split('\n').length, 3);
    await page.$eval('#fleet [data-file]', (e) => e.click());
    assert.deepEqual(await page.evaluate(async () => { const { name, blob } = globalThis.taken.files.at(-1); return [name, await blob.text()]; }), ['p2c-fleet.sh', `${lines}\n`]);
    if (!noNative) {
      const made = await fingerprints(lines);
      assert.equal(made.length, 3);
    }
    await page.evaluate(() => { location.hash = globalThis.long; dispatchEvent(new PopStateEvent('popstate')); });
    await until(page, () => [...document.querySelectorAll('#fleet .note')].some((n) => n.textContent.includes('The link is longer than 2,000 characters. What stands beyond them was left out.')));
    const cards = await page.$eval('p2c-fleet', (e) => e.policies.map((p) => [p.id, p.weights?.length ?? 0]));
    assert.deepEqual(cards, [['weighted-random', 50], ['weighted-choices', 50], ['least-weighted', 0]], 'settings that were cut are left out, not half of them');
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a forbidden clipboard, and settings too long for a link; nothing scrolls sideways at 360 pixels', async () => {
    const { page, said } = await open('#hashing?scheme.cells=1000&replications=10', { size: { width: 360, height: 740 } });
    await page.evaluate(() => { globalThis.taken.forbidden = true; });
    await page.$eval('#fleet [data-copy=link]', (e) => e.click());
    await page.waitForSelector('#fleet .share-text textarea');
    const field = await page.$eval('#fleet textarea', (e) => [e.value, e.readOnly, e.selectionEnd - e.selectionStart]);
    assert.deepEqual(field, [`${here.server.origin}/#fleet`, true, field[0].length]);
    await page.evaluate(() => {
      globalThis.taken.forbidden = false;
      const fleet = document.querySelector('p2c-fleet');
      fleet.policies = [{ id: 'random' }];
      fleet.config = { service: { id: 'recorded', values: Array.from({ length: 60 }, (_, i) => i + 1) } };
    });
    await page.$eval('#fleet [data-copy=link]', (e) => e.click());
    await until(page, () => /60 numbers is too long for a link/.test(document.querySelector('#fleet .share-text').textContent));
    const config = JSON.parse(await page.evaluate(() => globalThis.taken.clipboard.at(-1)));
    assert.equal(config.service.values.length, 60);
    await page.$eval('#fleet [data-file]', (e) => e.click());
    const file = await page.evaluate(async () => { const { name, blob } = globalThis.taken.files.at(-1); return [name, JSON.parse(await blob.text())]; });
    assert.deepEqual(file, ['p2c-fleet.json', config]);
    assert.equal(await text(page, '#fleet [data-copy=command]'), 'Command line');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.deepEqual(said, []);
    await page.close();
  });
});
