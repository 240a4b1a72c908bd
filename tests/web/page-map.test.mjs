// The crossover map on the built page: cells that fill, keys that move, runs that stop, and the way to the fleet lab.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lookout, missing, text, theBuiltPage, until } from './support/page.mjs';

/** Scrolls to the map and waits until every cell has run. Where a slow machine asks, the answer is yes; longer runs are then stopped. */
async function mapped(page) {
  await page.waitForSelector('#map .map');
  await page.$eval('p2c-map', (e) => e.scrollIntoView({ behavior: 'instant' }));
  await until(page, () => {
    const map = document.querySelector('p2c-map');
    if (!map.missing && map.shown[map.axis]) { map.cancelled(); return true; }
    if (map.begun) map.querySelector('[data-run]')?.click();
    return false;
  });
}
const digits = (page) => page.$$eval('#map .map-cell', (all) => all.map((e) => e.textContent.trim()));
const digit = (page, cell) => text(page, `#map [data-cell="${cell}"]`);
const selected = (page) => page.$eval('#map [aria-selected=true]', (e) => e.dataset.cell);
/** Values of all policies in a cell. */
const values = (page, x, load = 0.9) => page.$eval('p2c-map', (m, a, b) => m.cells.find((c) => c.x === a && c.load === b).values.map((v) => v.value), x, load);

describe('the crossover map of the page', { skip: missing }, () => {
  const { open } = theBuiltPage();

  test('all cells fill; keys move; the other judge needs no runs; a cell opens in the fleet lab', async () => {
    const { page, said } = await open('#map?judge=mean');
    await mapped(page);
    const shown = await digits(page);
    assert.equal(shown.length, 70);
    assert.ok(shown.every((d) => ['1', '2', '3', '4', 'all'].includes(d)), shown.join());
    assert.match(await text(page, '#map .finding'), /^Looking at (\d|all) wins in \d+ of 70 cells/);
    // At 90 % load least wins while loads are fresh, loses to two looks at 0.5 and to random at 10; two looks lose to random at 50.
    assert.equal(await digit(page, '0.9/0'), 'all');
    const [half, ten, twenty, fifty] = await Promise.all([0.5, 10, 20, 50].map((x) => values(page, x)));
    assert.ok(half[4] > half[1] && half[4] < half[0], String(half));
    assert.ok(ten[4] > ten[0] && ten[1] < ten[0], String(ten));
    assert.ok(twenty[1] < twenty[0] && fifty[1] > fifty[0], `${twenty} ${fifty}`);

    assert.equal(await selected(page), '0.9/5');
    await page.focus('#map [data-cell="0.9/5"]');
    for (const [key, cell] of [['ArrowRight', '0.9/10'], ['ArrowUp', '0.95/10'], ['Home', '0.95/0'], ['ArrowLeft', '0.95/0'], ['ArrowDown', '0.9/0'], ['End', '0.9/50'], ['PageDown', '0.3/50']]) {
      await page.keyboard.press(key);
      assert.equal(await selected(page), cell, key);
      assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), cell, key);
    }
    assert.equal(await page.$$eval('#map .map-cell[tabindex="0"]', (all) => all.length), 1);
    await until(page, () => location.hash === '#map?judge=mean&age=50&load=0.3');
    assert.match(await text(page, '#map [data-says]'), /^At 30.% load with loads from snapshots every 50 service times/);
    assert.equal(await page.$$eval('#map .pt-dots th', (all) => all.length), 5);
    await page.keyboard.press('t');
    await page.waitForSelector('#map .data-t');
    assert.equal(await page.$$eval('#map .data-t tbody tr', (all) => all.length), 70);

    const runs = await page.$eval('p2c-map', (m) => m.runs.found.size);
    await page.$$eval('#map .seg button', (all) => all.find((b) => b.textContent === 'p99 wait').click());
    await until(page, () => /least p99 wait/.test(document.querySelector('#map figcaption p').textContent));
    assert.deepEqual(await page.$eval('p2c-map', (m) => [m.runs.found.size, m.runner.busy]), [runs, false]);

    await page.focus('#map .map-cell[tabindex="0"]');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Open in the fleet lab');
    await page.keyboard.press('Enter');
    await until(page, () => location.hash.startsWith('#fleet?load=0.3&') && document.querySelector('p2c-fleet').config.load === 0.3);
    assert.equal(await page.$eval('p2c-fleet', (e) => e.full.information.freshness.every), 50);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('longer runs begin with a press and stop with Esc; what is done stays; other settings grey it until theirs come', async () => {
    const { page, said } = await open('#map?replicas=8');
    await mapped(page);
    const stopped = await lookout(page, () => /^Running, \d+/.test(document.querySelector('#map .map-run').textContent) && dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    await page.$eval('#map [data-run]', (e) => e.click());
    await stopped();
    await until(page, () => !document.querySelector('p2c-map').runner.busy && document.querySelector('#map [data-run]'));
    assert.match(await text(page, '#map .map-run'), /^\d+ of 70 cells are not decided\. Longer runs of them take about/);
    assert.ok((await digits(page)).every(Boolean));
    const greyed = await lookout(page, () => {
      const map = document.querySelector('p2c-map');
      if (!map.querySelector('.map-cell.old')) return false;
      if (map.expected) map.querySelector('[data-run]').click();
      return map.runner.busy && map.cancelled();
    });
    await page.$$eval('#map .seed button', (all) => all[0].click());
    await greyed();
    await until(page, () => !document.querySelector('#map .map-cell.old'));
    await until(page, () => location.hash === '#map?replicas=8');
    assert.deepEqual(said, []);
    await page.close();
  });

  test('dispatchers on a phone: nothing scrolls sideways; what a link has wrong is said', async () => {
    const { page, said } = await open('#map?axis=balancers&balancers=64&load=0.9', { size: { width: 360, height: 740 } });
    await mapped(page);
    assert.equal((await digits(page)).length, 49);
    assert.equal(await selected(page), '0.9/64');
    const [, two, , , least] = await values(page, 64);
    assert.ok(Math.abs(two / least - 1) < 0.15, `${two} against ${least}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.deepEqual(said, []);
    await page.close();

    const bad = await open('#map?axis=depth&replicas=1&workers=3');
    await bad.page.waitForSelector('#map [data-path="replicas"].bad');
    assert.match(await text(bad.page, '#map .notes'), /axis must be age or balancers.*workers is no setting of the map.*replicas must be from 2 to 1,024/);
    assert.deepEqual(bad.said, []);
    await bad.page.close();
  });
});
