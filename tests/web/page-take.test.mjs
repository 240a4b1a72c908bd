// What leaves the built page: every figure as CSV, JSON, SVG and PNG, every section as link, embed code, citation and command; and that
// what has left makes the same numbers again in a terminal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bibtex, csvField, escapeXml } from '../../web/ui/take-text.js';
import { answered, lookout, missing, ready, theBuiltPage, until } from './support/page.mjs';
import { LABS, runLab } from './support/labs.mjs';
import { HEX, fingerprints, keep, noNative, readCsv, readPng, shell } from './support/taken.mjs';

/** Presses a button of a menu and gives the file: {name, bytes}. @param menu element of p2c-save */
async function saved(page, menu, kind) {
  const before = await page.evaluate(() => globalThis.taken.files.filter((f) => f.name).length);
  await menu.$eval('summary', (e) => { if (!e.parentElement.open) e.click(); });
  await menu.evaluate((e) => e.updateComplete);
  await menu.$eval(`[data-save=${kind}]`, (e) => e.click());
  await until(page, (e, n) => e.trouble || globalThis.taken.files.filter((f) => f.name).length > n, menu, before);
  assert.equal(await menu.evaluate((e) => e.trouble), undefined);
  const [name, data] = await page.evaluate(async () => {
    const { name: called, blob } = globalThis.taken.files.at(-1);
    const reader = new FileReader();
    await new Promise((done) => { reader.onload = done; reader.readAsDataURL(blob); });
    return [called, reader.result.split(',')[1]];
  });
  assert.match(name, new RegExp(`^p2c-[a-z0-9-]+\\.${kind}$`));
  return { name, bytes: Buffer.from(data, 'base64') };
}

/** Every file of one figure, judged. `live`: it is no run, and has no fingerprint. Gives what the JSON says. */
async function judged(page, menu, { live = false } = {}) {
  const files = {};
  for (const kind of ['csv', 'json', 'svg', 'png']) files[kind] = (await saved(page, menu, kind)).bytes;
  const json = JSON.parse(files.json.toString('utf8'));
  const csv = readCsv(files.csv.toString('utf8'));
  const what = json.title;
  assert.ok(json.title && json.rows.length && json.version === '0.1.0', what);
  for (const run of json.runs) if (!live) assert.match(run.fingerprint, HEX, what);
  assert.ok(json.rows.every((r) => r.length === json.columns.length), what);
  assert.equal(new Set(json.columns).size, json.columns.length, what);
  assert.deepEqual(csv.rows[0].map((c) => c.replace(/^'/, '')), json.columns, what);
  assert.deepEqual(csv.rows.slice(1).map((r) => r.map((c) => (c === '' ? null : c))), json.rows.map((r) => r.map((c) => (c === null ? null : csvField(c).replace(/^"|"$/g, '')))), what);
  const header = csv.comments.join('\n');
  assert.ok(header.includes(`config: ${JSON.stringify(json.config)}`) && header.includes(`seed: ${json.config.seed}`) && header.includes(json.link), what);
  for (const run of json.runs) if (!live) assert.ok(header.includes(run.fingerprint), what);

  const svg = files.svg.toString('utf8');
  const seen = await page.evaluate((source) => {
    const doc = new DOMParser().parseFromString(source, 'image/svg+xml');
    const root = doc.documentElement;
    return { bad: doc.querySelector('parsererror')?.textContent, width: root.getAttribute('width'), about: JSON.parse(doc.querySelector('metadata').textContent), title: doc.querySelector('title').textContent,
      words: [...doc.querySelectorAll('text')].map((t) => t.textContent).join(' '), kinds: [...new Set([...doc.querySelectorAll('*')].map((e) => e.localName))] };
  }, svg);
  assert.equal(seen.bad, undefined, what);
  assert.equal(seen.width, '1200', what);
  assert.equal(seen.title, json.title, what);
  assert.deepEqual(seen.about.config, json.config, what);
  assert.deepEqual(seen.about.runs, json.runs, what);
  assert.ok(seen.words.includes('P2C Lab 0.1.0') && seen.words.includes('seed='), what);
  assert.ok(!/NaN|undefined|Infinity/.test(svg), what);
  assert.deepEqual(seen.kinds.filter((k) => !['svg', 'title', 'desc', 'metadata', 'g', 'path', 'rect', 'circle', 'text', 'clipPath'].includes(k)), [], what);

  const png = readPng(files.png);
  assert.equal(png.width, 2400, what);
  assert.deepEqual(JSON.parse(png.texts.Comment).config, json.config, what);
  assert.equal(png.texts.Title, json.title, what);
  return json;
}

/** Runs one of the runs of a file natively. */
async function rerun(json, i) {
  if (noNative) return;
  const { fingerprint, set } = json.runs.at(i);
  assert.equal(JSON.parse(await shell('p2c run -', JSON.stringify({ ...json.config, ...set }))).fingerprint, fingerprint, json.title);
}

/** Every figure of a section that can be saved. */
async function figures(page, id) {
  const all = [];
  for (const menu of await page.$$(`#${id} p2c-save`)) if (!(await menu.evaluate((e) => e.off))) all.push(await judged(page, menu));
  return all;
}

/** Presses a button of the share bar and gives what was copied. */
async function copied(page, id, kind) {
  const button = `#${id} p2c-share [data-copy=${kind}]`;
  const says = await lookout(page, (s) => document.querySelector(s)?.textContent === 'Copied', button);
  await page.$eval(button, (e) => e.click());
  await says();
  return page.evaluate(() => globalThis.taken.clipboard.at(-1));
}

/** Brings a chapter into view and waits until it has run; where a slow machine makes it ask, the answer is yes. */
async function begun(page, id) {
  await page.$eval(`#${id} h2`, (e) => e.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await until(page, (one) => {
    const chapter = document.getElementById(one);
    chapter.querySelector('[data-ask] [data-run]')?.click();
    return !chapter.tasks || (chapter.begun && !chapter.runner.busy && !chapter.missing.length);
  }, id);
}

/** Everything of a share bar, judged; the command makes the runs of the section. */
async function shared(page, origin, id, { embedded }) {
  const link = await copied(page, id, 'link');
  assert.ok(link.startsWith(`${origin}/#${id}`), link);
  const code = await copied(page, id, 'embed');
  assert.match(code, /^<iframe src="[^"]+" width="100%" height="\d+" loading="lazy" title="P2C Lab: [^"]+"><\/iframe>$/);
  assert.ok(code.includes(embedded ? `src="${origin}/embed.html#${embedded}?` : `src="${escapeXml(link)}"`), code);
  const runs = await page.$eval(`#${id}`, (e) => e.shared().runs.map((r) => r.result.fingerprint));
  const cite = await copied(page, id, 'cite');
  assert.match(cite, /^“.+\.” P2C Lab 0\.1\.0\. .*seed=1.*http/);
  assert.ok(cite.includes(link) && cite.includes(runs[0]), cite);
  assert.ok((await copied(page, id, 'bibtex')).startsWith(`@software{p2clab-${runs[0].slice(0, 8)},\n`));
  const command = await copied(page, id, 'command');
  if (!noNative) {
    const made = await fingerprints(command.split('\n').filter((l) => id !== 'article' || !/lognormal/.test(l)).join('\n'));
    for (const one of runs) assert.ok(made.includes(one), `${one} of ${command}`);
  }
}

const SECTIONS = ['duel', 'why', 'bins', 'fleet', 'knows', 'map', 'slow', 'fanout', 'growth', 'theory', 'mistakes', 'hashing', 'article', 'claims'];

describe('what leaves the page', { skip: missing }, () => {
  const here = theBuiltPage();
  const open = (hash, options) => here.open(hash, { before: keep, ...options });
  const at = (hash) => here.at(hash, { before: keep });

  test('balls and bins: figures, one throw, and the bar', async () => {
    const { page, said } = await at('#bins?bins=50&ballsPerBin=10&replications=10');
    await ready(page, 'bins');
    await page.$eval('p2c-throw', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, () => document.querySelector('p2c-throw').done >= 500);
    const [thrown, gap, ...others] = await figures(page, 'bins');
    assert.equal(others.length >= 2, true);
    assert.deepEqual(thrown.columns, ['Bin', 'Balls', 'Above the average', 'With one look']);
    assert.equal(thrown.rows.reduce((sum, r) => sum + r[1], 0), 500);
    await rerun(thrown, 0);
    await rerun(gap, -1);
    const shown = await page.$eval('p2c-bins', (e) => e.results.at(-1).sweep.series.gapAt);
    const column = gap.columns.indexOf('look at 2');
    assert.deepEqual(gap.rows.map((r) => r[column]), shown.value, 'as the core gave them');
    assert.deepEqual(gap.rows.map((r) => r[column + 2]), shown.high);
    await shared(page, here.server.origin, 'bins', { embedded: 'bins/chart' });
    assert.deepEqual(said, []);
  });

  test('a live moment of the duel: both skylines, no fingerprint, no command', async () => {
    const { page, said } = await open('#duel?replicas=16');
    await until(page, () => document.querySelector('p2c-duel').pair?.seen);
    await page.$eval('p2c-duel', (e) => { if (e.playing) e.toggle(); e.edited({ path: 'load', value: 0.8, done: true }); e.playback.finish(); });
    const json = await judged(page, await page.$('p2c-duel p2c-save'), { live: true });
    assert.deepEqual(json.columns, ['Replica', 'look at 1', 'look at 1, in service', 'look at 2', 'look at 2, in service']);
    assert.equal(json.rows.length, 16);
    assert.equal(json.config.load, 0.8);
    assert.match(await copied(page, 'duel', 'embed'), /embed\.html#fleet\/skyline\?load=0\.8&amp;replicas=16&amp;policies=random,choices"/);
    assert.match(await copied(page, 'duel', 'cite'), /live, as it stood/);
    assert.equal(await page.$('#duel [data-copy=command]'), null);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a fleet: waits, loads, queues, and a comparison in the terminal', async () => {
    const { page, said } = await at('#fleet?replicas=8&requests=4000&replications=2&a.id=random&b.id=one-plus-beta&b.beta=0.3');
    await answered(page, 'fleet', () => { const f = document.querySelector('p2c-fleet'); return f.querySelectorAll('.charts p2c-save').length === 3 && !f.sweeper.busy && f.sweep?.points.length === 12; });
    const [waits, load, queues] = await figures(page, 'fleet');
    await rerun(waits, -1);
    await rerun(load, 5);
    const tail = await page.$eval('p2c-fleet', (e) => e.good.results[0].result.series.waitTail);
    const timed = waits.rows.filter((r) => tail.time.includes(r[0]));
    assert.deepEqual(timed.map((r) => r[1]), tail.value);
    assert.equal(queues.columns[1], 'look at 1');
    await shared(page, here.server.origin, 'fleet', { embedded: 'fleet/comparison' });
    assert.deepEqual(said, []);
  });

  test('fan-out and hashing', async () => {
    const { page, said } = await at('#fanout?secondCall.id=after-quantile&requests=2000');
    await answered(page, 'fanout', () => document.querySelectorAll('#fanout p2c-save').length === 3 && !document.querySelector('#fanout .running button'));
    const [latency, cost, measures] = await figures(page, 'fanout');
    assert.ok(measures.columns.includes('second call, theory'));
    assert.ok(latency.columns.includes('a leaf, exact'));
    await rerun(cost, -1);
    await shared(page, here.server.origin, 'fanout', { embedded: 'fanout/chart' });
    await page.evaluate(() => document.querySelector('p2c-hashing').applyLink([['scheme.cells', '1000'], ['replications', '10']]));
    await answered(page, 'hashing', () => { const h = document.querySelector('p2c-hashing'); return h.good?.config === h.config && !h.runner.busy && !h.stale && h.querySelectorAll('p2c-save').length === 2; });
    const [measured, sweep] = await figures(page, 'hashing');
    assert.equal(measured.rows[0].length, 5);
    await rerun(sweep, -1);
    await shared(page, here.server.origin, 'hashing', { embedded: 'hashing/chart' });
    assert.deepEqual(said, []);
  });

  test('sizes and the article’s gaps', async () => {
    const { page, said } = await at('#growth');
    await until(page, () => { const g = document.querySelector('p2c-growth'); return g.columns.length >= 3 && (g.cancelled(), true); });
    const [sizes] = await figures(page, 'growth');
    assert.deepEqual(sizes.rows.map((r) => r[0]).slice(0, 2), [100, 10000]);
    await rerun(sizes, 1);
    await page.evaluate(() => { const g = document.querySelector('p2c-growth'); g.columns = g.columns.filter((c) => c.n <= 1e6); });
    await shared(page, here.server.origin, 'growth', {});
    await page.$eval('p2c-bins-table', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, () => document.querySelector('p2c-bins-table').whole && document.querySelector('p2c-bins-table p2c-save'));
    await page.$eval('p2c-latency-table', (e) => e.cancelled());
    const [gaps] = await figures(page, 'article');
    assert.deepEqual(gaps.rows.map((r) => r[gaps.columns.indexOf('Look at 1, article')]), [3.12, 8.61, 25.89, 57.16, 112.45]);
    await shared(page, here.server.origin, 'article', {});
    assert.deepEqual(said, []);
  });

  test('the map: every value of every cell, and the runs of the selected one', async () => {
    const { page, said } = await at('#map?replicas=8');
    await page.waitForSelector('#map .map');
    await page.$eval('p2c-map', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, () => {
      const map = document.querySelector('p2c-map');
      if (!map.missing && map.shown[map.axis]) { map.cancelled(); return !!map.querySelector('p2c-save'); }
      if (map.begun) map.querySelector('[data-run]')?.click();
      return false;
    });
    const [map] = await figures(page, 'map');
    assert.equal(map.rows.length, 70);
    assert.deepEqual(map.columns.slice(0, 5), ['load', 'age', 'best', 'decided', 'look at 1']);
    assert.ok(map.rows.some((r) => r[map.columns.indexOf('look at 1, note')] === 'exact'));
    await rerun(map, -1);
    await shared(page, here.server.origin, 'map', {});
    assert.deepEqual(said, []);
  });

  test('chapters of the story: each figure as it is shown, with the fingerprints of its runs', async () => {
    const { page, said } = await open('#why');
    const wanted = { why: 1, knows: 1, slow: 1, theory: 4, mistakes: 7 };
    for (const [id, count] of Object.entries(wanted)) {
      await begun(page, id);
      const all = await figures(page, id);
      assert.equal(all.length, count, id);
      await rerun(all.at(-1), -1);
      await shared(page, here.server.origin, id, {});
      const titles = all.map((f) => f.title);
      assert.equal(new Set(titles).size, count);
      for (const title of titles) assert.match(title, /^[A-Z]/);
    }
    const why = await page.$eval('p2c-why', (e) => e.gap({ id: 'random' }, 1000));
    const [shares] = await figures(page, 'why');
    assert.deepEqual(shares.rows[2].slice(4, 7), [why.value, why.low, why.high], 'as the core gave them');
    assert.deepEqual(shares.rows[2].slice(1, 4), [why.value, why.low, why.high].map((v) => v / 1000));
    await page.$eval('#mistakes [data-mistake=ties] input', (e) => e.click());
    await begun(page, 'mistakes');
    const ties = await judged(page, await page.$('#mistakes [data-mistake=ties] p2c-save'));
    assert.deepEqual(ties.runs.map((r) => r.name), ['right', 'with the mistake']);
    assert.match(ties.title, /^Requests of the first replica: /);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the last minute of the duel: its samples, as a file and as a table', async () => {
    const { page, said } = await open('#duel?replicas=16');
    await until(page, () => document.querySelector('p2c-duel').pair?.log?.[0].length > 100);
    await page.$eval('p2c-duel', (e) => { if (e.playing) e.toggle(); e.playback.finish(); });
    const trace = await judged(page, await page.$('#duel .trace p2c-save'), { live: true });
    assert.deepEqual(trace.columns, ['Samples ago', 'look at 1, busiest ahead', 'look at 2, busiest ahead']);
    assert.deepEqual(trace.rows.map((r) => r.slice(1)), await page.$eval('p2c-duel', ({ pair: { log } }) => log[0].map((v, i) => [v, log[1][i]])));
    assert.equal(trace.rows.at(-1)[0], 0);
    await page.$eval('#duel .trace [aria-expanded]', (e) => e.click());
    await until(page, (n) => document.querySelectorAll('#duel .trace tbody tr').length === n, trace.rows.length);
    assert.deepEqual(said, []);
    await page.close();
  });

  // Whatever shows numbers stands in a figure, and every figure can be saved.
  test('no figure is without its files', async () => {
    const { page, said } = await open();
    for (const id of SECTIONS) {
      if (LABS[id]) await runLab(page, id, { stop: false });
      else await begun(page, id);
      await until(page, (one) => {
        const lab = document.getElementById(one);
        lab.querySelector(lab.missing === true && lab.begun && !lab.runner.busy ? '[data-run]' : '[data-ask] [data-run]')?.click();
        const shown = [...document.querySelectorAll(`#${one} :is(canvas, .uplot, .pt-dots, .num, .map, .tbl)`)].filter((e) => !e.closest('.data-t, details.laws, #claims'));
        globalThis.bare = shown.filter((e) => !e.closest('figure, [data-figure]')?.querySelector('p2c-save'));
        return !globalThis.bare.length && (shown.length || one === 'claims');
      }, id).catch(async () => assert.fail(`${id}: without files ${await page.evaluate(() => globalThis.bare.map((e) => e.outerHTML.slice(0, 200)).join('\n'))}`));
      const off = await page.$$eval(`#${id} p2c-figure`, (all) => all.filter((e) => e.spec && !e.take).map((e) => e.finding));
      assert.deepEqual(off, [], id);
      await page.evaluate((one) => document.getElementById(one).cancelled?.(), id);
    }
    assert.deepEqual(said, []);
    await page.close();
  });

  test('hostile labels are text in every file', async () => {
    const { page, said } = await open('#bins?bins=50&ballsPerBin=10&replications=10');
    await ready(page, 'bins');
    const nasty = '</text><script>globalThis.hit=1</script>&"\'<img src=x onerror=globalThis.hit=1>\u0001';
    await page.$eval('#bins .charts p2c-figure', (e, words) => {
      const before = e.take;
      const take = () => ({ ...before(), data: { columns: [words, '=2+3'], rows: [[1, words]] } });
      Object.assign(e, { finding: words, sub: words, take, spec: { ...e.spec, ends: [{ y: 2, text: words.slice(0, 20), hue: 'one' }], x: { ...e.spec.x, label: words } } });
      return e.updateComplete;
    }, nasty);
    const menu = await page.$('#bins .charts p2c-figure p2c-save');
    const svg = (await saved(page, menu, 'svg')).bytes.toString('utf8');
    const seen = await page.evaluate((source) => {
      const doc = new DOMParser().parseFromString(source, 'image/svg+xml');
      return { bad: !!doc.querySelector('parsererror'), title: doc.querySelector('title').textContent, markup: doc.querySelectorAll('script, img').length };
    }, svg);
    assert.deepEqual(seen, { bad: false, title: nasty.replace('\u0001', '\ufffd'), markup: 0 });
    const { rows } = readCsv((await saved(page, menu, 'csv')).bytes.toString('utf8'));
    assert.deepEqual(rows, [[nasty, "'=2+3"], ['1', nasty]]);
    assert.equal(readPng((await saved(page, menu, 'png')).bytes).texts.Title, nasty);
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('by keyboard: the menu opens, moves and closes; t shows the tables of throw and duel', async () => {
    const { page, said } = await open('#bins?bins=50&ballsPerBin=10&replications=10');
    await ready(page, 'bins');
    const focused = () => page.evaluate(() => document.activeElement.dataset.save ?? document.activeElement.localName);
    await page.focus('#bins .charts p2c-save summary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#bins .charts p2c-save details[open]');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'csv');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), 'png');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), 'summary');
    await until(page, () => !document.querySelector('#bins .charts p2c-save details[open]'));
    for (const [spot, table, rows] of [['p2c-throw [data-step]', 'p2c-throw .data-t', 50], ['p2c-duel [data-step]', 'p2c-duel .data-t', 64]]) {
      await page.focus(spot);
      await page.keyboard.press('t');
      await page.waitForSelector(table);
      assert.equal(await page.$$eval(`${table} tbody tr`, (all) => all.length), rows);
      await page.keyboard.press('t');
      await until(page, (s) => !document.querySelector(s), table);
    }
    for (const canvas of ['p2c-throw canvas', 'p2c-duel .side canvas']) assert.match(await page.$eval(canvas, (e) => e.getAttribute('aria-label')), /(ahead of|level with) the average/);
    const small = await page.$$eval('.tools button, .tools summary, .share-do button', (all) => all.map((e) => e.getBoundingClientRect()).filter((r) => r.width && (r.width < 24 || r.height < 24)).length);
    assert.equal(small, 0);
    assert.deepEqual(said, []);
    await page.close();
  });
});
