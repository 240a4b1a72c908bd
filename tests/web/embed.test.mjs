// <p2c-lab> in other people's pages: the script from another origin, under strict policies, with what authors write and readers do.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { launchChromium } from './support/chromium.mjs';
import { leastFor, posts } from './support/host.mjs';
import { missing, until } from './support/page.mjs';

const SHORT = 'requests="4000" replications="4"';
const COMPARISON = `<p2c-lab experiment="fleet" part="comparison" policies="random,choices d=3" load="0.8" ${SHORT}></p2c-lab>`;
const FAR = '<br>'.repeat(250);
const shown = (page, selector, i = 0) => page.evaluate((s, at) => shadow(at).querySelector(s)?.textContent.trim().replace(/\s+/g, ' '), selector, i);
const told = (page, name) => page.evaluate((n) => globalThis.told.filter(([what]) => what === n).map(([, detail]) => detail), name);
const results = (page, count) => until(page, (n) => globalThis.told.filter(([what]) => what === 'result').length >= n, count);

describe('<p2c-lab> in another page', { skip: missing }, () => {
  let chromium;
  let post;
  const servers = [];
  before(async () => {
    chromium = await launchChromium();
    post = posts(chromium.browser, servers);
  });
  after(async () => {
    await chromium?.close();
    for (const server of servers) await server.close();
  });

  /** Fingerprints as Node has them. */
  async function fingerprints(configs) {
    const lab = await openLab();
    const found = [];
    for (const config of configs) found.push((await lab.run(config)).fingerprint);
    lab.close();
    return found;
  }
  const asked = ['random', 'choices'].map((id) => ({ experiment: 'fleet', load: 0.8, requests: 4000, replications: 4, policy: id === 'choices' ? { id, d: 3 } : { id } }));

  test('one script tag from another origin under the least policy: the results of Node, each with its interval, in silence', async () => {
    const { page, said, elsewhere } = await post(COMPARISON);
    await results(page, 2);
    assert.deepEqual((await told(page, 'result')).map((r) => r.fingerprint), await fingerprints(asked));
    assert.match(await shown(page, '[data-title]'), /p99 wait|told apart/);
    const rows = await page.evaluate(() => [...shadow().querySelectorAll('.pt-v')].map((e) => e.textContent));
    assert.equal(rows.length, 2);
    for (const row of rows) assert.match(row, /^\d+(\.\d+)? ± \d+(\.\d+)?$/);
    assert.match(await shown(page, '.foot'), /^64 replicas, exponential service, 4 runs, seed 1, fingerprint of look at 3 [0-9a-f]{16} Open in the lab$/);
    const fractions = (await told(page, 'progress')).map((p) => p.fraction);
    assert.ok(fractions.length > 0 && fractions.every((f) => f > 0 && f <= 1));
    assert.deepEqual([said, elsewhere().map((url) => url.replace(/^.*\//, '')), await told(page, 'error')], [[], ['p2c-lab-runs.js'], []]);
    assert.ok((await page.evaluate(() => made.length)) > 0, 'workers did it');
    await page.close();
  });

  test('the whole configuration can be read, and runs to the same numbers; setting one replaces everything', async () => {
    const { page } = await post(COMPARISON);
    await results(page, 2);
    const config = await page.$eval('p2c-lab', (e) => e.config);
    assert.deepEqual(await fingerprints([config]), [(await fingerprints(asked))[1]]);
    await page.evaluate(() => { globalThis.told.length = 0; document.querySelector('p2c-lab').config = { experiment: 'bins', bins: 20, ballsPerBin: 5, replications: 4, policy: { id: 'groups' } }; });
    await results(page, 2);
    const [first, second] = await told(page, 'result');
    assert.deepEqual([first.config.policy.id, second.config.policy.id, second.config.bins, (await page.$eval('p2c-lab', (e) => e.config.bins))], ['random', 'groups', 20, 20]);
    await page.evaluate(() => { document.querySelector('p2c-lab').config = { experiment: 'fleet', load: NaN }; });
    await until(page, () => shadow().querySelector('.note.bad')?.textContent.trim() === 'load must be a finite number, not NaN.');
    // How it looks does not matter to that; a setting that changes brings the attributes back.
    await page.evaluate(() => { document.querySelector('p2c-lab').config = '{"experiment":"bins","bins":30,"ballsPerBin":5,"replications":4}'; document.querySelector('p2c-lab').setAttribute('theme', 'dark'); });
    await until(page, () => globalThis.told.some(([name, r]) => name === 'result' && r.config.bins === 30));
    assert.equal(await page.$eval('p2c-lab', (e) => e.config.bins), 30);
    await page.evaluate(() => { globalThis.told.length = 0; document.querySelector('p2c-lab').setAttribute('load', '0.7'); });
    await results(page, 2);
    assert.equal((await told(page, 'result'))[0].config.load, 0.7);
    await page.close();
  });

  test('the live skyline plays while it is seen, steps, and stands still off screen', async () => {
    const { page, said } = await post(`<p2c-lab policy="choices" load="0.7"></p2c-lab>${FAR}`);
    await until(page, () => shadow().querySelector('p2c-live')?.pair?.count > 0);
    await results(page, 2);
    const [left] = await told(page, 'result');
    assert.equal(left.live, true);
    assert.match(await shown(page, '[data-title]'), /^p99 wait is .* shorter with look at 2 than with look at 1$/);
    const count = () => page.evaluate(() => shadow().querySelector('p2c-live').pair.count);
    await until(page, (from) => shadow().querySelector('p2c-live').pair.count > from, await count());
    await page.evaluate(() => scrollTo(0, 3000));
    await until(page, () => !shadow().querySelector('p2c-live').playback.visible);
    const from = await count();
    await new Promise((done) => setTimeout(done, 700));
    assert.equal(await count(), from, 'off screen nothing runs');
    await page.evaluate(() => scrollTo(0, 0));
    await until(page, () => shadow().querySelector('p2c-live').playback.visible);
    await page.evaluate(() => shadow().querySelector('[data-step]').click());
    await until(page, () => /^Request [\d,]+\. Left joins replica/.test(shadow().querySelector('[data-told]').textContent.trim()));
    assert.equal(await shown(page, '[data-play]'), 'Play');
    assert.deepEqual(said, []);
    await page.close();
  });

  test('several share one lab and its workers, those out of sight wait, and the script may be there twice', async () => {
    const { page, said } = await post(`${COMPARISON}${COMPARISON.replace('comparison', 'chart')}${FAR}${COMPARISON}<script defer src="LAB/p2c-lab.js"></script>`, { size: { width: 640, height: 1100 } });
    await results(page, 4);
    await until(page, () => shadow(1).querySelector('.uplot canvas'));
    assert.ok((await page.evaluate(() => made.length)) <= 4);
    assert.equal(await page.evaluate(() => globalThis.told.filter(([name]) => name === 'result').length), 4, 'the third has not begun');
    await page.evaluate(() => document.querySelectorAll('p2c-lab')[2].scrollIntoView({ behavior: 'instant' }));
    await results(page, 6);
    assert.ok((await page.evaluate(() => made.length)) <= 4);
    assert.deepEqual(said, []);
    // An element that is moved starts again in its new place.
    await page.evaluate(() => { globalThis.told.length = 0; document.body.prepend(document.querySelectorAll('p2c-lab')[2]); scrollTo(0, 0); });
    await results(page, 2);
    await page.close();
  });

  test('hostile attributes: one marked sentence, as text, and an event that names the field', async () => {
    const { page, said } = await post('<p2c-lab load="&lt;img src=x onerror=told.push(1)>" class="mine" data-x="1" aria-label="a lab"></p2c-lab>');
    for (const [name, value, field] of [[undefined, undefined, 'load'], ['load', 'NaN', 'load'], ['load', '9'.repeat(400), 'load'], ['d', '['.repeat(3000), 'policy.d'], ['laod', '<b>1</b>', 'laod'], ['policy', '"><script>told.push(1)</script>', 'policy.id']]) {
      if (name) await page.evaluate((n, v) => { globalThis.told.length = 0; const e = document.querySelector('p2c-lab'); e.removeAttribute('load'); e.setAttribute(n, v); }, name, value);
      await until(page, () => globalThis.told.some(([what]) => what === 'error') && shadow().querySelector('.note.bad'));
      const errors = await told(page, 'error');
      assert.equal(errors.at(-1).field, field);
      await until(page, (message) => shadow().querySelector('.note.bad')?.textContent.trim() === message, errors.at(-1).message);
      assert.deepEqual(await page.evaluate(() => [shadow().querySelectorAll('.note').length, shadow().querySelectorAll('img, script, b').length, shadow().querySelectorAll('[role=alert]').length]), [1, 0, 1]);
      await page.evaluate((n) => n && document.querySelector('p2c-lab').removeAttribute(n), name);
    }
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the load moves by hand; a long run is asked about first, and can be cancelled', async () => {
    const { page } = await post(COMPARISON);
    await results(page, 2);
    await page.evaluate(() => { globalThis.told.length = 0; const field = shadow().querySelector('.bar input[type=text]'); field.value = '60'; field.dispatchEvent(new Event('change')); });
    await results(page, 2);
    assert.equal((await told(page, 'result'))[0].config.load, 0.6);
    assert.match(await page.evaluate(() => shadow().querySelector('.foot a').href), /\/#fleet\?load=0\.6&requests=4000&replications=4&a\.id=random&b\.id=choices&b\.d=3$/);
    await page.$eval('p2c-lab', (e) => e.setAttribute('replications', '100000'));
    await until(page, () => shadow().querySelector('[data-ask] [data-run]'));
    assert.match(await shown(page, '[data-ask]'), /A long run\.\s*Run it, about .* Only \d+ runs/);
    await page.evaluate(() => shadow().querySelector('[data-run]').click());
    await until(page, () => /^Running, \d/.test(shadow().querySelector('.running')?.textContent ?? ''));
    await page.evaluate(() => [...shadow().querySelectorAll('.running button')].find((b) => b.textContent === 'Cancel').click());
    await until(page, () => !shadow().querySelector('.running button') && shadow().querySelector('.pt-v'));
    await page.close();
  });

  test('light or dark as the text around, or as the author says; the page’s style does not come in', async () => {
    const { page } = await post(COMPARISON.replace('<p2c-lab', '<p2c-lab bg="page"'), {
      before: () => addEventListener('DOMContentLoaded', () => { document.body.style.cssText = 'color: #eee; background: #111; text-transform: uppercase; letter-spacing: 4px; --ink: red'; }),
    });
    await results(page, 2);
    const look = () => page.evaluate(() => { const s = getComputedStyle(shadow().querySelector('.scene')); return [s.colorScheme, s.backgroundColor, s.textTransform, s.letterSpacing, s.color]; });
    assert.deepEqual(await look(), ['dark', 'rgb(15, 18, 22)', 'none', 'normal', 'rgb(236, 238, 241)']);
    await page.evaluate(() => { document.body.style.color = '#222'; });
    await until(page, () => getComputedStyle(shadow().querySelector('.scene')).colorScheme === 'light');
    await page.$eval('p2c-lab', (e) => { e.setAttribute('theme', 'dark'); e.setAttribute('bg', 'transparent'); });
    await until(page, () => getComputedStyle(shadow().querySelector('.scene')).backgroundColor === 'rgba(0, 0, 0, 0)');
    assert.equal((await look())[0], 'dark');
    await page.close();
  });

  for (const width of [320, 360, 640])
    test(`it fits into ${width} pixels, whatever the window is`, async () => {
      const { page } = await post(`<div>${COMPARISON}${COMPARISON.replace('comparison', 'chart')}<p2c-lab></p2c-lab></div>`, {
        size: { width: 1200, height: 1700 },
        before: `() => addEventListener('DOMContentLoaded', () => { document.querySelector('div').style.width = '${width}px'; })`,
      });
      await results(page, 4);
      await until(page, () => shadow(1).querySelector('.uplot') && shadow(2).querySelector('p2c-live')?.pair);
      for (const i of [0, 1, 2]) {
        const wide = await page.evaluate((at, w) => [...shadow(at).querySelectorAll('*')].filter((e) => !e.closest('.vh, .uplot') && e.getBoundingClientRect().right > w + 9).map((e) => e.className || e.tagName), i, width);
        assert.deepEqual(wide, []);
      }
      if (width < 480) assert.equal(await page.evaluate(() => shadow(2).querySelector('p2c-live').pair.n), 32);
      await page.close();
    });

  test('a fan-out: with and without a second call', async () => {
    const { page, said } = await post('<p2c-lab experiment="fanout" leaves="20" requests="2000" replications="4"></p2c-lab>');
    await results(page, 2);
    await until(page, () => shadow().querySelector('.uplot'));
    assert.match(await shown(page, 'h3.finding'), /more calls (make|leave) the p95 of requests/);
    assert.match(await shown(page, '.foot'), /^20 leaves, lognormal service, 4 runs, seed 1, fingerprint [0-9a-f]{16} Open in the lab$/);
    assert.match(await page.evaluate(() => shadow().querySelector('.foot a').href), /#fanout\?leaves=20&requests=2000&replications=4$/);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('hashing: a scheme over its main setting, which is the dial, at the numbers of Node', async () => {
    const { page, said } = await post('<p2c-lab experiment="hashing" scheme="consistent" nodes="20" virtual-nodes="10" replications="20"></p2c-lab>');
    await results(page, 8);
    await until(page, () => shadow().querySelector('.uplot'));
    assert.match(await shown(page, 'h3.finding'), /Virtual nodes|virtual nodes|points/i);
    assert.match(await shown(page, '.foot'), /^20 nodes, 20 runs, seed 1, fingerprint [0-9a-f]{16} Open in the lab$/);
    assert.match(await page.evaluate(() => shadow().querySelector('.foot a').href), /#hashing\?scheme\.id=consistent&scheme\.virtualNodes=10&scheme\.nodes=20&replications=20$/);
    const lab = await openLab();
    const alone = await lab.run({ experiment: 'hashing', scheme: { id: 'consistent', nodes: 20, virtualNodes: 10 }, replications: 20 });
    lab.close();
    assert.equal((await told(page, 'result')).at(-1).fingerprint, alone.fingerprint);
    assert.ok((await shown(page, '.foot')).includes(alone.fingerprint));
    await page.evaluate(() => { const range = shadow().querySelector('.bar input[type=range]'); range.value = range.max; range.dispatchEvent(new Event('input')); range.dispatchEvent(new Event('change')); });
    await until(page, () => document.querySelector('p2c-lab').config.scheme.virtualNodes > 10);
    assert.deepEqual(said, []);
    await page.close();
  });

  for (const width of [360, 640])
    test(`the room of a part is kept from the start, so that the text below stays where it is (${width} px)`, async () => {
      // Runs that are long enough for results without warnings.
      const long = 'load="0.5" requests="100000" replications="2"';
      const { page } = await post(`<p2c-lab load="0.5"></p2c-lab><p2c-lab part="comparison" ${long}></p2c-lab><p2c-lab part="chart" ${long}></p2c-lab>`, {
        size: { width, height: 1800 },
        before: () => addEventListener('DOMContentLoaded', () => { globalThis.before = [...document.querySelectorAll('p2c-lab')].map((e) => e.getBoundingClientRect().height); }),
      });
      await until(page, () => shadow(1).querySelector('.pt-v') && shadow(2).querySelector('.uplot') && shadow(0).querySelector('.waits:not(.loose)'));
      const [kept, taken] = await page.evaluate(() => [globalThis.before, [...document.querySelectorAll('p2c-lab')].map((e) => e.getBoundingClientRect().height)]);
      kept.forEach((height, i) => assert.ok(Math.abs(height - taken[i]) <= 30, `part ${i}: ${height} px kept, ${taken[i]} px taken`));
      await page.close();
    });

  test('where workers are forbidden the page does the work, silently, with the same numbers', async () => {
    const { page } = await post(COMPARISON, { policy: (origin) => ({ ...leastFor(origin), 'worker-src': "'none'" }) });
    await results(page, 2);
    assert.deepEqual((await told(page, 'result')).map((r) => r.fingerprint), await fingerprints(asked));
    assert.deepEqual([await shown(page, '.note.bad'), await told(page, 'error')], [undefined, []]);
    await page.close();
  });

  test('where WebAssembly is forbidden: one sentence, and the shipped results', async () => {
    const { page } = await post(COMPARISON, { policy: (origin) => ({ ...leastFor(origin), 'script-src': origin }) });
    await until(page, () => shadow().querySelector('[data-shipped]'));
    assert.equal(await shown(page, '.note.bad'), "The content security policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.");
    const rows = await page.evaluate(() => [...shadow().querySelectorAll('[data-shipped] tbody tr')].map((r) => [...r.children].map((c) => c.textContent)));
    assert.equal(rows.length, 4);
    for (const [, number] of rows) assert.match(number, /^[\d.]+ ± [\d.]+$/);
    const [look2] = await fingerprints([{ experiment: 'fleet' }]);
    assert.ok((await shown(page, '[data-shipped] + .hint')).includes(look2), 'of the same core');
    assert.equal((await told(page, 'error'))[0].kind, 'platform');
    await page.close();
  });

  test('a browser too old to unpack the engine is told so, and shows the shipped results', async () => {
    const { page } = await post(COMPARISON, { before: () => { delete globalThis.DecompressionStream; } });
    await until(page, () => shadow().querySelector('[data-shipped]'));
    assert.equal(await shown(page, '.note.bad'), 'This browser is too old for the lab, which needs Chrome 80, Firefox 113, Safari 16.4 or a newer one.');
    assert.equal((await told(page, 'error'))[0].kind, 'platform');
    await page.close();
  });

  test('as a module it gives the library too', async () => {
    const { page, said } = await post('<p2c-lab experiment="bins" part="chart" bins="20" balls-per-bin="50" replications="10"></p2c-lab>', {
      policy: () => ({ 'default-src': "'none'", 'script-src': "'self' 'wasm-unsafe-eval'", 'worker-src': 'blob:', 'img-src': 'data:' }),
      script: '<script type="module" src="/p2c-lab.mjs"></script>',
    });
    await results(page, 3);
    await until(page, () => shadow().querySelector('.uplot'));
    const fingerprint = await page.evaluate(async (config) => { const lab = await (await import('/p2c-lab.mjs')).openLab(); return (await lab.run(config)).fingerprint; }, asked[0]);
    assert.deepEqual([fingerprint], await fingerprints([asked[0]]));
    assert.deepEqual(said, []);
    await page.close();
  });

  describe('embed.html', () => {
    const frame = (hash) => `<iframe title="lab" src="LAB/embed.html${hash}"></iframe>`;
    const options = {
      policy: (origin) => ({ 'default-src': "'none'", 'frame-src': origin, 'img-src': 'data:', 'style-src': "'unsafe-inline'" }), script: '<style>iframe { width: 600px; height: 500px; border: 0 }</style>',
      before: () => { globalThis.heights = []; addEventListener('message', (e) => heights.push(e.data.p2cHeight)); },
    };
    const inner = async (page) => { await until(page, () => globalThis.heights.length > 0); return page.frames()[1]; };

    test('in a frame: the lab of the address, its height told to the page around', async () => {
      const { page, said } = await post(frame('#fleet/comparison?policies=random,choices+d%3D3&load=0.8&requests=4000&replications=4&theme=dark&bg=transparent'), options);
      const inside = await inner(page);
      await inside.waitForFunction(() => shadow().querySelector('.pt-v'));
      assert.deepEqual(await inside.evaluate(() => globalThis.told.filter(([n]) => n === 'result').map(([, r]) => r.fingerprint)), await fingerprints(asked));
      assert.deepEqual(await inside.evaluate(() => { const s = getComputedStyle(shadow().querySelector('.scene')); return [s.colorScheme, s.backgroundColor]; }), ['dark', 'rgba(0, 0, 0, 0)']);
      const height = await inside.evaluate(() => Math.ceil(document.querySelector('p2c-lab').getBoundingClientRect().height));
      await until(page, (h) => globalThis.heights.at(-1) === h, height);
      assert.deepEqual(said, []);
      await page.close();
    });
    test('an address that is wrong: one sentence', async () => {
      let inside;
      let page;
      for (const [hash, field] of [['#nothing/chart', 'experiment'], ['#fleet/a/b', 'part'], ['#fleet?load=%3Cimg%20src=x%3E', 'load'], ['#fleet?__proto__=1', '__proto__'], ['#fleet?<b>=1', '<b>']]) {
        if (inside) await inside.evaluate((to) => { globalThis.told.length = 0; location.hash = to; }, hash);
        else {
          ({ page } = await post(frame(hash), options));
          inside = await inner(page);
        }
        await inside.waitForFunction(() => globalThis.told.some(([n]) => n === 'error') && shadow().querySelector('.note.bad')?.textContent.trim() === globalThis.told.find(([n]) => n === 'error')[1].message);
        assert.equal(await inside.evaluate(() => globalThis.told.find(([n]) => n === 'error')[1].field), field);
        assert.equal(await inside.evaluate(() => shadow().querySelectorAll('img, b').length), 0, hash);
      }
      await page.close();
    });
  });
});
