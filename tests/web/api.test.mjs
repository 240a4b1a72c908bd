// The library in Node: catalogue, runs, progress, cancelling, errors, live runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LabError, openLab } from '../../web/api/index.js';

const scenarios = JSON.parse(readFileSync(new URL('../golden/scenarios.json', import.meta.url), 'utf8'));
const commandLine = fileURLToPath(new URL('../../build/native/p2c', import.meta.url));

const BINS = { experiment: 'bins', bins: 40, ballsPerBin: 25, replications: 10, seed: 3 };
const FLEET = { experiment: 'fleet', replicas: 8, load: 0.8, requests: 2000, replications: 6, seed: 3 };
const LONG = { experiment: 'fleet', replicas: 64, requests: 5_000_000, replications: 8 };

let lab;
before(async () => {
  lab = await openLab();
});
after(() => lab.close());

/** What the command line prints for a configuration. */
async function printed(config) {
  const call = promisify(execFile)(commandLine, ['run', '-'], { maxBuffer: 1 << 28 });
  call.child.stdin.end(JSON.stringify(config));
  return JSON.parse((await call).stdout);
}

test('version, catalogue and schema', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.deepEqual([lab.version, lab.catalogue.version], [version, version]);
  assert.deepEqual(lab.catalogue.experiments.map(({ id }) => id), ['bins', 'fleet', 'hashing', 'fanout']);
  assert.match(lab.schema.$schema, /2020-12/);
});

describe('runs', () => {
  test('both experiments give estimates with their interval', async () => {
    const { metrics, engine } = await lab.run(BINS);
    assert.ok(engine);
    assert.ok(metrics.gap.low <= metrics.gap.value && metrics.gap.value <= metrics.gap.high);
    const fleet = await lab.run(FLEET);
    assert.ok(fleet.metrics.wait.p99.value > 0);
    assert.equal(fleet.config.warmup, lab.catalogue.experiments[1].params.find(({ name }) => name === 'warmup').default);
  });

  for (const [name, { config, fingerprint }] of Object.entries(scenarios))
    test(`golden scenario ${name}: the same fingerprint, and the same result as the command line`, async () => {
      const result = await lab.run(config);
      assert.equal(result.fingerprint, fingerprint);
      assert.deepEqual(result, await printed(config));
    });

  test('an object and its text are the same, and so are any numbers of workers', async () => {
    for (const config of [BINS, FLEET, { ...BINS, replications: 1 }, { ...BINS, replications: 2 }]) {
      const text = await lab.text(config);
      assert.equal(await lab.text(JSON.stringify(config)), text);
      for (const workers of [2, 3, 7]) {
        const other = await openLab({ workers });
        assert.equal(await other.text(config), text, `${workers} workers`);
        other.close();
      }
    }
  });

  test('an undefined key is a key left out', async () =>
    assert.equal(await lab.text({ ...BINS, engine: undefined }), await lab.text(BINS)));

  test('a short run does not wait for the end of a long one', async () => {
    const own = await openLab({ workers: 2 });
    let ended = false;
    const long = own.run({ ...LONG, replications: 10_000, requests: 20_000 }).finally(() => (ended = true));
    assert.equal(await own.text(BINS), await lab.text(BINS));
    assert.equal(ended, false);
    own.close();
    await assert.rejects(long, { name: 'AbortError' });
  });
});

describe('progress', () => {
  const LENGTHS = [{ requests: 50_000 }, { requests: 'auto', precision: { relative: 0.01 } }];
  for (const [workers, length] of [1, 3].flatMap((n) => LENGTHS.map((length) => [n, length])))
    test(`rises to 1 with ${workers} worker(s), requests ${length.requests}`, async () => {
      const own = await openLab({ workers });
      const seen = [];
      const result = await own.run({ ...FLEET, ...length }, { onProgress: (fraction, counts) => seen.push({ fraction, ...counts }) });
      own.close();
      if (length.precision) assert.ok(result.auto.met && result.auto.stages.length > 1);
      assert.ok(seen.length > 2);
      for (let i = 1; i < seen.length; i++) {
        assert.ok(seen[i].fraction > seen[i - 1].fraction);
        assert.ok(seen[i].finished >= seen[i - 1].finished);
      }
      assert.deepEqual(seen.at(-1), { fraction: 1, finished: FLEET.replications, of: FLEET.replications });
    });

  test('what onProgress throws ends the run', async () => {
    const defect = new TypeError('a defect of the caller');
    const onProgress = () => {
      throw defect;
    };
    await assert.rejects(lab.run(LONG, { onProgress }), (error) => error === defect);
    assert.ok(await lab.run(BINS));
  });
});

describe('cancelling', () => {
  test('rejects with AbortError and leaves the lab usable', async () => {
    const text = await lab.text(BINS);
    const abort = new AbortController();
    const run = lab.run(LONG, { signal: abort.signal, onProgress: () => abort.abort() });
    await assert.rejects(run, (error) => error instanceof DOMException && error.name === 'AbortError');
    assert.equal(await lab.text(BINS), text);
  });

  test('a signal that is already aborted runs nothing', async () => {
    const seen = [];
    await assert.rejects(lab.run(LONG, { signal: AbortSignal.abort(), onProgress: (f) => seen.push(f) }), { name: 'AbortError' });
    assert.deepEqual(seen, []);
  });

  test('closing the lab ends its runs, and it refuses further ones', async () => {
    const own = await openLab({ workers: 2 });
    const live = own.live(BINS);
    const run = own.run(LONG);
    setTimeout(() => own.close(), 20);
    await assert.rejects(run, { name: 'AbortError' });
    await assert.rejects(own.run(BINS), { name: 'LabError', kind: 'closed' });
    assert.throws(() => own.live(BINS), { name: 'LabError', kind: 'closed' });
    assert.throws(() => live.step(1), { name: 'LabError', kind: 'closed' });
  });
});

test('a hundred thousand recorded sizes are a list like any other', async () => {
  const values = Array.from({ length: 100_000 }, (_, i) => ((i % 1000) + 1) / 1000);
  const result = await lab.run({ ...FLEET, service: { id: 'recorded', values } });
  assert.deepEqual(result.config.service.values, values);
  assert.ok(Math.abs(result.metrics.serviceMedian.value - 0.5) < 1e-9);
});

describe('bad input is refused in one sentence that names the field', () => {
  const choices = (more) => ({ ...BINS, policy: { id: 'choices', ...more } });
  /** What is wrong, the configuration, the field; and the kind of the error where it is not "config". */
  const cases = [
    ['a wrong type', { ...BINS, bins: '40' }, 'bins'],
    ['a fraction for a count', { ...BINS, bins: 1.5 }, 'bins'],
    ['an unknown key', { ...BINS, bin: 40 }, 'bin'],
    ['an unknown key inside a part', choices({ e: 2 }), 'policy.e'],
    ['a key of the other experiment', { ...BINS, load: 0.5 }, 'load'],
    ['an unknown experiment', { experiment: 'bin' }, 'experiment'],
    ['no experiment', { bins: 40 }, 'experiment'],
    ['an unknown policy', { ...BINS, policy: { id: 'choice' } }, 'policy.id'],
    ['an unknown option', choices({ ties: 'none' }), 'policy.ties'],
    ['a negative number', { ...FLEET, load: -0.1 }, 'load'],
    ['zero', { ...FLEET, replicas: 0 }, 'replicas'],
    ['no replications', { ...BINS, replications: 0 }, 'replications'],
    ['a fraction of a replication', { ...BINS, replications: 2.5 }, 'replications'],
    ['too many replications', { ...BINS, replications: 1e12 }, 'replications'],
    ['NaN', { ...FLEET, load: NaN }, 'load'],
    ['infinity', { ...FLEET, load: Infinity }, 'load'],
    ['NaN inside a part', choices({ d: NaN }), 'policy.d'],
    ['NaN in a list', { ...BINS, checkpoints: [1, NaN] }, 'checkpoints[1]'],
    ['a hole in a list', { ...BINS, checkpoints: [undefined] }, 'checkpoints[0]'],
    ['NaN in a recorded list', { ...FLEET, service: { id: 'recorded', values: [1, 2, NaN] } }, 'service.values[2]'],
    ['a negative recorded size', { ...FLEET, service: { id: 'recorded', values: [1, -2] } }, 'service.values[1]'],
    ['an empty recorded list', { ...FLEET, arrivals: { id: 'recorded', values: [] } }, 'arrivals.values'],
    ['too large for memory', { ...BINS, bins: 1e12, ballsPerBin: 1, engine: 'direct' }, 'bins'],
    ['d larger than n', choices({ d: 41 }), 'policy.d'],
    ['a function', { ...BINS, seed: () => 1 }, 'seed'],
    ['a big integer', { ...BINS, seed: 1n }, 'seed'],
    ['a map', { ...BINS, policy: new Map([['id', 'choices']]) }, 'policy'],
    ['an empty text', '', ''],
    ['a text that is no JSON', '{"experiment":', ''],
    ['a text that is no object', '[]', ''],
    ['a megabyte of [', '['.repeat(1 << 20), ''],
    ['null', null, ''],
    ['a number', 5, ''],
  ];
  for (const [what, config, field] of cases)
    test(what, async () => {
      const error = await lab.run(config).catch((reason) => reason);
      assert.ok(error instanceof LabError, `a LabError, not ${error}`);
      assert.equal(error.field, field);
      assert.ok(['config', 'memory'].includes(error.kind), error.kind);
      assert.match(error.message, /^[^\n]{10,300}\.$/);
      if (field) assert.ok(error.message.includes(field.split(/[.[]/).at(0)), error.message);
    });

  test('a configuration that contains itself', async () => {
    const config = { ...BINS };
    config.policy = config;
    await assert.rejects(lab.run(config), { name: 'LabError', kind: 'config' });
  });

  test('a number of workers that makes no sense', async () => {
    for (const workers of [0, -1, 1.5, NaN, 1e9, '2'])
      await assert.rejects(openLab({ workers }), { name: 'LabError', field: 'workers' });
  });

  test('the lab still works', async () => assert.ok((await lab.run(BINS)).fingerprint));
});

describe('live runs', () => {
  for (const config of [BINS, FLEET])
    test(`${config.experiment}: the result does not depend on the budget of a step`, async () => {
      const right = await lab.run(config);
      for (const budget of [1, 7, 1000, 1e9]) {
        const live = lab.live(config);
        while (live.step(budget));
        assert.equal(live.progress(), 1);
        assert.deepEqual(live.result(), right, `budget ${budget}`);
        live.close();
      }
    });

  test('step(1) throws one ball, and the snapshots are copies', () => {
    const live = lab.live(BINS);
    const start = live.snapshot('load');
    assert.deepEqual([...live.snapshot('looks')], []);
    live.step(1);
    const load = live.snapshot('load');
    assert.ok(load instanceof Float64Array);
    assert.equal(load.length, BINS.bins);
    assert.equal(start.reduce((sum, x) => sum + x), 0);
    assert.equal(load.reduce((sum, x) => sum + x), 1);
    const [chosen, ...looks] = live.snapshot('looks');
    assert.equal(load[chosen], 1);
    assert.ok(looks.includes(chosen) && looks.length === 2);
    assert.equal(live.snapshot('counts')[0], 1);
    live.close();
    live.close();
  });

  test('a fleet goes on for ever, and its load can be changed', () => {
    const live = lab.live(FLEET);
    assert.equal(live.advanceTo(100), true);
    const [time, rate] = live.snapshot('clock');
    assert.equal(time, 100);
    live.set('load', 0.4);
    live.advanceTo(200);
    const [later, halved] = live.snapshot('clock');
    assert.equal(later, 200);
    assert.ok(Math.abs(halved / rate - 0.5) < 1e-12);
    const [arrived, completed, inService, waiting] = live.snapshot('counts');
    assert.equal(arrived, completed + inService + waiting);
    const result = live.result();
    assert.equal(result.live, true);
    assert.equal('fingerprint' in result, false);
    live.close();
  });

  test('errors are thrown at once and name the field', () => {
    assert.throws(() => lab.live({ ...FLEET, load: NaN }), { name: 'LabError', field: 'load' });
    assert.throws(() => lab.live({ ...FLEET, loud: 1 }), { name: 'LabError', field: 'loud' });
    const live = lab.live(FLEET);
    assert.throws(() => live.snapshot('nothing'), { name: 'LabError', field: 'snapshot' });
    assert.throws(() => live.set('nothing', 1), { name: 'LabError', kind: 'config' });
    assert.throws(() => live.set('load', NaN), { name: 'LabError', kind: 'config', field: 'load' });
    assert.throws(() => live.set('load', -1), { name: 'LabError', kind: 'config', field: 'load' });
    live.close();
  });
});
