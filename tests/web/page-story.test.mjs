// The built page as an article: its chapters in order, formulas beside runs, and mistakes that can be made.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { missing, text, theBuiltPage, until } from './support/page.mjs';

const STORY = ['duel', 'why', 'bins', 'fleet', 'knows', 'map', 'slow', 'fanout', 'growth', 'theory', 'mistakes', 'hashing', 'article', 'claims', 'limits'];
const MISTAKES = ['repeats', 'ties', 'lightest', 'lifetime', 'median', 'warmup', 'rank'];
const see = (page, selector) => page.$eval(selector, (e) => e.scrollIntoView({ block: 'center', behavior: 'instant' }));

/** Waits until a chapter has run; where a slow machine makes it ask, the answer is yes. */
const settled = (page, tag) => until(page, (name) => {
  const chapter = document.querySelector(name);
  chapter.querySelector('[data-ask] [data-run]')?.click();
  return chapter.begun && !chapter.runner.busy && !chapter.missing.length;
}, tag);

describe('the story', { skip: missing }, () => {
  const { at, open } = theBuiltPage();

  test('chapters come in order, the contents lead to each, and nothing runs before it is seen', async () => {
    const { page, said } = await open();
    const order = await page.evaluate((ids) => ids.map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top)), STORY);
    assert.deepEqual(order, [...order].sort((a, b) => a - b));
    assert.equal(new Set(order).size, STORY.length);
    assert.deepEqual(await page.$$eval('.contents a', (all) => all.map((a) => a.getAttribute('href').slice(1))), STORY.slice(1));
    for (const tag of ['p2c-slow', 'p2c-laws', 'p2c-mistakes']) assert.equal(await page.$eval(tag, (e) => !!e.begun), false, tag);
    await page.$$eval('.contents a', (all) => all.find((a) => a.hash === '#limits').click());
    await until(page, () => location.hash === '#limits' && document.activeElement?.closest('#limits'));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('random fails quietly: shares even out while the excess grows', async () => {
    const { page, said } = await at('#why');
    await settled(page, 'p2c-why');
    assert.match(await text(page, '#why [data-finding]'), /^From 10 to 10,000 requests per replica, the busiest goes from \d\d(\.\d)?\s%/);
    const ahead = () => page.$$eval('#why [data-side] .num:last-child .v', (all) => all.map((e) => parseFloat(e.textContent.replace('+', ''))));
    const [random, two] = await ahead();
    assert.ok(random > 150 && random < 350 && two < 5, `${random}, ${two}`);
    await page.$$eval('#why .seg button', (all) => all[0].click());
    await until(page, () => /^\+[678]/.test(document.querySelector('#why [data-side] .num:last-child .v').textContent.trim()));
    assert.deepEqual(said, []);
  });

  test('what is compared: five signals with intervals, and the finding follows them', async () => {
    const { page, said } = await at('#knows');
    await settled(page, 'p2c-knows');
    const rows = await page.$$eval('#knows .pt-dots tr:not(.pt-ticks) td:last-child', (all) => all.map((e) => e.textContent.trim()));
    assert.equal(rows.length, 5);
    for (const row of rows) assert.match(row, /^\d+(\.\d+)? ± \d/);
    assert.match(await text(page, '#knows [data-finding]'), /^Comparing (work left|outstanding work) instead of requests in flight takes the p99 wait from \d/);
    assert.deepEqual(said, []);
  });

  test('one slow replica: six policies near the figures of article 3, and none is lost where none is slow', async () => {
    const { page, said } = await at('#slow');
    await settled(page, 'p2c-slow');
    const p99 = await page.$$eval('#slow tbody tr', (all) => all.map((r) => [r.cells[2], r.cells[3]].map((c) => parseFloat(c.textContent.replace(',', '')))));
    assert.equal(p99.length, 6);
    for (const [ours, article] of p99) assert.ok(Math.abs(ours / article - 1) < 0.12, `${ours}, ${article}`);
    assert.match(await text(page, '#slow [data-finding]'), /^Who does not look loses 6\.\d\s%/);
    await page.$$eval('#slow .seg button', (all) => all[0].click());
    await settled(page, 'p2c-slow');
    assert.match(await text(page, '#slow [data-finding]'), /^With no replica slow, the p99 is \d/);
    assert.equal(await page.$$eval('#slow thead th', (all) => all.length), 6);
    assert.deepEqual(said, []);
  });

  test('theory: every law is a formula in MathML beside a run, and a number can be changed', async () => {
    const { page, said } = await at('#theory');
    await settled(page, 'p2c-laws');
    assert.deepEqual(await page.$$eval('#theory [data-law]', (all) => all.map((e) => e.dataset.law)), ['one', 'several', 'loaded', 'queue']);
    for (const math of await page.$$eval('#theory math', (all) => all.map((m) => ({ space: m.namespaceURI, wide: m.getBoundingClientRect().width, parts: m.querySelectorAll('mi, mo, mn').length })))) {
      assert.equal(math.space, 'http://www.w3.org/1998/Math/MathML');
      assert.ok(math.wide > 40 && math.parts >= 7);
    }
    // The fullest of a million bins: the exact expectation is 8.79, the leading term 5.26.
    const one = await page.$$eval('#theory [data-law=one] tbody tr', (all) => all.map((r) => r.cells[1].textContent.trim()));
    assert.deepEqual(one, ['5.26', one[1], '8.79']);
    // λ^(2ⁱ − 1) at .9: .9, .729, .4783.
    const says = () => page.$$eval('#theory [data-law=queue] tbody tr', (all) => all.slice(0, 3).map((r) => r.cells[1].textContent.trim()));
    assert.deepEqual(await says(), ['0.9000', '0.7290', '0.4783']);
    await page.$$eval('#theory [data-law=queue] .ctl:nth-of-type(2) .seg button', (all) => all[0].click());
    await settled(page, 'p2c-laws');
    assert.deepEqual(await says(), ['0.9000', '0.8100', '0.7290']);
    assert.deepEqual(said, []);
  });

  test('mistakes: each, once made, stands beside what is right, with intervals and a finding', async () => {
    const { page, said } = await at('#mistakes');
    await settled(page, 'p2c-mistakes');
    assert.deepEqual(await page.$$eval('#mistakes [data-mistake]', (all) => all.map((e) => e.dataset.mistake)), MISTAKES);
    assert.deepEqual(await page.$$eval('#mistakes [data-side=wrong] .v', (all) => [...new Set(all.map((e) => e.textContent.trim()))]), ['–']);
    const findings = {};
    for (const id of MISTAKES) {
      const row = `#mistakes [data-mistake=${id}]`;
      await see(page, row);
      await page.$eval(`${row} input`, (e) => e.click());
      await settled(page, 'p2c-mistakes');
      const sides = await page.$$eval(`${row} [data-side]`, (all) => all.map((e) => [...e.querySelectorAll('.v')].map((v) => v.textContent.trim().replace(/\s+/g, ' '))));
      for (const side of sides) for (const figure of side) assert.match(figure, /^(\d[\d.,]*(\s%)?( ?± ?\d[\d.,]*)?|grows ?without end)$/, `${id}: ${figure}`);
      assert.equal(sides[0].length, sides[1].length);
      assert.ok(await page.$eval(`${row} .say`, (e) => e.textContent.length > 40));
      findings[id] = await text(page, `${row} [data-finding]`);
    }
    const says = {
      repeats: /^Mean wait: .* too much$/, ties: /^Requests of the first replica: (49|50)(\.\d)?\s% instead of 10(\.\d)?\s%, 5\.0 times as much$/,
      lightest: /^Mean wait: (8|9)\.\d+ service times instead of 4\.\d+, 2\.\d times as much$/, lifetime: /^p99 wait: with the mistake it grows without end$/,
      median: /^p99 wait: .* times as much$/, warmup: /^Mean wait: .* too little \(exact: 9\.00\)$/, rank: /^p99 wait: .* too much$/,
    };
    for (const id of MISTAKES) assert.match(findings[id], says[id], id);
    // Unmade, it is gone from sight.
    await page.$eval('#mistakes [data-mistake=ties] input', (e) => e.click());
    await until(page, () => document.querySelector('#mistakes [data-mistake=ties] [data-side=wrong] .v').textContent.trim() === '–');
    assert.deepEqual(said, []);
  });

  test('nothing is wider than 320 or 360 pixels', async () => {
    const { page } = await open('', { size: { width: 320, height: 740 } });
    for (const width of [320, 360]) {
      await page.setViewport({ width, height: 740 });
      await until(page, (w) => innerWidth === w, width);
      for (const id of STORY.slice(1)) {
        await see(page, `#${id}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, id);
      }
    }
    await page.close();
  });
});
