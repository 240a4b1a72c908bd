// The built page in a browser, under the strict policy: both labs run, the tables fill, links and keys work, and it keeps to itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, missing, ready, text, theBuiltPage, type, until } from './support/page.mjs';

describe('the page in Chromium', { skip: missing }, () => {
  const here = theBuiltPage();
  const { open } = here;

  test('loads in silence, from its own origin, and settles', async () => {
    const { page, said, asked } = await open();
    await until(page, () => /×/.test(document.querySelector('[data-ratio]').textContent));
    assert.deepEqual(said, []);
    assert.deepEqual(asked.filter((url) => !url.startsWith(here.server.origin) && !/^(data|blob):/.test(url)), []);
    assert.match(await text(page, '[data-error]'), /^± \d/);
    // M/M/1 at 90 % waits 9 service times on average.
    const means = await page.$$eval('[data-mean]', (all) => all.map((e) => Number(/^mean (\d+(\.\d+)?)$/.exec(e.textContent)?.[1])));
    assert.ok(means[0] > 5 && means[0] < 14 && means[1] > 1 && means[1] < 2.5, `means: ${means}`);
    await page.close();
  });

  test('the two fleets play, pause, step and reset; Space and the full stop do the same', async () => {
    const { page, said } = await open('#duel?speed=1000');
    await until(page, () => /×/.test(document.querySelector('[data-ratio]').textContent));
    const picture = () => page.$eval('p2c-duel .side canvas', (c) => c.toDataURL());
    const first = await picture();
    await until(page, (was) => document.querySelector('p2c-duel .side canvas').toDataURL() !== was, first);
    await page.click('p2c-duel [data-play]');
    await until(page, () => !document.querySelector('p2c-duel').playing);
    // A frame that was asked for before may still come.
    await page.evaluate(async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); });
    const still = await picture();
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(await picture(), still);

    await page.click('p2c-duel [data-step]');
    const number = async () => Number((await text(page, 'p2c-duel [data-told]')).match(/^Request ([\d,]+)\./)[1].replaceAll(',', ''));
    const one = await number();
    assert.match(await text(page, 'p2c-duel [data-told]'), /Left joins replica \d+.*Right looks at \d+ \(.*\) and \d+ \(.*\), joins \d+\./s);
    await page.focus('p2c-duel [data-step]');
    await page.keyboard.press('.');
    await until(page, (n) => document.querySelector('p2c-duel [data-told]').textContent.includes(n), (one + 1).toLocaleString('en-US'));
    await page.focus('p2c-duel .duel-body');
    await page.keyboard.press(' ');
    assert.match(await text(page, 'p2c-duel [data-play]'), /Pause/);
    await page.keyboard.press(' ');
    assert.match(await text(page, 'p2c-duel [data-play]'), /Play/);
    await page.click('p2c-duel [data-reset]');
    await page.click('p2c-duel [data-step]');
    assert.ok((await number()) <= 2, 'a reset begins with an empty fleet');
    assert.deepEqual(said, []);
    await page.close();
  });

  test('both sides look at the same replica first', async () => {
    const { page } = await open('#duel?seed=5');
    await page.click('p2c-duel [data-play]');
    for (let i = 0; i < 5; i++) {
      await page.click('p2c-duel [data-step]');
      const told = await text(page, 'p2c-duel [data-told]');
      const [, left] = told.match(/Left joins replica (\d+)/);
      const [, right] = told.match(/Right looks at (\d+)/);
      assert.equal(left, right);
    }
    await page.close();
  });

  test('balls and bins: a throw is stepped and played, looks change the link and the figures', async () => {
    const { page, said } = await open();
    await ready(page, 'bins');
    assert.match(await text(page, '#bins p2c-figure .finding'), /^At 100 balls per bin, look at 1 is \+2\d/);
    await page.click('#bins [data-reset]');
    await page.click('#bins [data-step]');
    assert.match(await text(page, '#bins [data-told]'), /^Ball 1 looks at bin \d+ \(0 balls\) and bin \d+ \(0 balls\), goes to bin \d+\./);
    await page.click('#bins [data-play]');
    await until(page, () => /10,000 of 10,000 balls/.test(document.querySelector('#bins [data-told]').textContent));
    await page.evaluate(() => [...document.querySelectorAll('#bins .bt .seg button')].find((b) => b.textContent.trim() === '4').click());
    await until(page, () => location.hash === '#bins?policy.d=4');
    await answered(page, 'bins', () => /look at 4/.test(document.querySelector('#bins p2c-figure .finding').textContent));
    await page.focus('#bins h2');
    await page.keyboard.press('[');
    await until(page, () => location.hash === '#bins?policy.d=3');
    await answered(page, 'bins', () => /look at 3/.test(document.querySelector('#bins p2c-figure .finding').textContent));
    await page.click('#bins p2c-figure .tools button');
    assert.match(await text(page, '#bins .data-t thead'), /Balls per bin.*Look at 3/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the fleet: four policies under the same requests, compared and told apart', async () => {
    const { page, said } = await open('#fleet');
    await answered(page, 'fleet', () => document.querySelectorAll('#fleet .card [data-p99]').length === 4);
    const p99 = await page.$$eval('#fleet .card [data-p99]', (all) => all.map((e) => parseFloat(e.textContent)));
    assert.ok(p99[0] > 35 && p99[0] < 55 && p99[1] > 7 && p99[1] < 8 && p99[2] < p99[1] && p99[3] < p99[2], `p99: ${p99}`);
    assert.match(await text(page, '#fleet p2c-figure .finding'), /^p99 wait is \d\.\d× shorter with look at 2 than with look at 1$/);
    await page.select('#fleet [data-card="1"] select', 'round-robin');
    await until(page, () => location.hash.includes('b.id=round-robin'));
    await answered(page, 'fleet', () => /round robin/.test(document.querySelector('#fleet p2c-figure .finding').textContent));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('looks of a card are buttons in the colours of the policies; other numbers are typed', async () => {
    const { page, said } = await open('#fleet?requests=2000&replications=2');
    const looks = () => page.$$eval('#fleet [data-path="card.1.d"] .seg button', (all) => all.map((b) => `${b.textContent}${b.matches('[aria-checked=true], .on') ? '*' : ''}`));
    assert.deepEqual(await looks(), ['1', '2*', '3', '4', '…']);
    assert.equal(await page.$$eval('#fleet [data-path="card.1.d"] .seg i', (all) => all.length), 4);
    await page.$eval('#fleet [data-path="card.1.d"] .seg button:nth-child(3)', (b) => b.click());
    await until(page, () => location.hash.includes('b.d=3'));
    assert.deepEqual(await looks(), ['1', '2', '3*', '4', '…']);
    await page.focus('#fleet [data-path="card.1.d"] .seg [tabindex="0"]');
    await page.keyboard.press('ArrowRight');
    await until(page, () => location.hash.includes('b.d=4'));
    // By script: results that arrive meanwhile move the cards.
    await page.$eval('#fleet [data-path="card.1.d"] .seg [data-more]', (b) => b.click());
    assert.equal(await page.$eval('#fleet [data-path="card.1.d"] input[type=text]', (e) => e === document.activeElement), true);
    await type(page, '#fleet [data-path="card.1.d"]', '8');
    await until(page, () => location.hash.includes('b.d=8'));
    assert.deepEqual(await looks(), ['1', '2', '3', '4', '8*']);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a long run waits for a press and shows progress; Cancel gives back the last results and their settings', async () => {
    const { page, said } = await open('#fleet?requests=20000&replications=4');
    const rest = () => answered(page, 'fleet', () => document.querySelectorAll('#fleet .card [data-p99]').length === 4 && !document.querySelector('#fleet .running button'));
    await rest();
    const before = await text(page, '#fleet .card [data-p99]');
    await page.evaluate(() => {
      document.querySelectorAll('#fleet details').forEach((d) => { d.open = true; });
      const field = document.querySelector('#fleet [data-path="requests"] input[type=text]');
      field.value = '50000000';
      field.dispatchEvent(new Event('change'));
    });
    await page.waitForSelector('#fleet [data-ask]');
    assert.match(await text(page, '#fleet [data-ask]'), /^A long run\. Run it, about \d+ (seconds?|minutes?|hours?) Only \d+ runs, about \d+ (seconds?|minutes?)/);
    assert.equal(await page.$eval('#fleet [data-path="requests"] input[type=text]', (e) => e.value), '50,000,000');
    assert.ok(await page.$('#fleet p2c-figure figure.stale .uplot'), 'the last results stay, greyed');
    await page.click('#fleet [data-run]');
    await until(page, () => /^Running, \d+/.test(document.querySelector('#fleet .running').textContent.trim()));
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('#fleet [data-ask]') && document.querySelector('#fleet [data-path="requests"] input[type=text]').value === '20,000');
    assert.equal(await page.$eval('#fleet [data-path="requests"] input[type=text]', (e) => e.value), '20,000');
    assert.equal(await text(page, '#fleet .card [data-p99]'), before);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the article’s tables fill, and stop when asked', async () => {
    const { page, said } = await open('#article');
    await until(page, () => document.querySelectorAll('p2c-bins-table td.g').length === 15 && !document.querySelector('p2c-bins-table td.wait'));
    assert.match(await text(page, 'p2c-bins-table .finding'), /run again: 1[3-5] of 15 agree/);
    await page.$eval('p2c-latency-table', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, () => document.querySelectorAll('p2c-latency-table td:not(.wait) b').length >= 1 && document.querySelector('p2c-latency-table [data-cancel]'));
    await page.$eval('p2c-latency-table [data-cancel]', (e) => e.click());
    await until(page, () => document.querySelector('p2c-latency-table [data-run]'));
    assert.ok(await page.$('p2c-latency-table td.wait'), 'cells that were not reached stay open');
    assert.deepEqual(said, []);
    await page.close();
  });

  test('sliders follow the keys, and t opens the table of a figure', async () => {
    const { page } = await open();
    await ready(page, 'bins');
    const load = () => page.$eval('#duel [data-path="load"] input[type=text]', (e) => e.value);
    await page.focus('#duel [data-path="load"] input[type=range]');
    await page.keyboard.press('PageUp');
    assert.equal(await load(), '95');
    await page.keyboard.press('ArrowRight');
    assert.ok(Number(await load()) > 95);
    await page.keyboard.press('Home');
    assert.equal(await load(), '5');
    await until(page, () => location.hash === '#duel?load=0.05');
    await page.focus('#bins .u-over');
    await page.keyboard.press('ArrowRight');
    assert.match(await text(page, '#bins .tip'), /^1 ball per bin/);
    await page.keyboard.press('t');
    await page.waitForSelector('#bins .data-t');
    await page.close();
  });

  test('1,000 replicas are drawn in time for 60 frames a second', async () => {
    const { page } = await open('#duel?replicas=1000');
    await until(page, () => document.querySelector('p2c-duel').pair?.seen);
    // Seconds of the processor, so that it does not matter what else the machine does.
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value])).TaskDuration;
    const TIMES = 101;
    const before = await spent();
    await page.evaluate((times) => new Promise((done) => setTimeout(() => {
      const duel = document.querySelector('p2c-duel');
      if (duel.playing) duel.toggle();
      for (let i = 0; i < times; i++) {
        duel.pair.advance(5);
        duel.redraw();
      }
      done();
    })), TIMES);
    const mean = (1000 * (await spent() - before)) / TIMES;
    assert.ok(mean > 0.05 && mean < 8, `a step, both skylines and the trace took ${mean} ms`);
    await page.close();
  });

  test('light and dark follow the system and the button', async () => {
    const { page } = await open();
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    const dark = await ground();
    await page.click('.top .btn.ico');
    const light = await ground();
    assert.deepEqual([dark, light], ['rgb(15, 18, 22)', 'rgb(250, 249, 246)']);
    await page.close();
  });

  test('no sideways scroll at 360 px, and 32 replicas there', async () => {
    const page = await here.chromium.browser.newPage();
    await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
    await page.goto(here.server.origin);
    await page.$eval('p2c-page', (whole) => whole.readOn());
    await page.waitForSelector('#article table');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    assert.equal(await page.$eval('#duel [data-path="replicas"] input[type=text]', (e) => e.value), '32');
    await page.close();
  });
});
