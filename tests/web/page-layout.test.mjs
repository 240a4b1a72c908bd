// The built page in a browser: what stands below does not move when results come, and the bar at the top has room at every width.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, lookout, missing, theBuiltPage, until } from './support/page.mjs';

// What results write is not always of one length: a line more or less is no jump.
const A_LINE = 24;
const height = (page, id) => page.$eval(`#${id}`, (e) => Math.round(e.getBoundingClientRect().height));

describe('the layout of the page', { skip: missing }, () => {
  const { open } = theBuiltPage();

  for (const width of [1280, 360])
    test(`from a hundred to a quadrillion: the section keeps its height, says how long the rest takes, starts and stops it (${width} px)`, async () => {
      const { page, said } = await open('', { size: { width, height: 800 } });
      const before = await height(page, 'growth');
      await page.$eval('#growth', (e) => e.scrollIntoView({ behavior: 'instant' }));
      await until(page, () => document.querySelector('p2c-growth').columns.length >= 4);
      const after = await height(page, 'growth');
      assert.ok(Math.abs(after - before) <= A_LINE, `${before} px before, ${after} px after`);
      if (width === 1280) {
        // The sizes up to a trillion take too long for a test: they are taken as run, in two seconds each.
        await page.$eval('p2c-growth', (e) => {
          e.cancelled();
          e.columns = [...e.columns, ...e.missing.map((n) => ({ ...e.columns[0], n, seconds: 2 }))];
        });
        await page.waitForSelector('#growth [data-more]');
        assert.match(await page.$eval('#growth .running', (e) => e.innerText.replace(/\s+/g, ' ')), /About \d+ (seconds?|minutes?|hours?) here\. Go on to 10¹⁵ bins/);
        const runs = await lookout(page, () => /^Running, \d/.test(document.querySelector('#growth .running [aria-hidden]')?.textContent ?? ''));
        await page.$eval('#growth [data-more]', (e) => e.click());
        await runs();
        await page.$eval('#growth [data-cancel]', (e) => e.click());
        await page.waitForSelector('#growth [data-more]');
        assert.ok((await page.$eval('p2c-growth', (e) => e.columns.at(-1).n)) < 1e15);
      }
      assert.deepEqual(said, []);
      await page.close();
    });

  for (const width of [1280, 360])
    test(`the fleet and its results: nothing below moves by more than a line (${width} px)`, async () => {
      const { page } = await open('', { size: { width, height: 800 } });
      const before = await height(page, 'fleet');
      await page.evaluate(() => {
        const fleet = document.querySelector('p2c-fleet');
        fleet.config = { load: 0.5, requests: 200000, replications: 2 };  // long enough for results without warnings
        fleet.start();
      });
      await answered(page, 'fleet', () => document.querySelectorAll('#fleet .uplot').length === 3 && document.querySelector('p2c-fleet').good?.config.requests === 200000 && !document.querySelector('p2c-fleet').runner.busy);
      const after = await height(page, 'fleet');
      assert.ok(Math.abs(after - before) <= A_LINE, `${before} px before, ${after} px after`);
      await page.close();
    });

  test('the anchors fit into the bar at 721, 800 and 900 pixels', async () => {
    const { page } = await open('', { size: { width: 721, height: 600 } });
    for (const width of [721, 800, 900]) {
      await page.setViewport({ width, height: 600 });
      await until(page, (w) => innerWidth === w, width);
      const [whole, seen] = await page.$eval('.top nav', (e) => [e.scrollWidth, e.clientWidth]);
      assert.equal(whole, seen, `${width} px`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
    await page.close();
  });
});
