// The built page in a browser: sweeps and their command, sizes up to a quadrillion that run on request, and how runs differ.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lookout, missing, ready, text, theBuiltPage, type, until } from './support/page.mjs';

const native = fileURLToPath(new URL('../../build/native', import.meta.url));
const SMALL = '#bins?bins=50&ballsPerBin=10&replications=10';

/** Scrolls to the sweep of the bins and waits until it has come to rest with numbers of what it says. */
async function swept(page) {
  await page.$eval('p2c-sweep', (e) => e.scrollIntoView({ behavior: 'instant' }));
  await until(page, () => {
    const sweep = document.querySelector('p2c-sweep');
    sweep.querySelector('[data-run]')?.click();  // a slow machine may ask before it goes on
    return sweep.shown?.key === sweep.key && !sweep.runner.busy && !sweep.expected && sweep.querySelector('.uplot');
  });
}

/** The table of the sweep: first cells and measured values. */
async function rows(page) {
  await page.$eval('p2c-sweep', (e) => { e.querySelector('p2c-figure').open = true; });
  await page.waitForSelector('p2c-sweep .data-t');
  return page.$$eval('p2c-sweep .data-t tbody tr', (all) => all.map((r) => [...r.children].map((c) => c.textContent)));
}

describe('sweeps and sizes on the page', { skip: missing }, () => {
  const { at, open } = theBuiltPage();

  test('a sweep over any setting, theory beside it, and the command that makes the same numbers', async () => {
    const { page, said } = await at(SMALL);
    await ready(page, 'bins');
    await swept(page);
    assert.match(await text(page, 'p2c-sweep .finding'), /^Gap for balls per bin from 1 to 10,000/);
    assert.match(await text(page, 'p2c-sweep figcaption p'), /Dashed: limit of infinitely many bins\. Grey where it does not hold: There are fewer than 64 bins/);
    assert.match((await rows(page))[0].at(-1), /does not hold here/);
    assert.deepEqual(await page.$$eval('p2c-sweep [data-pick=over] option', (all) => all.map((o) => o.value)), ['policy.d', 'ballsPerBin', 'bins']);

    await page.select('p2c-sweep [data-pick=over]', 'policy.d');
    await page.select('p2c-sweep [data-pick=metric]', 'max');
    await swept(page);
    assert.match(await text(page, 'p2c-sweep .finding'), /^Fullest bin for look at from 1 to 4: 1\d\.\d to 11/);
    const shown = await rows(page);
    assert.deepEqual(shown.map((r) => r[0]), ['1', '2', '3', '4']);
    const command = await text(page, 'p2c-sweep [data-command]');
    assert.match(command, /^echo '\{"experiment":"bins",.*\}' \| p2c sweep - --over policy\.d=1,2,3,4 --metric max --table$/);
    if (existsSync(`${native}/p2c`)) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('--table', '--csv')], { env: { ...process.env, PATH: `${native}:${process.env.PATH}` } });
      const made = await page.$eval('p2c-sweep', (e) => e.shown.points.map((p) => p.result.metrics.max.value));
      const [head, ...lines] = stdout.trim().split('\n').map((l) => l.split(','));
      const column = head.findIndex((h) => /value|max/.test(h));
      assert.deepEqual(lines.map((l) => Number(l[column])), made);
    }
    assert.deepEqual(said, []);
  });

  test('settings inside chosen parts can be swept; values that are refused are left out with the reason', async () => {
    const { page, said } = await at(`${SMALL}&policy.id=one-plus-beta&information.freshness.id=delayed`);
    await ready(page, 'bins');
    const over = await page.$$eval('p2c-sweep [data-pick=over] option', (all) => all.map((o) => o.value));
    assert.deepEqual(over, ['policy.beta', 'ballsPerBin', 'bins', 'information.freshness.balls']);
    await page.select('p2c-sweep [data-pick=over]', 'policy.beta');
    await swept(page);
    const beta = await rows(page);
    assert.equal(beta.length, 11);
    assert.ok(parseFloat(beta[0][1]) > parseFloat(beta.at(-1)[1]), 'a second look more often keeps the gap smaller');
    await page.select('p2c-sweep [data-pick=over]', 'information.freshness.balls');
    await swept(page);
    assert.deepEqual((await rows(page)).map((r) => r[0]).slice(0, 3), ['0', '1', '3']);
    await page.focus('p2c-sweep .u-over');
    await page.keyboard.press('ArrowRight');
    assert.match(await text(page, 'p2c-sweep .tip'), /^Delay: 0/);
    assert.deepEqual(said, []);

    const few = await at('#bins?bins=3&ballsPerBin=10&replications=10');
    await ready(few.page, 'bins');
    await few.page.select('p2c-sweep [data-pick=over]', 'policy.d');
    await swept(few.page);
    assert.match(await text(few.page, 'p2c-sweep [data-left-out]'), /^Left out: 4\. policy\.d must be at most/);
    assert.match(await text(few.page, 'p2c-sweep [data-command]'), /policy\.d=1,2,3 /);
  });

  test('another setting makes the sweep run again; the old one stays, greyed, until then', async () => {
    const { page } = await at(SMALL);
    await ready(page, 'bins');
    await swept(page);
    const first = await page.$eval('p2c-sweep', (e) => e.shown.key);
    const greyed = await lookout(page, () => document.querySelector('p2c-sweep figure.stale .uplot'));
    await type(page, '#bins [data-path="bins"]', '60');
    await greyed();
    await until(page, (was) => document.querySelector('p2c-sweep').shown.key !== was && !document.querySelector('p2c-sweep figure.stale'), first);
  });

  test('a run that would take long says how long, and waits; a few runs of it can be had', async () => {
    const { page, said } = await open('#bins?bins=1000000000000&ballsPerBin=1&replications=100');
    await page.waitForSelector('#bins [data-ask]');
    assert.match(await text(page, '#bins [data-ask]'), /^A long run\. Run it, about \d+ (seconds?|minutes?|hours?|days?) Only \d+ runs, about \d+ (second|minute|hour|day)/);
    assert.match(await text(page, '#bins [data-no-throw]'), /one throw is drawn for up to 2,000,000 bins\.$/);
    assert.equal(await page.$eval('#bins p2c-figure', (e) => e.stale), true, 'what stands there is of other settings');
    await page.$eval('#bins [data-fewer]', (e) => e.click());
    await until(page, () => location.hash.includes('replications='));
    await until(page, () => document.querySelectorAll('#bins .charts .uplot').length === 3 && !document.querySelector('#bins .status button')
      && !document.querySelector('#bins p2c-figure').stale);
    assert.match(await text(page, '#bins [data-engine]'), /^Batched engine: .* Chosen by the rule: Batched where it is faster/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a quadrillion bins are started by a press, show progress, and stop when asked', async () => {
    const { page, said } = await at('#bins?bins=1000000000000000&ballsPerBin=1');
    await page.waitForSelector('#bins [data-ask]');
    assert.match(await text(page, '#bins [data-ask]'), /about \d+ (hours|days)/);
    await page.$eval('#bins [data-run]', (e) => e.click());
    await until(page, () => /^Running, \d+/.test(document.querySelector('#bins .status .running').textContent.trim()));
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('p2c-bins').runner.busy);
    assert.deepEqual(said, []);
  });

  test('how the runs differ, with means and the probes of every policy', async () => {
    const { page, said } = await at('#bins?bins=100&ballsPerBin=1&replications=40');
    await ready(page, 'bins');
    const finding = () => page.$$eval('#bins .charts .finding', (all) => all[2].textContent);
    assert.match(await finding(), /^Fullest bin of look at 2: [23]\.\d+ on average, from 2 to [34]$/);
    assert.match(await text(page, '#bins [data-means]'), /Fullest binGapEmptiest binProbes per ball ?look at 1.*±.*look at 2.*2\.00look at 4.*4\.00$/);
    await page.evaluate(() => [...document.querySelectorAll('#bins .means button')].find((b) => b.textContent === 'Emptiest bin').click());
    await until(page, () => /^Emptiest bin: 0 in every run of look at 2$/.test(document.querySelectorAll('#bins .charts .finding')[2].textContent));
    assert.deepEqual(said, []);
  });

  test('at 360 pixels: marks of the bins are powers of ten that do not touch, and nothing scrolls sideways', async () => {
    const { page } = await open(SMALL, { size: { width: 360, height: 740 } });
    await ready(page, 'bins');
    await page.$eval('#bins .rail-top', (e) => e.click());
    await page.waitForSelector('#bins .rail:not(.shut)');
    const marks = await page.$$eval('#bins [data-path="bins"] .ticks span', (all) => all.map((e) => [e.textContent, e.getBoundingClientRect().left, e.getBoundingClientRect().right]));
    assert.deepEqual(marks.map(([words]) => words), ['10', '10³', '10⁶', '10⁹', '10¹²', '10¹⁵']);
    marks.slice(1).forEach(([words, left], i) => assert.ok(left > marks[i][2], `${words} touches its neighbour`));
    await type(page, '#bins [data-path="bins"]', '1000000000000');
    await type(page, '#bins [data-path="ballsPerBin"]', '1');
    await until(page, () => document.querySelector('#bins [data-ask]') || document.querySelector('#bins [data-no-throw]'));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    await page.close();
  });
});
