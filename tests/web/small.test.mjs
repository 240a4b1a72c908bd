// The small core that the page begins with: it says what the whole core says, to the letter, or it ends; and where it ends, the whole one comes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { shards } from '../../web/api/batch.js';
import { openCore } from '../../web/api/core.js';
import { LabError } from '../../web/api/errors.js';
import { GrowingLab } from '../../web/api/growing-lab.js';
import { openLab } from '../../web/api/index.js';
import { Lab } from '../../web/api/lab.js';
import { LocalSeat } from '../../web/api/local-seat.js';
import { makePace } from '../../web/api/platform.node.js';
import { Pool } from '../../web/api/pool.js';
import { Catalogue } from '../../web/ui/catalogue.js';
import { firstTasks, openingTasks } from '../../web/ui/opening-plan.js';
import { openPage } from './support/chromium.mjs';
import { answered, built, missing, taken, text as textOf, theBuiltPage, type, until } from './support/page.mjs';
import { serve } from './support/server.mjs';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url));
const scenarios = JSON.parse(read('tests/golden/scenarios.json'));
const compiled = { small: new WebAssembly.Module(read('build/wasm/small.wasm')), whole: new WebAssembly.Module(read('build/wasm/p2c.wasm')) };

const whole = await openCore(compiled.whole);
const catalogue = JSON.parse(whole.catalogue());
const plan = new Catalogue(catalogue);
/** After a trap a core is in no state to be asked again. */
const fresh = () => openCore(compiled.small);

const BUDGET = 1e5;

function through(run, end) {
  while (run.step(BUDGET));
  const got = run[end]();
  run.delete();
  return got;
}

const result = (core, text) => through(core.createRun(text), 'result');
const part = (core, text, from, to) => through(core.createRun(text, from, to), 'part');

/** What a call gives, or undefined where the small core ends. No other error may come of it: it would be taken for the reader's mistake. */
function unlessBeyond(work) {
  try {
    return work();
  } catch (error) {
    assert.equal(error.kind, 'internal', error.message);
    return undefined;
  }
}

// Long texts differ in one place: the whole of them would say less.
function same(got, right, what) {
  if (got === right) return;
  const at = [...right].findIndex((letter, i) => letter !== got?.[i]);
  assert.fail(`${what}\n  …${right.slice(Math.max(0, at - 60), at + 60)}… is in the small core\n  …${got?.slice(Math.max(0, at - 60), at + 60)}…`);
}

describe('what the page runs first, on the small core as on the whole one', () => {
  const tasks = firstTasks(plan);
  const still = tasks.filter(({ live }) => !live).map(({ config }) => JSON.stringify(config));

  test('it is of the same version', async () => assert.equal((await fresh()).version(), whole.version()));

  test('results, stages, parts and what is merged of them are the same texts', async () => {
    const small = await fresh();
    assert.ok(still.length > 50);
    for (const text of still) {
      small.check(text);
      assert.deepEqual(small.nextStage(text, ''), whole.nextStage(text, ''), text);
      const right = result(whole, text);
      same(result(small, text), right, text);
      assert.deepEqual(small.nextStage(text, right), whole.nextStage(text, right), text);
      const { replications } = JSON.parse(text);
      const parts = [[0, 1], [1, replications]].map(([from, to]) => part(whole, text, from, to));
      [[0, 1], [1, replications]].forEach(([from, to], i) => same(part(small, text, from, to), parts[i], `part ${i} of ${text}`));
      same(small.merge(parts), right, `merged ${text}`);
    }
  });

  for (const { config, live } of tasks.filter((task) => task.live))
    test(`a live run of ${config.experiment}, ${JSON.stringify(config.policy ?? 'as it is')}, ${config.replicas ?? config.bins ?? 'usual'} places: all that is seen of it is the same`, async () => {
      const runs = [whole, await fresh()].map((core) => core.createRun(JSON.stringify(config)));
      const both = (ask) => { const [right, got] = runs.map(ask); assert.deepEqual(got, right, String(ask)); };
      const look = () => {
        for (const column of live.columns) both((run) => [...run.snapshot(column)]);
        both((run) => run.progress());
        both((run) => run.result());
      };
      const step = (budget) => { both((run) => run.step(budget)); look(); };
      look();
      step(1);
      step(BUDGET / 100);
      let now = 0;
      for (const load of [undefined, ...(live.loads ?? [])]) {
        if (load) both((run) => run.set('load', load));
        for (const time of live.times ?? []) {
          both((run) => run.advanceTo(now + time));
          look();
          step(1);
        }
        now += live.times?.at(-1) ?? 0;
      }
      runs.forEach((run) => run.delete());
    });

  // The tasks above are of two runs, and merged of two parts.
  const opening = openingTasks(plan);
  const asTheyAre = [...opening.throws, ...opening.cards];
  test('with as many runs as the page has of it, the small core does it', async () => {
    const beyond = [];
    for (const text of asTheyAre.map((config) => JSON.stringify(config))) {
      const got = await fresh().then((small) => unlessBeyond(() => result(small, text)));
      if (got === undefined) beyond.push(text);
      else same(got, result(whole, text), text);
    }
    assert.deepEqual(beyond, []);
  });

  for (const workers of [2, 4])
    test(`as ${workers} workers of the page share it and merge it, the small core does it`, async () => {
      const beyond = [];
      for (const text of asTheyAre.map((config) => JSON.stringify(config))) {
        const ranges = shards(plan.filled(JSON.parse(text).experiment, JSON.parse(text)).replications, workers);
        if (ranges.length < 2) continue;
        const small = await fresh();
        const got = unlessBeyond(() => small.merge(ranges.map(({ from, to }) => part(small, text, from, to))));
        if (got === undefined) beyond.push(text);
        else same(got, result(whole, text), text);
      }
      assert.deepEqual(beyond, []);
    });
});

describe('all else: the same text, or none', () => {
  const FLEETS = ['fleet random', 'fleet two choices', 'fleet three choices, waiting, constant sizes, workers', 'fleet least of all', 'fleet above capacity', 'fleet of a thousand', 'fleet uniform sizes', 'fleet gamma sizes', 'fleet Pareto sizes', 'fleet short and long sizes'];
  const BINS = ['bins random', 'bins two choices', 'bins least of all'];
  const done = new Set();

  test('no golden scenario gives another text than the whole core', async () => {
    for (const [name, { config }] of Object.entries(scenarios)) {
      const text = JSON.stringify(config);
      const small = await fresh();
      const got = unlessBeyond(() => result(small, text));
      if (got === undefined) continue;
      done.add(name);
      same(got, result(whole, text), name);
      if (config.replications === undefined || config.replications < 2) continue;
      const parts = [[0, 1], [1, config.replications]].map(([from, to]) => part(whole, text, from, to));
      const merged = unlessBeyond(() => small.merge(parts));
      if (merged !== undefined) same(merged, whole.merge(parts), `merged ${name}`);
    }
  });

  test('nor does a shard of one', async () => {
    for (const [name, { config }] of Object.entries(scenarios)) {
      if (!(config.replications > 1)) continue;
      const text = JSON.stringify(config);
      const got = await fresh().then((small) => unlessBeyond(() => part(small, text, 1, 2)));
      if (got !== undefined) same(got, part(whole, text, 1, 2), name);
    }
  });

  test('the plain fleets among them are really done', () => assert.deepEqual(FLEETS.filter((name) => !done.has(name)), []));
  test('the plain bins among them are really done', () => assert.deepEqual(BINS.filter((name) => !done.has(name)), []));

  const ASKED = [(core, text) => core.check(text), (core, text) => core.createRun(text), (core, text) => core.nextStage(text, '')];

  /** Whether every way to ask for a configuration ends a small core. */
  async function ends(text) {
    for (const ask of ASKED) {
      const small = await fresh();
      assert.throws(() => ask(small, text), { kind: 'internal' }, text.slice(0, 200));
    }
  }

  for (const [name, { config }] of Object.entries(scenarios).filter(([, s]) => /hashing|fanout/.test(s.config.experiment)))
    test(`${name}: it ends`, () => ends(JSON.stringify(config)));

  const B = { experiment: 'bins', bins: 40, ballsPerBin: 25, replications: 2 };
  const F = { experiment: 'fleet', replicas: 8, load: 0.8, requests: 2000, replications: 2 };
  const WRONG = {
    'a load below zero': { ...F, load: -1 }, 'no load': { ...F, load: 0 }, 'an unknown key': { ...F, loud: 1 }, 'an unknown key inside a part': { ...B, policy: { id: 'choices', e: 2 } },
    'an unknown policy': { ...F, policy: { id: 'choice' } }, 'an unknown option': { ...F, policy: { id: 'choices', ties: 'none' } }, 'd larger than n, in a fleet': { ...F, policy: { id: 'choices', d: 9 } },
    'd larger than n, in bins': { ...B, policy: { id: 'choices', d: 41 } }, 'a key of the other experiment': { ...B, load: 0.5 }, 'an unknown experiment': { experiment: 'bin' }, 'no experiment': { bins: 40 },
    'a text for a number': { ...F, load: '0.8' }, 'a fraction for a count': { ...B, bins: 1.5 }, 'no bins': { ...B, bins: 0 }, 'no replications': { ...B, replications: 0 }, 'too many replications': { ...B, replications: 1e12 },
    'null for a number': { ...F, load: null }, 'a list for a part': { ...F, policy: [] }, 'a checkpoint that is no number': { ...B, checkpoints: [1, null] }, 'a checkpoint beyond the last ball': { ...B, checkpoints: [26] },
    'too many balls': { ...B, bins: 1e12, ballsPerBin: 1e6 }, 'no ball': { ...B, ballsPerBin: 1e-9 }, 'a seed beyond 2^53': '{"experiment":"bins","seed":18446744073709551616}', 'a seed below zero': { ...B, seed: -1 },
    'an empty text': '', 'a blank text': ' ', 'a text that breaks off': '{"experiment":"fleet","load":0.8', 'a text with more after its end': '{"experiment":"fleet","load":0.8} 1', 'a list': '[]', null: 'null', 'a megabyte of [': '['.repeat(1 << 20),
    'the number 1e400': '{"experiment":"fleet","load":1e400}', 'the number -1e400': '{"experiment":"fleet","load":-1e400}', 'a number of 400 digits': `{"experiment":"fleet","load":${'9'.repeat(400)}}`,
    'a number without its zero': '{"experiment":"fleet","load":.8}', 'a number that breaks off': '{"experiment":"fleet","load":0.}', 'a hexadecimal number': '{"experiment":"fleet","load":0x1}', NaN: '{"experiment":"fleet","load":NaN}', infinity: '{"experiment":"fleet","load":Infinity}', 'a plus sign': '{"experiment":"fleet","load":+1}',
  };
  for (const [what, config] of Object.entries(WRONG))
    test(`${what}: it ends, where the whole core says a sentence`, async () => {
      const text = typeof config === 'string' ? config : JSON.stringify(config);
      assert.throws(() => whole.check(text), { kind: 'config' });
      await ends(text);
    });

  test('what is wrong with a run, a shard or a merge: it ends', async () => {
    const text = JSON.stringify(F);
    const wrong = [(core) => core.createRun(text, 0.5, 1), (core) => core.createRun(text, -1, 1), (core) => core.createRun(text, 5, 2), (core) => core.createRun(text, 0, 99), (core) => core.merge(['x']), (core) => core.merge([]), (core) => core.merge([text]),
      (core) => core.createRun(text).snapshot('nothing'), (core) => core.createRun(text).set('nothing', 1), (core) => core.createRun(text).set('load', -1), (core) => core.createRun(text).set('load', NaN)];
    for (const ask of wrong) {
      assert.throws(() => ask(whole), { kind: 'config' }, String(ask));
      const small = await fresh();
      assert.throws(() => ask(small), { kind: 'internal' }, String(ask));
    }
  });

  test('it has no catalogue, no schema and no verdicts', async () => {
    for (const ask of [(core) => core.catalogue(), (core) => core.schema(), (core) => core.judge('{}')]) {
      const small = await fresh();
      assert.throws(() => ask(small), { kind: 'internal' });
    }
  });

  // A lab goes on with the same core until the whole one is there. Every trap leaves some of its stack behind.
  test('after any number of traps a core still gives the same text or none', async () => {
    const small = await fresh();
    const text = JSON.stringify({ ...F, requests: 200 });
    const right = result(whole, text);
    for (let i = 0; i < 10_000; i++) {
      assert.throws(() => small.check('{"experiment":"fleet","load":-1}'), { kind: 'internal' });
      if (i % 100) continue;
      const got = unlessBeyond(() => result(small, text));
      if (got !== undefined) same(got, right, `after ${i + 1} traps`);
    }
  });
});

describe('numbers, which the small core reads with the help of JavaScript', () => {
  /** Places that take a real number, each with a range of its own. */
  const PLACES = {
    load: (n) => `{"experiment":"fleet","replicas":4,"requests":100,"replications":1,"load":${n}}`,
    'mean service time': (n) => `{"experiment":"fleet","replicas":4,"requests":100,"replications":1,"service":{"id":"exponential","mean":${n}}}`,
    'half width': (n) => `{"experiment":"fleet","replicas":4,"requests":100,"replications":1,"service":{"id":"uniform","halfWidth":${n}}}`,
    spread: (n) => `{"experiment":"fleet","replicas":4,"requests":100,"replications":1,"service":{"id":"lognormal","sigma":${n}}}`,
    warmup: (n) => `{"experiment":"fleet","replicas":4,"requests":100,"replications":1,"warmup":${n}}`,
    seed: (n) => `{"experiment":"fleet","replicas":4,"requests":100,"replications":1,"seed":${n}}`,
  };
  const NUMBERS = [
    '0.1', '1e-7', '123456789.123456789', '5e-324', '0.30000000000000004', '1.7976931348623157e308', '1.7976931348623159e308', '2.2250738585072011e-308', '2.2250738585072014e-308', '1e-400', '0', '-0', '-0.0', '0e5', '1', '1.0', '1e0', '1E+0', '10e-1', '0.1e1',
    '9007199254740991', '9007199254740993', '9007199254740992.0', '9007199254740991.0', '18446744073709551615', '18446744073709551616', '123456789012345678901234567890', '1e23', '8.5e2', '0.500000000000000166533453693773481063544750213623046875', '0.5000000000000001665334536937734810635447502136230468751',
    `0.${'3'.repeat(800)}`, `0.1${'0'.repeat(800)}1`, `${'0.'}${'0'.repeat(5)}9999999999999999999`, '0.99999999999999999', '0.9999999999999999', '3.9999999999999998', '179769313486231580793728971405301e-32',
  ];
  // Bits of every kind, the same each time.
  const random = Array.from({ length: 60 }, (_, i) => {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setUint32(0, (0x3fe00000 - ((i * 2654435761) % 0x3000000)) >>> 0);
    bits.setUint32(4, (i * 2246822519 + 374761393) >>> 0);
    return bits.getFloat64(0);
  }).flatMap((x) => [String(x), x.toPrecision(17), x.toPrecision(20)]);

  const SOME = 0.1;
  for (const [place, configured] of Object.entries(PLACES))
    test(`${place}: what is read is what the whole core reads`, async () => {
      const numbers = place === 'seed' ? NUMBERS : [...NUMBERS, ...random];
      let read = 0;
      let small = await fresh();
      let core = await openCore(compiled.whole);
      for (const text of numbers.map(configured)) {
        let right;
        try { right = result(core, text); } catch (error) { if (error.kind !== 'config') core = await openCore(compiled.whole); }
        const got = unlessBeyond(() => result(small, text));
        if (right === undefined) assert.equal(got, undefined, `the small core takes ${text}, the whole one does not`);
        if (got === undefined) { small = await fresh(); continue; }
        same(got, right, text);
        read++;
      }
      assert.ok(read > SOME * numbers.length, `${read} of ${numbers.length} were read`);
    });

  test('a load so small that it has fewer digits: the whole core gives a result or a sentence', async () => {
    for (const load of ['2.2250738585072011e-308', '5e-324']) {
      const core = await openCore(compiled.whole);
      try {
        assert.ok(result(core, PLACES.load(load)));
      } catch (error) {
        assert.equal(error.kind, 'config', `load ${load}: ${error.message}`);
      }
    }
  });
});

describe('a lab that begins with the small core', () => {
  const SMALL = { experiment: 'fleet', replicas: 8, load: 0.8, requests: 2000, replications: 3, seed: 3 };
  const LONG = { ...SMALL, requests: 400_000 };
  const BEYOND = { ...SMALL, policy: { id: 'memory' } };
  const WRONG = { ...SMALL, load: -1 };

  /** A lab over the small core, and what is known of its end. */
  async function smallLab() {
    const seat = new LocalSeat(await fresh(), makePace());
    const lab = new Lab(await fresh(), new Pool([seat], () => seat), catalogue);
    const told = { retired: 0, closed: 0 };
    const { retire, close } = lab;
    lab.retire = () => { told.retired++; retire.call(lab); };
    lab.close = () => { told.closed++; close.call(lab); };
    return { lab, told };
  }

  /** A growing lab whose whole core comes when `open` says; `opened`: the labs over it so far, `asked`: how often there was a call for one. */
  async function begun(open = () => openLab()) {
    const { lab: small, told } = await smallLab();
    const here = { small, told, asked: 0, opened: [] };
    here.lab = new GrowingLab(small, async () => {
      here.asked++;
      const lab = await open();
      here.opened.push(lab);
      return lab;
    });
    here.end = () => { here.lab.close(); small.close(); for (const lab of here.opened) lab.close(); };
    return here;
  }

  /** A whole core that comes when it is let. */
  function held() {
    let release;
    let fail;
    const free = new Promise((done, refuse) => { release = done; fail = refuse; });
    free.catch(() => {});
    return { release, fail, open: () => free.then(() => openLab()) };
  }

  const beyond = { name: 'LabError', kind: 'beyond' };
  const turns = async (n) => { for (let i = 0; i < n; i++) await new Promise((done) => void setImmediate(done)); };

  /** What the whole core says of a configuration. */
  async function rightly(ask) {
    const lab = await openLab();
    try { return await ask(lab); } finally { lab.close(); }
  }
  const rightText = (config) => rightly((lab) => lab.text(config));

  test('what the small core does asks for no other', async () => {
    const here = await begun();
    here.lab.check(SMALL);
    assert.equal(await here.lab.text(SMALL), await rightText(SMALL));
    assert.deepEqual(await here.lab.run(JSON.stringify(SMALL)), JSON.parse(await rightText(SMALL)));
    const live = here.lab.live(SMALL);
    live.advanceTo(10);
    live.set('load', 0.5);
    live.advanceTo(20);
    assert.equal(live.snapshot('clock')[0], 20);
    assert.equal(live.result().live, true);
    live.close();
    assert.deepEqual([here.asked, here.lab.growing, here.lab.version], [0, false, whole.version()]);
    here.end();
  });

  test('what is beyond it asks for the whole core once, and gives the text of that', async () => {
    const here = await begun();
    const others = [BEYOND, { ...BEYOND, seed: 4 }, { experiment: 'hashing' }, SMALL];
    const got = await Promise.all(others.map((config) => here.lab.text(config)));
    for (const [i, config] of others.entries()) same(got[i], await rightText(config), JSON.stringify(config));
    assert.equal(await here.lab.text(BEYOND), got[0]);
    assert.deepEqual([here.asked, here.lab.growing, here.told.retired], [1, false, 1]);
    here.end();
  });

  test('a run that is wrong gets the sentence of the whole core, and one that no core can be told gets it without one', async () => {
    const here = await begun();
    await assert.rejects(here.lab.run({ ...SMALL, load: NaN }), { name: 'LabError', kind: 'config', field: 'load' });
    await assert.rejects(here.lab.run(5), { name: 'LabError', kind: 'config' });
    assert.throws(() => here.lab.check({ ...SMALL, load: NaN }), { kind: 'config', field: 'load' });
    assert.equal(here.asked, 0);
    const right = await rightly((lab) => lab.run(WRONG).catch((error) => error));
    await assert.rejects(here.lab.run(WRONG), { name: 'LabError', kind: 'config', field: 'load', message: right.message });
    assert.equal(here.asked, 1);
    here.end();
  });

  test('check: beyond at first, then what the whole core says', async () => {
    const { open, release } = held();
    const here = await begun(open);
    assert.throws(() => here.lab.check(WRONG), beyond);
    assert.equal(here.lab.growing, true);
    assert.throws(() => here.lab.live(WRONG), beyond);
    assert.throws(() => here.lab.live(BEYOND), beyond);
    assert.throws(() => here.lab.judge({ claims: {} }), beyond);
    release();
    const grown = await here.lab.whole();
    assert.deepEqual([here.lab.growing, grown, here.asked], [false, here.opened[0], 1]);
    here.lab.check(BEYOND);
    const right = await rightly((lab) => { try { lab.check(WRONG); } catch (error) { return error; } return undefined; });
    assert.throws(() => here.lab.check(WRONG), { name: 'LabError', kind: 'config', field: 'load', message: right.message });
    assert.throws(() => here.lab.live(WRONG), { name: 'LabError', kind: 'config', field: 'load', message: right.message });
    const live = here.lab.live(BEYOND);
    assert.equal(live.advanceTo(10), true);
    live.close();
    here.end();
  });

  test('a live run that was open before goes on after, as it would have', async () => {
    const here = await begun();
    const states = [here.lab, await openLab()].map((lab) => ({ lab, live: lab.live(SMALL) }));
    const both = (ask) => { const [got, right] = states.map(({ live }) => ask(live)); assert.deepEqual(got, right); };
    both((live) => live.advanceTo(10));
    await here.lab.whole();
    for (const time of [20, 200]) {
      both((live) => live.advanceTo(time));
      both((live) => live.set('load', 0.5));
      for (const column of ['load', 'inService', 'looks', 'clock', 'counts']) both((live) => [...live.snapshot(column)]);
      both((live) => live.result());
      both((live) => live.progress());
    }
    states[0].live.close();
    assert.throws(() => states[0].live.step(1), { kind: 'closed' });
    states[1].lab.close();
    here.end();
  });

  test('a live run that goes beyond on its way says so, and brings the whole core', async () => {
    const here = await begun();
    const live = here.lab.live(SMALL);
    assert.throws(() => live.snapshot('nothing'), beyond);
    await here.lab.whole();
    assert.equal(here.asked, 1);
    live.close();
    here.end();
  });

  test('runs that are under way when it grows come to their end on the small core, which then lets its workers go', async () => {
    const grown = await openLab();
    const here = await begun(() => grown);
    let ended = 0;
    const runs = [LONG, { ...LONG, seed: 5 }].map((config) => here.lab.text(config).finally(() => { ended++; }));
    await turns(2);
    await here.lab.whole();
    assert.deepEqual([ended, here.told.retired], [0, 0]);
    const later = here.lab.text(SMALL);
    for (const [i, config] of [LONG, { ...LONG, seed: 5 }].entries()) same(await runs[i], await rightText(config), JSON.stringify(config));
    assert.equal(await later, await rightText(SMALL));
    assert.deepEqual([ended, here.told.retired], [2, 1]);
    here.end();
  });

  test('one that is under way when it grows and then goes beyond goes over', async () => {
    const here = await begun();
    const runs = [here.lab.text(LONG), here.lab.text(BEYOND)];
    await here.lab.whole();
    same(await runs[1], await rightText(BEYOND), 'beyond');
    same(await runs[0], await rightText(LONG), 'long');
    assert.deepEqual([here.asked, here.told.retired], [1, 1]);
    here.end();
  });

  test('where the whole core cannot come, a run says why, and asking again tries again', async () => {
    const why = new Error('503');
    let fails = 2;
    const here = await begun(() => { if (fails-- > 0) throw why; return openLab(); });
    await assert.rejects(here.lab.run(BEYOND), (error) => error === why);
    assert.equal(here.lab.growing, false);
    assert.equal(await here.lab.text(SMALL), await rightText(SMALL));
    assert.throws(() => here.lab.check(WRONG), beyond);
    await assert.rejects(here.lab.whole(), (error) => error === why);
    assert.equal(here.asked, 2);
    assert.equal(await here.lab.text(BEYOND), await rightText(BEYOND));
    assert.equal(here.asked, 3);
    here.end();
  });

  test('all who wait for a whole core that cannot come are told', async () => {
    const { open, fail } = held();
    const here = await begun(open);
    const waiting = [here.lab.run(BEYOND), here.lab.run(WRONG), here.lab.whole()];
    const ends = Promise.allSettled(waiting);
    await turns(3);
    fail(new Error('503'));
    assert.deepEqual((await ends).map(({ reason }) => reason?.message), ['503', '503', '503']);
    assert.equal(here.asked, 1);
    here.end();
  });

  test('closed while it grows: both are closed, and what waits is told as of any lab', async () => {
    const { open, release } = held();
    const here = await begun(open);
    const waiting = here.lab.run(BEYOND).catch((error) => error);
    await turns(3);
    here.lab.close();
    release();
    await here.lab.whole();
    assert.equal(here.told.closed, 1);
    await assert.rejects(here.opened[0].run(SMALL), { kind: 'closed' });
    await assert.rejects(here.lab.run(SMALL), { kind: 'closed' });
    assert.throws(() => here.lab.check(SMALL), { kind: 'closed' });
    assert.throws(() => here.lab.live(SMALL), { kind: 'closed' });
    assert.equal((await waiting).name, 'AbortError');
    here.end();
  });

  test('closed before it grows: it never does', async () => {
    const here = await begun();
    here.lab.close();
    await assert.rejects(here.lab.run(BEYOND), { kind: 'closed' });
    assert.throws(() => here.lab.check(WRONG), { kind: 'closed' });
    assert.equal(here.asked, 0);
  });

  test('closed after it has grown: runs and live runs that the small core still has are ended, too', async () => {
    const grown = await openLab();
    const here = await begun(() => grown);
    const live = here.lab.live(SMALL);
    const run = here.lab.text(LONG).then(() => 'done', (error) => error.name);
    await turns(2);
    await here.lab.whole();
    here.lab.close();
    assert.equal(await run, 'AbortError');
    assert.throws(() => live.step(1), { kind: 'closed' });
    here.end();
  });

  test('cancelled while it waits: an AbortError, once the whole core is there', async () => {
    const { open, release } = held();
    const here = await begun(open);
    const abort = new AbortController();
    const run = assert.rejects(here.lab.run(BEYOND, { signal: abort.signal }), { name: 'AbortError' });
    await turns(3);
    abort.abort();
    release();
    await run;
    assert.equal(await here.lab.text(BEYOND), await rightText(BEYOND));
    here.end();
  });

  test('cancelled while it waits: an AbortError, and not only when the whole core comes', async () => {
    const { open, release } = held();
    const here = await begun(open);
    const abort = new AbortController();
    let ended;
    const run = here.lab.run(BEYOND, { signal: abort.signal }).catch((error) => { ended = error; });
    await turns(3);
    abort.abort();
    await turns(10);
    const seen = ended?.name;
    release();
    await run;
    assert.equal(seen, 'AbortError');
    here.end();
  });

  test('cancelled while it waits for one that cannot come: an AbortError all the same', async () => {
    const { open, fail } = held();
    const here = await begun(open);
    const abort = new AbortController();
    const run = here.lab.run(BEYOND, { signal: abort.signal }).catch((error) => error);
    await turns(3);
    abort.abort();
    fail(new Error('503'));
    assert.equal((await run).name, 'AbortError');
    here.end();
  });

  test('a run that goes over in the midst of it begins anew, and its progress does not fall', async () => {
    const seen = [];
    // A small core that ends after half of the work, whichever work that may be.
    const half = { version: whole.version(), catalogue, retire() {}, close() {}, text: async (_, { onProgress }) => {
      onProgress(0.5, { finished: 1, of: 3 });
      throw new LabError({ kind: 'internal', field: '', message: 'The core stopped: unreachable.' });
    } };
    const lab = new GrowingLab(half, () => openLab());
    same(await lab.text(LONG, { onProgress: (fraction) => seen.push(fraction) }), await rightText(LONG), 'the run');
    assert.equal(seen.at(-1), 1);
    assert.deepEqual(seen, [...seen].sort((a, b) => a - b));
    lab.close();
  });
});

describe('the page begins with the small core', { skip: missing }, () => {
  const here = theBuiltPage();
  const SMALL = /\/small-[^/]*\.wasm$/;
  const WHOLE = /\/p2c-[^/]*\.wasm$/;
  const count = (asked, name) => asked.filter((url) => name.test(url)).length;
  // What should be seen at once is not waited for as long as a run is.
  const SOON_MS = 20_000;

  const fleetDone = () => {
    const fleet = document.querySelector('p2c-fleet');
    document.querySelector('#fleet [data-ask] [data-run]')?.click();
    return !!fleet.good && fleet.good.config === fleet.config && fleet.good.policies === fleet.policies && !fleet.runner.busy && !fleet.due;
  };
  const policyOf = (page, card, id) => page.$eval(`#fleet [data-card="${card}"] select`, (e, v) => { e.value = v; e.dispatchEvent(new Event('change', { bubbles: true })); }, id);
  const sentence = () => [...document.querySelectorAll('#fleet .note > span')].map((e) => e.textContent.trim()).join(' ');

  /** The page at its fleet lab, the first comparison done and nothing beyond it asked for. */
  async function atFleet(options) {
    const opened = await here.open('', options);
    await opened.page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(opened.page, fleetDone);
    return opened;
  }

  test('a first visit fetches it, once, and not the whole one', async () => {
    const { page, said, asked } = await here.open('', { early: true });
    await until(page, () => performance.getEntriesByName('p2c-engine').length > 0 && !document.querySelector('p2c-duel').pair.still && !!document.querySelector('p2c-duel').waits);
    await page.waitForNetworkIdle();
    assert.deepEqual([count(asked, SMALL), count(asked, WHOLE)], [1, 0]);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('nor do the opening figure’s dial, its steps and a throw of balls', async () => {
    const { page, said, asked } = await here.open();
    await type(page, '#duel [data-path="load"]', '70');
    await until(page, () => document.querySelector('p2c-duel').pairLoad === 0.7);
    for (const button of ['play', 'step', 'reset', 'step']) await page.click(`p2c-duel [data-${button}]`);
    await until(page, () => !!document.querySelector('p2c-throw')?.runs);
    await page.$eval('#bins p2c-throw', (e) => e.scrollIntoView({ behavior: 'instant' }));
    for (const button of ['reset', 'step', 'play']) await page.$eval(`#bins p2c-throw [data-${button}]`, (e) => e.click());
    await until(page, () => { const { done, total } = document.querySelector('p2c-throw'); return done === total; });
    assert.equal(count(asked, WHOLE), 0);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('nor does another load of the fleet', async () => {
    const { page, said, asked } = await atFleet();
    await type(page, '#fleet [data-path="load"]', '80');
    await until(page, fleetDone);
    assert.equal(await page.$eval('p2c-fleet', (e) => e.good.results[0].result.config.load), 0.8);
    assert.equal(count(asked, WHOLE), 0);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('nor do three looks in balls and bins', async () => {
    const { page, said, asked } = await here.open();
    await page.evaluate(() => [...document.querySelectorAll('#bins .bt .seg button')].find((b) => b.textContent.trim() === '3').click());
    await answered(page, 'bins', () => /look at 3/.test(document.querySelector('#bins p2c-figure .finding').textContent) && !document.querySelector('p2c-bins').runner.busy);
    assert.equal(count(asked, WHOLE), 0);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('a policy beyond it brings the whole core, once, and shows its result', async () => {
    const { page, said, asked } = await atFleet();
    await policyOf(page, 1, 'memory');
    await until(page, fleetDone);
    const [config, fingerprint] = await page.$eval('p2c-fleet', (e) => [e.asks()[1], e.good.results[1].result.fingerprint]);
    const lab = await openLab();
    assert.equal((await lab.run(config)).fingerprint, fingerprint);
    lab.close();
    await type(page, '#fleet [data-path="load"]', '-5');
    await until(page, () => !!document.querySelector('#fleet .note.bad'));
    await policyOf(page, 1, 'round-robin');
    assert.equal(count(asked, WHOLE), 1);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('the small core is not fetched again when the whole one takes over', async () => {
    const { page, asked } = await atFleet();
    await policyOf(page, 1, 'memory');
    await until(page, fleetDone);
    await page.waitForNetworkIdle();
    assert.equal(count(asked, SMALL), 1);
    await page.close();
  });

  test('a load that cannot be brings the whole core, once, and its sentence about the field', async () => {
    const { page, said, asked } = await atFleet();
    await type(page, '#fleet [data-path="load"]', '-5');
    await until(page, () => !!document.querySelector('#fleet .note.bad'));
    assert.match(await textOf(page, '#fleet .note.bad'), /^load must be a number above 0/);
    assert.ok(await page.$('#fleet [data-path="load"] .wrong'), 'the field is marked');
    await type(page, '#fleet [data-path="load"]', '70');
    await until(page, fleetDone);
    assert.equal(await page.$('#fleet .note.bad'), null);
    assert.equal(count(asked, WHOLE), 1);
    assert.deepEqual(said, []);
    await page.close();
  });

  /** The page with the whole core held back. `release` lets it come. */
  async function held() {
    let release;
    let ask;
    const freed = new Promise((done) => { release = done; });
    const called = new Promise((done) => { ask = done; });
    const server = await serve(built, { before: (path) => { if (!WHOLE.test(path)) return undefined; ask(); return freed; } });
    const opened = await openPage(here.chromium.browser, server.origin);
    await taken(opened.page);
    const close = async () => { release(); await opened.page.close(); await server.close(); };
    return { ...opened, release, called, close };
  }

  const frames = (page) => page.evaluate(async () => { for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame); });

  test('while the whole core is awaited nothing wrong is shown, and all that was asked for follows', async () => {
    const { page, said, asked, release, called, close } = await held();
    await page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, fleetDone);
    const results = () => page.$eval('p2c-fleet', (e) => e.good.results.map(({ result }) => result.fingerprint));
    const before = await results();
    await policyOf(page, 1, 'memory');
    await called;
    await until(page, () => document.querySelector('#fleet [data-card="1"]').classList.contains('stale'));
    await type(page, '#fleet [data-path="load"]', '-5');
    await frames(page);
    assert.deepEqual(await results(), before);
    assert.equal(await page.evaluate(sentence), '');
    await type(page, '#fleet [data-path="load"]', '60');
    await page.evaluate(() => { location.hash = '#duel?a.id=memory'; });
    await until(page, () => document.querySelector('p2c-duel').policies[0].id === 'memory');
    await frames(page);
    assert.match(await textOf(page, '[data-ratio]'), /^…$/);
    assert.deepEqual([await results(), await page.$('.note.bad')], [before, null]);
    assert.deepEqual(said, []);
    release();
    await until(page, fleetDone);
    assert.equal(await page.$eval('p2c-fleet', (e) => e.good.results[1].result.config.policy.id), 'memory');
    assert.equal(await page.$eval('p2c-fleet', (e) => e.good.results[1].result.config.load), 0.6);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await until(page, () => { const { pair } = document.querySelector('p2c-duel'); return !!pair && !pair.still && /×/.test(document.querySelector('[data-ratio]').textContent); });
    assert.equal(await page.$eval('p2c-duel', (e) => e.pair.runs[0].result().config.policy.id), 'memory');
    assert.deepEqual([count(asked, WHOLE), said], [1, []]);
    await close();
  });

  test('a load that cannot be, while the whole core is awaited: the sentence comes with it', async () => {
    const { page, said, release, called, close } = await held();
    await page.$eval('#fleet', (e) => e.scrollIntoView({ behavior: 'instant' }));
    await until(page, fleetDone);
    await type(page, '#fleet [data-path="load"]', '-5');
    await called;
    await frames(page);
    assert.equal(await page.evaluate(sentence), '');
    release();
    await until(page, () => !!document.querySelector('#fleet .note.bad'));
    assert.match(await textOf(page, '#fleet .note.bad'), /^load must be a number above 0/);
    assert.deepEqual(said, []);
    await close();
  });

  /** The page, for which the whole core cannot be had until `heal`. */
  async function unwell() {
    const opened = await atFleet();
    const cdp = await opened.page.createCDPSession();
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/p2c-*.wasm' }] });
    let answer;
    const refused = new Promise((done) => { answer = done; });
    cdp.on('Fetch.requestPaused', async ({ requestId }) => { await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 503 }); answer(); });
    return { ...opened, refused, heal: () => cdp.send('Fetch.disable') };
  }
  // A browser says by itself that an address answered 503.
  const ours = (said) => said.filter((line) => !/the server responded with a status of 503/.test(line));

  const REFUSED = [['a policy beyond the small core', (page) => policyOf(page, 1, 'memory'), (page) => policyOf(page, 1, 'choices')], ['a load that cannot be', (page) => type(page, '#fleet [data-path="load"]', '-5'), () => {}]];
  for (const [what, change, back] of REFUSED) {
    test(`${what}, where the whole core cannot be had: a sentence says so, and nothing is awaited for ever`, async () => {
      const { page, said, refused } = await unwell();
      await change(page);
      await refused;
      await page.waitForFunction(sentence, { timeout: SOON_MS });
      assert.match(await page.evaluate(sentence), /\S.{10,}\.$/);
      assert.equal(await page.$eval('p2c-fleet', (e) => e.runner.busy || !!e.due), false, 'nothing is awaited');
      assert.deepEqual(ours(said), []);
      await page.close();
    });

    test(`${what}, where the whole core cannot be had: the next change goes through, and its results are shown as such`, async () => {
      const { page, said, refused, heal } = await unwell();
      await change(page);
      await refused;
      await frames(page);
      await heal();
      await back(page);
      await type(page, '#fleet [data-path="load"]', '70');
      await until(page, () => { const { good, runner } = document.querySelector('p2c-fleet'); document.querySelector('#fleet [data-ask] [data-run]')?.click(); return good.results[1].result.config.load === 0.7 && !runner.busy; });
      await frames(page);
      assert.deepEqual(await page.$$eval('#fleet .card', (all) => all.map((card) => card.classList.contains('stale'))), [false, false, false, false]);
      assert.deepEqual(ours(said), []);
      await page.close();
    });
  }
});
