// The parts of the page that need no browser: scales of sliders, settings and links, findings, numbers as text.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { Catalogue } from '../../web/ui/catalogue.js';
import { firstSizes, runsFor, secondsFor } from '../../web/ui/growth-plan.js';
import { get, isPath, parse, set } from '../../web/ui/config.js';
import { brief, fixed, percent, power, tickText, withError } from '../../web/ui/format.js';
import { LONGEST, formatHash, parseHash } from '../../web/ui/router.js';
import { fromPosition, nextTick, nudge, settle, toPosition } from '../../web/ui/scale.js';
import { Kept, aboutText, inBudget } from '../../web/ui/run-budget.js';
import { apart, verdict } from '../../web/ui/stats.js';
import { command, spaced, sweepable, valuesOf } from '../../web/ui/sweep-plan.js';

const metric = (value, half) => ({ value, low: value - half, high: value + half });

describe('sliders', () => {
  const load = { kind: 'real', scale: 'headroom', slider: [0.05, 0.995], range: [0, 100], ticks: [0.5, 0.9, 0.99] };
  const count = { kind: 'int', scale: 'log', slider: [1, 1024], range: [1, 1e6], step: 1 };
  const age = { kind: 'real', scale: 'log0', slider: [0, 100], range: [0, 1e9] };

  test('a position and its value agree, on every scale', () => {
    for (const param of [load, count, age, { kind: 'real', slider: [0, 2], range: [0, 4] }])
      for (let p = 0; p <= 1; p += 0.05) {
        const v = fromPosition(param, p);
        assert.ok(v >= param.slider[0] && v <= param.slider[1]);
        assert.equal(settle(param, v), v, 'a settled value stays');
        assert.ok(Math.abs(fromPosition(param, toPosition(param, v)) - v) < 1e-9 * Math.max(1, v));
      }
  });
  test('headroom: equal steps divide the free capacity equally, to two digits', () => {
    const at = (x) => toPosition(load, x);
    assert.ok(Math.abs(at(0.9) - at(0.8) - (at(0.95) - at(0.9))) < 1e-12);
    assert.equal(settle(load, 0.98765), 0.988);
  });
  test('keys move by one step, and pages from tick to tick', () => {
    assert.equal(nudge(count, 5, 1), 6);
    assert.equal(nudge({ kind: 'int', slider: [1, 16], step: 1 }, 16, 1), 16);
    assert.ok(nudge(load, 0.9, -1) < 0.9);
    assert.equal(nextTick(load, 0.6, 1), 0.9);
    assert.equal(nextTick(load, 0.99, 1), 0.995);
  });
  test('a value outside the slider keeps to its end', () => {
    assert.equal(toPosition(load, 1.2), 1);
    assert.equal(toPosition(count, 1e6), 1);
  });
});

describe('settings and links', () => {
  test('a link reads back as it was written', () => {
    const pairs = [['policy.d', '3'], ['note', 'a b&c=d']];
    assert.deepEqual(parseHash(formatHash('bins', pairs)), { lab: 'bins', pairs, cut: false });
    assert.deepEqual(parseHash('#fleet'), { lab: 'fleet', pairs: [], cut: false });
    assert.deepEqual(parseHash('#bins?%E0%A4%A=1&x').pairs, [['%E0%A4%A', '1'], ['x', '']]);
  });
  test('of a link that is too long the settings that are whole are read', () => {
    const long = (n) => `#bins?a=1&b=${'9'.repeat(n)}&c=3`;
    assert.deepEqual(parseHash(long(LONGEST)), { lab: 'bins', pairs: [['a', '1']], cut: true });
    const most = LONGEST - long(0).length + 1;
    assert.deepEqual([parseHash(long(most)).cut, parseHash(long(most)).pairs.length], [false, 3]);
    assert.deepEqual([parseHash(long(most + 1)).cut, parseHash(long(most + 1)).pairs.length], [true, 2]);
    assert.deepEqual(parseHash(`#bins?a=${'9'.repeat(LONGEST)}`), { lab: 'bins', pairs: [], cut: true });
  });
  test('paths reach plain keys only', () => {
    for (const bad of ['__proto__.x', 'constructor.prototype.x', '', 'a..b', 'a b', '<b>', 'x'.repeat(81)]) assert.equal(isPath(bad), false, bad);
    assert.equal(isPath('information.signal'), true);
    assert.equal(get({}, 'toString'), undefined);
    assert.deepEqual(set({ policy: { id: 'choices', d: 3 } }, 'policy.id', 'random'), { policy: { id: 'random' } });
    assert.deepEqual(set({ a: { b: 1 } }, 'a.b', undefined), { a: {} });
  });
  test('a check names the field, and takes no memory for what would need it', async () => {
    const lab = await openLab();
    assert.throws(() => lab.check({ experiment: 'bins', bins: -5 }), { kind: 'config', field: 'bins' });
    const before = process.memoryUsage().rss;
    lab.check({ experiment: 'bins', bins: 5e8, ballsPerBin: 1, engine: 'direct' });
    assert.ok(process.memoryUsage().rss - before < 1e8, 'no counter per bin');
    lab.close();
  });
  test('text that does not fit stays text, for the core to refuse', () => {
    assert.equal(parse({ kind: 'int' }, '12'), 12);
    assert.equal(parse({ kind: 'int' }, 'many'), 'many');
    assert.equal(parse({ kind: 'real' }, ''), '');
    assert.equal(parse({ kind: 'bool' }, 'true'), true);
    assert.deepEqual(parse({ kind: 'list' }, '1,2,x'), [1, 2, 'x']);
  });
  test('only what differs from the catalogue’s defaults enters a link, and the core takes it', async () => {
    const lab = await openLab({ workers: 1 });
    const catalogue = new Catalogue(lab.catalogue);
    assert.deepEqual(catalogue.changes('bins', { bins: 100, policy: { id: 'choices', d: 2 } }), []);
    assert.deepEqual(catalogue.changes('bins', { seed: 4, policy: { d: 3 } }), [['policy.d', 3], ['seed', 4]]);
    assert.deepEqual(catalogue.changes('fleet', { policy: { id: 'least' }, information: { signal: 'work' } }), [['policy.id', 'least'], ['information.signal', 'work']]);
    const part = catalogue.complete('bins', { ballsPerBin: 1, replications: 2, policy: { d: 3 } });
    assert.equal((await lab.run(part)).config.policy.d, 3);
    assert.equal(catalogue.shortName({ id: 'choices', d: 5 }), 'look at 5');
    assert.equal(catalogue.param('bins', 'policy.d', {}).kind, 'int');
    // Parts inside a group: their paths, their ids, and the way back.
    const noisy = { information: { noise: { id: 'gaussian', sigma: 2 } } };
    assert.equal(catalogue.param('bins', 'information.noise.sigma', noisy).kind, 'real');
    assert.deepEqual(catalogue.changes('bins', noisy), [['information.noise.id', 'gaussian'], ['information.noise.sigma', 2]]);
    assert.deepEqual(catalogue.complete('bins', { information: { freshness: {} } }).information, { freshness: { id: 'fresh' } });
    assert.equal(catalogue.param('bins', 'policy.nothing', {}), undefined);
    // Many parts in one list: by their places, and the way back.
    const troubled = { faults: [{ id: 'stalls' }, { factor: 7 }] };
    const pairs = catalogue.changes('fleet', troubled);
    assert.deepEqual(pairs, [['faults.0.id', 'stalls'], ['faults.1.id', 'slow'], ['faults.1.factor', 7]]);
    assert.deepEqual(pairs.reduce((out, [path, value]) => set(out, path, value), {}), { faults: [{ id: 'stalls' }, { id: 'slow', factor: 7 }] });
    assert.deepEqual(catalogue.complete('fleet', troubled).faults, [{ id: 'stalls' }, { id: 'slow', factor: 7 }]);
    assert.equal(catalogue.param('fleet', 'faults.1.factor', troubled).kind, 'real');
    assert.equal(catalogue.param('fleet', 'faults.2.factor', troubled), undefined);
    assert.deepEqual(catalogue.changes('fleet', { fault: { id: 'stalls' } }), [['faults.0.id', 'stalls']]);
    assert.deepEqual(catalogue.modern('fleet', [['fault.id', 'slow'], ['fault.factor', '3'], ['load', '0.5']]), [['faults.0.id', 'slow'], ['faults.0.factor', '3'], ['load', '0.5']]);
    assert.deepEqual(catalogue.modern('fleet', [['fault.id', 'none']]), []);
    assert.ok(sweepable(catalogue, 'fleet', catalogue.filled('fleet', troubled)).some(({ path }) => path === 'faults.1.factor'));
    const twice = { requests: 2000, replications: 2, ...troubled };
    assert.deepEqual(catalogue.filled('fleet', twice).faults, (await lab.run(catalogue.complete('fleet', twice))).config.faults);
    // What the page fills in is what the core fills in.
    for (const { id } of lab.catalogue.experiments) {
      const small = { bins: { ballsPerBin: 1, replications: 2 }, fleet: { requests: 2000, replications: 2 } }[id] ?? { replications: 2 };
      const { experiment, schema, ...core } = (await lab.run({ experiment: id, ...small })).config;
      assert.deepEqual(catalogue.filled(id, small), core, `${experiment} ${schema}`);
    }
    lab.close();
  });
});

describe('numbers and findings', () => {
  test('numbers as text', () => {
    assert.equal(fixed(1234567.891, 1), '1,234,567.9');
    assert.equal(fixed(-0.04, 1), '0.0');
    assert.equal(fixed(-2, 0), '−2');
    assert.deepEqual(withError(metric(42.8, 1.5)), ['42.8', '1.5']);
    assert.deepEqual(withError(metric(7.401, 0.052)), ['7.40', '0.05']);
    assert.deepEqual(withError({ value: null, reason: 'few-samples' }), ['too few', '']);
    assert.deepEqual(withError({ value: 64 }), ['64.0', '']);
    assert.equal(brief(0.0123), '0.012');
    assert.equal(percent(0.001), '0.1\u202f%');
    assert.equal(percent(1e-12), '10⁻¹²');
    assert.deepEqual([100, 300, 1e15, 2.5e-9].map(power), ['10²', '3·10²', '10¹⁵', '2.5·10⁻⁹']);
    assert.deepEqual([1000, 10000, 1e6, 1e12].map((x) => tickText(x)), ['1,000', '10k', '1M', '10¹²']);
  });
  test('the largest sizes come coarse to fine, and the time for more is judged by what was measured', () => {
    const sizes = firstSizes();
    assert.deepEqual(sizes.slice(0, 7), [1e2, 1e4, 1e6, 1e8, 1e10, 1e12, 1e3]);
    assert.equal(new Set(sizes).size, sizes.length);
    assert.ok(runsFor(100) > runsFor(1e12));
    const measured = { n: 1e12, runs: 2, seconds: 4 };
    assert.ok(Math.abs(secondsFor([1e14], measured) - 20) < 1e-9, 'a hundred times the bins, ten times the time of a run');
  });
  test('a difference is claimed only when the intervals are well apart', () => {
    assert.equal(apart(metric(10, 1), metric(12, 1)), true);
    assert.equal(apart(metric(10, 1), metric(11, 1)), false);
    assert.equal(apart(metric(10, 1), { value: null }), false);
  });
  test('a published number is judged with its own noise and rounding', () => {
    assert.equal(verdict(1.92, 0.02, 1.94, 0.02, 0.01), 'agrees');
    assert.equal(verdict(1.94, 0.02, 1.87, 0.02, 0.01), 'near');
    assert.equal(verdict(3.23, 0.02, 3.6, 0.02, 0.01), 'differs');
  });
});

describe('sweeps', () => {
  test('values are spread over the slider as its scale says, with the present one among them', () => {
    assert.deepEqual(spaced({ kind: 'real', scale: 'log', slider: [1, 10000] }), [1, 3, 10, 30, 100, 300, 1000, 3000, 10000]);
    assert.deepEqual(spaced({ kind: 'int', scale: 'log', slider: [10, 1e15] }), [10, 1e3, 1e5, 1e7, 1e9, 1e11, 1e13, 1e15]);
    assert.deepEqual(spaced({ kind: 'int', scale: 'log0', slider: [0, 100] }), [0, 1, 3, 10, 30, 100]);
    assert.deepEqual(spaced({ kind: 'int', scale: 'lin', slider: [1, 4] }), [1, 2, 3, 4]);
    assert.deepEqual(valuesOf({ kind: 'real', scale: 'lin', slider: [0, 1], step: 0.01 }, 0.55).slice(4, 8), [0.4, 0.5, 0.55, 0.6]);
  });
  test('what can be swept is what the catalogue gives a slider, inside parts too, the run left out', async () => {
    const lab = await openLab();
    const catalogue = new Catalogue(lab.catalogue);
    const paths = (experiment, config) => sweepable(catalogue, experiment, catalogue.filled(experiment, config)).map((c) => c.path);
    assert.deepEqual(paths('bins', { policy: { id: 'memory' }, weights: { id: 'pareto' } }), ['policy.fresh', 'policy.remembered', 'ballsPerBin', 'bins', 'weights.alpha', 'weights.max']);
    assert.ok(paths('fleet', {}).includes('load') && !paths('fleet', {}).includes('requests'));
    lab.close();
  });
  test('the command is safe in a shell', () => {
    assert.equal(command({ experiment: "it's" }, 'bins', [10, 1e15], 'gap'), `echo '{"experiment":"it'\\''s"}' | p2c sweep - --over bins=10,1000000000000000 --metric gap --table`);
  });
});

describe('runs and how long they may take', () => {
  /** A job that takes so many milliseconds and reports every ten. */
  const job = (ms, log) => async (signal, report) => {
    for (let t = 10; t < ms; t += 10) {
      await new Promise((done) => setTimeout(done, 10));
      signal.throwIfAborted();
      report(t / ms);
    }
    log.push(ms);
    return ms;
  };
  const never = new AbortController().signal;

  test('short jobs run to their ends, in order', async () => {
    const log = [];
    assert.deepEqual(await inBudget([job(30, log), job(20, log)], never, () => {}), { results: [30, 20] });
    assert.deepEqual(log, [30, 20]);
  });
  test('a job that does not fit stops, and the answer is about how long the rest takes', async () => {
    const log = [];
    const { results, seconds } = await inBudget([job(30, log), job(60_000, log), job(30_000, log)], never, () => {});
    assert.deepEqual([results, log], [[30], [30]]);
    assert.ok(seconds > 45 && seconds < 400, `about 90 s, a busy machine takes longer: ${seconds}`);
  });
  test('a start that stalls is not taken for the speed of the whole', async () => {
    const stalls = async (signal, report) => {
      for (let t = 0; t < 12; t++) {
        await new Promise((done) => setTimeout(done, 50));
        signal.throwIfAborted();
        report(t < 9 ? 0.25 + 1e-6 * t : 0.75);
      }
    };
    assert.equal((await inBudget([stalls], never, () => {})).seconds, undefined);
  });
  test('results are kept by task', async () => {
    const kept = new Kept(2);
    let made = 0;
    for (const n of [1, 2, 1, 2, 3, 1]) await kept.get({ n }, () => (made += 1));
    assert.equal(made, 4);
  });
  test('a cancel from outside is no answer but an end', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 30);
    await assert.rejects(inBudget([job(5000, [])], abort.signal, () => {}), { name: 'AbortError' });
  });
  test('times are told as coarsely as they are known', () => {
    assert.deepEqual([0.2, 42, 200, 7200, 3e5, 1e9].map(aboutText), ['about 1 second', 'about 42 seconds', 'about 3 minutes', 'about 2 hours', 'about 3 days', 'about 32 years']);
  });
});
