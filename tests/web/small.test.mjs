// The small core beside the whole one: the same text, or none.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shards } from '../../web/api/batch.js';
import { openCore } from '../../web/api/core.js';
import { firstTasks, openingTasks } from '../../web/ui/opening-plan.js';
import { read, scenarios, compiled, whole, catalogue, plan, fresh, BUDGET, result, part, unlessBeyond, same } from './support/cores.mjs';

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
  const known = new Map();
  /** What the whole core gives for it, run once. */
  const right = (text) => known.get(text) ?? known.set(text, result(whole, text)).get(text);
  test('with as many runs as the page has of it, the small core does it', async () => {
    const beyond = [];
    for (const text of asTheyAre.map((config) => JSON.stringify(config))) {
      const got = await fresh().then((small) => unlessBeyond(() => result(small, text)));
      if (got === undefined) beyond.push(text);
      else same(got, right(text), text);
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
        else same(got, right(text), text);
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
