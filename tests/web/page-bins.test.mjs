// The built page in a browser: every process of balls into bins, theory beside the data, sizes up to a trillion, and hashing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, missing, ready as readyIn, text, theBuiltPage, type, until } from './support/page.mjs';

const ready = (page) => readyIn(page, 'bins');

describe('balls into bins and hashing on the page', { skip: missing }, () => {
  const { at, open } = theBuiltPage();
  /** Not by pointer: what comes above may move it meanwhile. */
  const press = (page, selector) => page.$eval(selector, (e) => e.click());

  test('a figure far from view is drawn anew when it comes near, and one that is moved in its new place', async () => {
    const { page, said } = await open('#bins?bins=50&ballsPerBin=10&replications=10');
    await ready(page);
    const drawn = () => page.$eval('#bins p2c-figure', (f) => f.querySelector('canvas').toDataURL());
    const first = await drawn();
    await page.evaluate(() => { document.body.style.paddingTop = '3000px'; scrollTo(0, 0); });
    await until(page, () => document.querySelector('#bins p2c-figure').away);
    await type(page, '#bins [data-path="ballsPerBin"]', '200');
    await until(page, () => document.querySelector('p2c-bins').good?.config.ballsPerBin === 200);
    assert.equal(await drawn(), first, 'out of view the drawing stays');
    await page.$eval('#bins p2c-figure', (f) => f.scrollIntoView());
    await until(page, (before) => document.querySelector('#bins p2c-figure canvas').toDataURL() !== before, first);
    const second = await drawn();
    await page.$eval('#bins p2c-figure', (f) => { f.querySelector('canvas').getContext('2d').clearRect(0, 0, 9999, 9999); f.parentElement.append(f); });
    await until(page, (before) => [...document.querySelectorAll('#bins p2c-figure canvas')].some((c) => c.toDataURL() === before), second);
    assert.deepEqual(said, []);
    await page.close();
  });

  for (const [query, name] of [
    ['policy.id=memory&policy.remembered=2', /look at 1, remember 2/],
    ['policy.id=groups&policy.d=3', /one look in each of 3 groups/],
    ['policy.id=thinning&policy.threshold=0&policy.relativeTo=average', /second look above 0/],
    ['information.freshness.id=batched&information.freshness.balls=200&information.noise.id=gaussian&information.noise.sigma=2', /look at 2/],
    ['weights.id=pareto&weights.alpha=3', /look at 2/],
    ['capacities.id=two-sizes&capacities.ratio=8', /look at 2/],
    ['graph.id=cycle', /look at 2/],
  ])
    test(`a process runs from its link, and the link stays as it was: ${query}`, async () => {
      const hash = `#bins?bins=50&ballsPerBin=10&replications=10&${query}`;
      const { page, said } = await at(hash);
      await ready(page);
      assert.match(await text(page, '#bins p2c-figure .finding'), name);
      assert.match(await text(page, '#bins .throw .finding'), /^This throw: the fullest of 50 bins is/);
      const [path, value] = query.split('&').at(-1).split('=');
      const shown = await page.$eval(`#bins [data-path="${path.replace(/\.id$/, '')}"]`, (e) => e.querySelector('input[type=text], select')?.value ?? e.textContent);
      if (!path.endsWith('relativeTo')) assert.equal(shown, value);
      await press(page, '#bins [data-step]');
      await type(page, '#bins [data-path="seed"]', '7');
      const pairs = (h) => h.split('?')[1].split('&').sort();
      await until(page, () => location.hash.includes('seed=7'));
      assert.deepEqual(pairs(await page.evaluate(() => location.hash)), pairs(`${hash}&seed=7`));
      assert.deepEqual(said, []);
    });

  test('a combination that cannot be marks its control; policies that cannot join are named', async () => {
    const { page } = await at('#bins?bins=50&ballsPerBin=10&replications=10&graph.id=cycle');
    await ready(page);
    assert.match(await text(page, '#bins [data-left-out]'), /^Not compared: look at 1, look at 4\. .*graph/);
    const bad = await at('#bins?policy.d=3&graph.id=cycle');
    await until(bad.page, () => document.querySelector('#bins [data-path="graph"].bad [aria-invalid="true"]'));
    assert.match(await text(bad.page, '#bins [data-path="graph"] .wrong'), /graph\.id must be/);
    assert.deepEqual(bad.said, []);
  });

  for (const [query, why, engine] of [
    ['bins=100000000&ballsPerBin=1&replications=4', /one throw is drawn for up to/, /^Batched engine: Many balls at a time/],
    ['bins=50&ballsPerBin=10&replications=10&engine=profile', /direct engine/, /^Profile engine: /],
  ])
    test(`the engine is named, and a sentence stands in place of a throw that cannot be drawn: ${query}`, async () => {
      const { page, said } = await at(`#bins?${query}`);
      await ready(page);
      assert.match(await text(page, '#bins [data-no-throw]'), /^No single throw is drawn here: /);
      assert.match(await text(page, '#bins [data-no-throw]'), why);
      assert.match(await text(page, '#bins [data-engine]'), engine);
      assert.deepEqual(said, []);
    });

  test('theory stands beside the data, and laws that do not hold say why', async () => {
    const { page, said } = await at('#bins?ballsPerBin=10&replications=40');
    await ready(page);
    assert.match(await text(page, '#bins p2c-figure figcaption p'), /Dashed: exact law \(look at 1\), limit of infinitely many bins \(look at 4, look at 2\)|Dashed: exact law \(look at 1\), limit of infinitely many bins \(look at 2, look at 4\)/);
    await press(page, '#bins p2c-figure .tools button');
    const cells = await page.$$eval('#bins .data-t tr', (rows) => rows.map((r) => [...r.children].map((c) => c.textContent)));
    const column = cells[0].findIndex((c) => /Look at 1, theory/.test(c));
    const row = cells.find((r) => r[0] === '10');
    assert.ok(Math.abs(parseFloat(row[column].slice(1)) - 8.76) < 0.02, `exact gap of one look at 10 balls per bin: ${row[column]}`);
    await press(page, '#bins .laws summary');
    assert.match(await text(page, '#bins .laws tr.off .say'), /\.( |$)/);
    assert.match(await text(page, '#bins .laws tbody'), /ln ln n \/ ln d/);
    assert.deepEqual(said, []);
  });

  test('from a hundred bins on: sizes fill in, coarse to fine, and stop when asked', async () => {
    const { page, said } = await at('#growth');
    await until(page, () => document.querySelector('p2c-growth').columns.length >= 3);
    assert.match(await text(page, '#growth .finding'), /^From a hundred to .* bins, the fullest goes from \d\.\d to \d.* with look at 1, from \d\.\d to \d\.\d with look at 2$/);
    // What is left of the sizes, if anything, is stopped, and can be gone on with.
    const stopped = await page.evaluate(() => { const button = document.querySelector('#growth [data-cancel]'); button?.click(); return !!button; });
    if (stopped) await page.waitForSelector('#growth [data-run], #growth [data-more]');
    await press(page, '#growth .tools button');
    assert.match(await text(page, '#growth .data-t'), /10,000.*direct/);
    assert.deepEqual(said, []);
  });

  test('hashing: a table of measures with theory, one figure, and a link', async () => {
    const { page, said } = await at('#hashing?scheme.cells=1000&replications=20');
    const done = () => answered(page, 'hashing', () => document.querySelector('#hashing .uplot') && document.querySelector('#hashing [data-measures]') && !document.querySelector('#hashing .running button'));
    await done();
    assert.match(await text(page, '#hashing p2c-figure .finding'), /^Load at first failure for hash functions from 2 to 4: 0\.5\d to 0\.9\d$/);
    assert.match(await text(page, '#hashing [data-measures]'), /Load at first failure.*±.*0\.500/);
    await press(page, '#hashing p2c-figure .tools button');
    assert.match(await text(page, '#hashing .data-t'), /0\.918.*0\.977/);
    await page.evaluate(() => [...document.querySelectorAll('#hashing .try button')].find((b) => /one point/.test(b.textContent)).click());
    await until(page, () => location.hash === '#hashing?scheme.id=consistent');
    await answered(page, 'hashing', () => /^Largest share for virtual nodes from 1 to 200/.test(document.querySelector('#hashing p2c-figure .finding').textContent));
    assert.match(await text(page, '#hashing [data-measures]'), /Largest share.*[45]\.\d.*±.*5\.19/);
    assert.deepEqual(said, []);
  });

  test('fan-out: requests with and without a second call beside the exact law, and what second calls cost', async () => {
    const { page, said } = await at('#fanout?secondCall.id=after-quantile&requests=5000');
    await answered(page, 'fanout', () => document.querySelectorAll('#fanout .uplot').length === 2 && !document.querySelector('#fanout .running button'));
    const [latency, cost] = await page.$$eval('#fanout .finding', (all) => all.map((e) => e.textContent));
    assert.match(latency, /^(4\.9|5\.0)\d\u2009?.?% more calls make the p95 of requests (9\.\d|10)× shorter$/);
    assert.match(cost, /second calls, the p95 of requests goes from 5[78].* to 1[12]/);
    assert.match(await text(page, '#fanout [data-measures]'), /Request, p50.*8\d\.?\d* ± .*84\.9.*1[01]\.\d+ ± .*1[01]\.?\d*/);
    await press(page, '#fanout p2c-figure .tools button');
    assert.match(await text(page, '#fanout .data-t'), /Latency at least/);
    await page.evaluate(() => [...document.querySelectorAll('#fanout .try button')].find((b) => /No stalls/.test(b.textContent)).click());
    await until(page, () => location.hash.startsWith('#fanout?stalls.probability=0'));
    assert.deepEqual(said, []);
  });

  test('a bad setting of hashing marks its control and says why', async () => {
    const { page, said } = await at('#hashing?scheme.cells=1001&scheme.tables=split');
    await until(page, () => document.querySelector('#hashing [data-path="scheme.cells"] [aria-invalid="true"]'));
    assert.match(await text(page, '#hashing .notes .note'), /scheme\.cells must be a multiple/);
    assert.deepEqual(said, []);
  });
});
