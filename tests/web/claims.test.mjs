// Every number of the articles, checked: the recorded fingerprints in Node and in the page, and the section that shows them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { missing, text, theBuiltPage, until } from './support/page.mjs';

const read = (name) => JSON.parse(readFileSync(new URL(`../reference/${name}.json`, import.meta.url), 'utf8'));
const claims = read('claims');
const recorded = read('reproduced');
const QUICK = ['bins-2-10', 'ring-100', 'max-2-1e6'];
const differences = claims.claims.filter(({ verdict }) => verdict !== 'reproduced').length;

describe('claims in Node', () => {
  let lab;
  before(async () => { lab = await openLab(); });
  after(() => lab.close());

  test('runs have the bits that the command recorded', async () => {
    for (const name of QUICK) assert.equal((await lab.run(claims.runs[name])).fingerprint, recorded.runs[name], name);
  });

  test('the judge gives the recorded verdict and numbers, and says which runs it needs', async () => {
    const [{ runs }] = lab.judge({ claims, only: ['S2-14'] }).claims;
    assert.deepEqual(runs, ['ring-1', 'ring-100']);
    const results = {};
    for (const name of runs) results[name] = await lab.run(claims.runs[name]);
    const judged = lab.judge({ claims, only: ['S2-14'], results });
    assert.deepEqual(judged.claims[0], recorded.claims.find(({ id }) => id === 'S2-14'));
    assert.equal(judged.comparisons, recorded.comparisons);
  });

  test('what cannot be judged is an error with a sentence', () => {
    assert.throws(() => lab.judge({ claims, only: ['S9-9'] }), { kind: 'config', field: 'only', message: /"S9-9"/ });
    assert.throws(() => lab.judge({ claims: 3 }), { kind: 'config', message: /file of claims/ });
  });
});

describe('claims on the page', { skip: missing }, () => {
  const here = theBuiltPage();
  const filled = (page) => until(page, (n) => document.querySelectorAll('#claims .cl').length === n, claims.claims.length);
  const press = (page, selector) => page.$eval(selector, (e) => e.click());

  test('all claims are there with their verdicts and counts; a filter leaves the differences', async () => {
    const { page, said } = await here.open('#claims');
    await filled(page);
    const counts = await page.$$eval('#claims [data-count]', (all) => Object.fromEntries(all.map((e) => [e.dataset.count, Number(e.querySelector('.n').textContent)])));
    assert.deepEqual(counts, recorded.counts);
    const shown = await page.$$eval('#claims .cl', (all) => all.map((e) => [e.dataset.id, e.dataset.kind]));
    assert.deepEqual(shown, recorded.claims.map(({ id, verdict }) => [id, verdict]));
    await page.$$eval('#claims .cl-bar [role=radio]', (all) => all.at(-1).click());
    await until(page, (n) => document.querySelectorAll('#claims .cl').length === n, differences);
    assert.equal(await page.$('#claims .cl[data-kind=reproduced]'), null);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('claims are folded by article; counts show one verdict, unfolded; all of it by keyboard', async () => {
    const { page, said } = await here.open('#claims');
    await filled(page);
    const open = () => page.$$eval('#claims .cl-fold', (all) => all.map((e) => e.open));
    assert.deepEqual(await open(), [false, false, false]);
    const told = await page.$$eval('#claims .cl-fold summary', (all) => all.map((e) => e.textContent.replace(/\s+/g, ' ')));
    for (const [i, article] of [1, 2, 3].entries()) {
      const own = claims.claims.filter((c) => c.article === article);
      assert.ok(told[i].includes(`${own.length} claims`), told[i]);
      for (const verdict of new Set(own.map((c) => c.verdict))) assert.ok(told[i].includes(`${own.filter((c) => c.verdict === verdict).length} ${verdict}`), told[i]);
    }
    assert.ok(await page.$eval('#claims', (e) => e.getBoundingClientRect().height) < 1200);
    await page.focus('#claims [data-article="2"] summary');
    await page.keyboard.press('Enter');
    await until(page, () => document.querySelector('p2c-claims').unfolded.has(2));
    assert.deepEqual(await open(), [false, true, false]);
    await page.focus('#claims [data-count=differs] button');
    await page.keyboard.press('Enter');
    await until(page, (n) => document.querySelectorAll('#claims .cl').length === n && [...document.querySelectorAll('#claims .cl-fold')].every((e) => e.open), recorded.counts.differs);
    assert.deepEqual(await page.$$eval('#claims .cl', (all) => [...new Set(all.map((e) => e.dataset.kind))]), ['differs']);
    assert.equal(await page.$eval('#claims [data-count=differs] button', (e) => e.getAttribute('aria-pressed')), 'true');
    await page.keyboard.press('Enter');
    await filled(page);
    assert.deepEqual(await open(), [false, false, false]);
    await press(page, '#claims [data-unfold]');
    await until(page, () => [...document.querySelectorAll('#claims .cl-fold')].every((e) => e.open));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a claim is run here to the recorded bits, and its details say what was compared', async () => {
    const { page, said } = await here.open('#claims?id=S2-14');
    await filled(page);
    await until(page, () => document.querySelector('#cl-S2-14 .cl-t'));
    assert.equal(await page.$$eval('#cl-S2-14 .cl-t tbody tr', (rows) => rows.length), 1);
    await press(page, '#cl-S2-14 [data-run]');
    await until(page, () => /just now/.test(document.querySelector('#cl-S2-14 .cl-live').textContent));
    assert.match(await text(page, '#cl-S2-14 .cl-live'), /the same bits as recorded; the verdict stands\./);
    await press(page, '#cl-S3-19 [data-run]');
    await until(page, () => /closed form/.test(document.querySelector('#cl-S3-19 .cl-live').textContent));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a long claim shows its progress and can be cancelled', async () => {
    const { page, said } = await here.open('#claims');
    await filled(page);
    await press(page, '#cl-S1-6 [data-run]');
    await until(page, () => /%/.test(document.querySelector('#cl-S1-6 .cl-live').textContent));
    await press(page, '#cl-S1-6 [data-cancel]');
    await until(page, () => document.querySelector('#cl-S1-6 [data-run]') && !document.querySelector('#cl-S1-6 .cl-live').textContent.trim());
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a link brings a claim into view, and its lab opens with the settings', async () => {
    const { page, said } = await here.open('#claims?id=S1-9');
    await filled(page);
    await until(page, () => { const box = document.querySelector('#cl-S1-9')?.getBoundingClientRect(); return box && box.height && box.top >= 0 && box.top < innerHeight && document.querySelector('#cl-S1-9 [data-lab]'); });
    const href = await page.$eval('#cl-S1-9 [data-lab]', (a) => a.getAttribute('href'));
    assert.match(href, /^#fleet\?.*service\.id=lognormal.*a\.id=choices.*b\.id=least/);
    await press(page, '#cl-S1-9 [data-lab]');
    await until(page, () => document.querySelector('#fleet [data-path="load"] input[type=text]')?.value === '85' && document.querySelectorAll('#fleet .card').length === 2);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('on a phone rows are stacked and nothing is wider than the page', async () => {
    const { page } = await here.open('#claims?id=S3-3', { size: { width: 360, height: 740 } });
    await filled(page);
    await until(page, () => document.querySelector('#cl-S3-3 .cl-t'));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    await page.close();
  });
});
