// Long runs of the fleet, of hashing and of fan-out wait for a press: settings are kept, results stay, and a cancel leads back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, lookout, missing, text, theBuiltPage, type, until } from './support/page.mjs';

describe('long runs wait for a press', { skip: missing }, () => {
  const { open } = theBuiltPage();

  test('hashing: the question comes back when a first run is stopped', async () => {
    const { page, said } = await open('#hashing?scheme.id=consistent&scheme.virtualNodes=200&replications=1000000');
    await page.waitForSelector('#hashing [data-ask]');
    assert.match(await text(page, '#hashing [data-ask]'), /^A long run\. Run it, about \d+ (minutes?|hours?|days?) Only \d+ runs, about \d+ (seconds?|minutes?) Not started: it takes about/);
    assert.match(await text(page, '#hashing p2c-figure .finding'), /^Not run yet$/);
    await page.$eval('#hashing [data-run]', (e) => e.click());
    await until(page, () => /^Running, \d+/.test(document.querySelector('#hashing .running').textContent.trim()));
    await page.$eval('#hashing .running button', (e) => e.click());
    await page.waitForSelector('#hashing [data-ask] [data-run]');
    await until(page, () => location.hash.includes('replications=1000000'));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('fan-out: a few runs can be had in place of many, and the last results stay, greyed, until then', async () => {
    const { page, said } = await open('#fanout?requests=1000&replications=2');
    await answered(page, 'fanout', () => document.querySelectorAll('#fanout .uplot').length === 2 && !document.querySelector('#fanout .running button'));
    await page.evaluate(() => document.querySelectorAll('#fanout details').forEach((d) => { d.open = true; }));
    await type(page, '#fanout [data-path="replications"]', '100000');
    await page.waitForSelector('#fanout [data-ask] [data-fewer]');
    assert.equal(await page.$$eval('#fanout figure.stale .uplot', (all) => all.length), 2);
    await until(page, () => location.hash.includes('replications=100000'));
    // A few runs may be done before anybody can press Esc: the page does, as soon as it says that they run.
    const stopped = await lookout(page, () => {
      if (!/^Running, \d+/.test(document.querySelector('#fanout .running').textContent.trim())) return false;
      globalThis.few = document.querySelector('p2c-fanout').full.replications;
      return dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    });
    await page.$eval('#fanout [data-fewer]', (e) => e.click());
    await stopped();
    const few = await page.evaluate(() => globalThis.few);
    assert.ok(few > 2 && few < 100000, `${few} runs`);
    await until(page, () => document.querySelector('p2c-fanout').full.replications === 2 && !document.querySelector('#fanout figure.stale'));
    assert.equal(await page.$('#fanout [data-ask]'), null);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the fleet: the loads beside the cards have their own question', async () => {
    const { page, said } = await open('#fleet?requests=2000&replications=2&load=0.5');
    const rest = () => answered(page, 'fleet', () => document.querySelectorAll('#fleet .card:not(.stale) [data-p99]').length === 4 && document.querySelector('p2c-fleet').sweep?.points.length === 24 && !document.querySelector('#fleet .running button'));
    await rest();
    await page.$eval('p2c-fleet', (e) => { e.sweep = undefined; e.sweeper.expected = 42; e.requestUpdate(); });
    await page.waitForSelector('#fleet [data-ask]');
    assert.match(await text(page, '#fleet [data-ask]'), /^The loads take long\. Run it, about 42 seconds Not started: it takes about 42 seconds\.$/);
    assert.equal(await page.$$eval('#fleet .charts > p2c-figure figure.stale', (all) => all.length), 1);
    await rest();
    assert.equal(await page.$$eval('#fleet figure.stale', (all) => all.length), 0);
    assert.deepEqual(said, []);
    await page.close();
  });
});
