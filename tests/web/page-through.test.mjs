// A fleet's run from its start to its end: shown when the configuration cuts it in stretches, and only then.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missing, ready, text, theBuiltPage, until } from './support/page.mjs';

describe('the run of a fleet, stretch by stretch', { skip: missing }, () => {
  const { open } = theBuiltPage();

  test('a replica that joins empty is seen through the run', async () => {
    const { page, said } = await open('#fleet');
    await ready(page, 'fleet');
    const figures = () => page.$$eval('#fleet p2c-figure .finding', (all) => all.map((e) => e.textContent.trim()));
    assert.equal((await figures()).includes('Mean wait through the run'), false);
    await page.$$eval('#fleet .try button', (all) => all.find((b) => b.textContent.includes('One replica joins empty')).click());
    await until(page, () => [...document.querySelectorAll('#fleet p2c-figure .finding')].some((e) => e.textContent.includes('through the run')));
    await ready(page, 'fleet');
    assert.equal((await figures()).at(-1), 'Mean wait through the run');
    const sub = await page.$$eval('#fleet p2c-figure figcaption p', (all) => all.at(-1).textContent);
    assert.match(sub, /^40 stretches/);
    assert.doesNotMatch(sub, /warm-up/);
    assert.match(await text(page, '#fleet .scen'), /8 replicas/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the warm-up is marked', async () => {
    const { page, said } = await open('#fleet?series=50&warmup=0.1&load=0.95&requests=20000&replications=4');
    await ready(page, 'fleet');
    assert.match(await page.$$eval('#fleet p2c-figure figcaption p', (all) => all.at(-1).textContent), /warm-up/);
    assert.deepEqual(said, []);
    await page.close();
  });
});
