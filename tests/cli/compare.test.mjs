// p2c compare: variants of one configuration under the same requests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { output, refused, runJson, scratch, smallBins, smallFleet, start } from './support.mjs';

const text = (config, ...words) => output(['compare', '-', ...words], JSON.stringify(config));
const compare = (config, ...words) => JSON.parse(text(config, ...words));
const refusedCompare = (config, ...words) => refused(['compare', '-', ...words], JSON.stringify(config));

const mm1 = { experiment: 'fleet', replicas: 1, load: 0.8, policy: { id: 'random' }, requests: 5000, replications: 10 };
const fleet = { experiment: 'fleet', replicas: 16, load: 0.9, requests: 10_000, replications: 10 };
const quantile = 2.2621571628;  // of Student's t, 97.5 %, 9 degrees of freedom

const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length;
const halfWidth = (values) => {
  const centre = mean(values);
  const variance = values.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (values.length - 1);
  return quantile * Math.sqrt(variance / values.length);
};
const close = (a, b, message) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${message ?? ''} ${a} is not ${b}`);

test('a variant differs from itself by exactly 0, and is exactly as large', () => {
  const { differences: [{ metrics }] } = compare(mm1, '--over', 'policy=random,random');
  for (const name of ['wait.mean', 'wait.p99', 'latency.max', 'utilisation', 'meanLoad']) {
    const { value, low, high, ratio } = metrics[name];
    assert.deepEqual({ value, low, high, ratio }, { value: 0, low: 0, high: 0, ratio: { value: 1, low: 1, high: 1 } }, name);
  }
  assert.deepEqual(metrics.share, [{ value: 0, low: 0, high: 0 }]);
});

test('every variant has the result of a run of its own', () => {
  const { variants } = compare(fleet, '--over', 'policy=choices,least', '--variant', 'policy.d=3,load=0.5');
  assert.deepEqual(variants.map(({ name }) => name), ['choices', 'least', 'policy.d=3, load=0.5']);
  assert.deepEqual(variants[2].settings, { 'policy.d': 3, load: 0.5 });
  const changes = [{}, { policy: { id: 'least' } }, { policy: { id: 'choices', d: 3 }, load: 0.5 }];
  changes.forEach((change, i) => assert.deepEqual(variants[i].result, runJson({ ...fleet, ...change })));
});

test('differences, their intervals and ratios follow from the replications one by one', () => {
  const { differences: [{ variant, minus, metrics }] } = compare(fleet, '--over', 'policy=choices,least');
  assert.deepEqual({ variant, minus }, { variant: 'least', minus: 'choices' });
  const alone = (id, r) => runJson({ ...fleet, policy: { id } }, '--replications-from', `${r}`, '--replications-to', `${r + 1}`).metrics;
  const rows = Array.from({ length: 10 }, (_, r) => [alone('choices', r), alone('least', r)]);
  for (const [name, of] of [['wait.mean', (m) => m.wait.mean.value], ['latency.p99', (m) => m.latency.p99.value]]) {
    const first = rows.map(([choices]) => of(choices));
    const second = rows.map(([, least]) => of(least));
    const less = second.map((x, r) => x - first[r]);
    const found = metrics[name];
    close(found.value, mean(less), name);
    close((found.high - found.low) / 2, halfWidth(less), name);
    close(found.ofIndependent, halfWidth(less) / Math.hypot(halfWidth(first), halfWidth(second)), name);
    const ratio = mean(second) / mean(first);
    close(found.ratio.value, ratio, name);
    close(found.ratio.high - ratio, halfWidth(second.map((x, r) => x - ratio * first[r])) / mean(first), name);
  }
});

test('the same requests: loads do not differ at all, waits less uncertainly than those of independent runs', () => {
  const { differences: [{ metrics }] } = compare(fleet, '--over', 'policy=choices,least', '--metric', 'wait.mean', '--metric', 'realisedLoad', '--metric', 'realisedRate');
  assert.deepEqual(Object.keys(metrics), ['wait.mean', 'realisedLoad', 'realisedRate']);
  assert.ok(metrics['wait.mean'].ofIndependent < 0.9, `${metrics['wait.mean'].ofIndependent}`);
  assert.ok(metrics['wait.mean'].high < 0);
  for (const name of ['realisedLoad', 'realisedRate']) assert.deepEqual([metrics[name].low, metrics[name].high], [0, 0]);
});

test('every experiment: the difference is that of the values, level by level too', () => {
  const value = (of) => (typeof of === 'number' ? of : of.value);
  for (const [config, over] of [
    [{ ...smallBins, replications: 70 }, 'policy=random,choices'],
    [{ ...smallBins, bins: 1e6, ballsPerBin: 1, replications: 4 }, 'policy=choices,least'],
    [{ experiment: 'hashing', replications: 5 }, 'scheme.functions=2,3'],
  ]) {
    const { variants, differences: [{ metrics }] } = compare(config, '--over', over);
    const [first, second] = variants.map(({ result }) => result.metrics);
    for (const [name, difference] of Object.entries(metrics)) {
      if (typeof difference === 'number') continue;
      if (!Array.isArray(difference)) { close(difference.value, value(second[name]) - value(first[name]), name); continue; }
      const from = (m) => m[`${name}From`] ?? 0;
      const tail = name === 'profile';
      const at = (m, level) => (level < from(m) ? (tail ? 1 : 0) : m[name][level - from(m)]?.value ?? 0);
      difference.forEach((d, i) => close(d.value, at(second, i + from(metrics)) - at(first, i + from(metrics)), `${name} ${i}`));
    }
  }
});

test('a single variant is set against the configuration as it is', () => {
  const { variants, differences } = compare(smallBins, '--variant', 'policy=random');
  assert.deepEqual(variants.map(({ name }) => name), ['as configured', 'policy=random']);
  assert.deepEqual(variants[0].result, runJson(smallBins));
  assert.equal(differences.length, 1);
});

test('one replication has differences without intervals; a missing number has a reason', () => {
  const { differences: [{ metrics }] } = compare({ ...mm1, replications: 1 }, '--over', 'load=0.5,0.6', '--metric', 'wait.mean');
  assert.deepEqual({ low: metrics['wait.mean'].low, high: metrics['wait.mean'].high }, { low: null, high: null });
  const lost = compare(mm1, '--over', 'load=0.5,1.5', '--metric', 'wait.mean').differences[0].metrics['wait.mean'];
  assert.deepEqual(compare(mm1, '--over', 'load=0.5,1.5', '--metric', 'wait.mean').variants[1].warnings.map(({ id }) => id), ['no-steady-state']);
  assert.deepEqual(lost, { value: null, reason: 'no-steady-state' });
});

test('any number of threads gives the same bytes; JSON is the default', () => {
  const words = ['--over', 'policy=random,choices'];
  const one = text({ ...smallBins, replications: 150 }, ...words, '--threads', '1');
  assert.equal(text({ ...smallBins, replications: 150 }, ...words, '--threads', '3', '--json'), one);
});

test('a table, in milliseconds and to a file too', () => {
  const words = ['--over', 'policy=random,choices', '--metric', 'wait.mean', '--table', '--unit', '10ms'];
  const table = text(fleet, ...words);
  assert.match(table, /2 variants under the same requests, 10 replications/);
  assert.match(table, /value +95 % +minus first +95 % +of independent +over first +95 %/);
  assert.match(table, /Wait, mean \[ms\] +random +[\d.]+ .*\n +choices +[\d.]+ +± [\d.]+ +-[\d.]+ +± [\d.]+ +[\d.]+ % +0\.\d+ +± 0\.\d+\n/);
  assert.match(text(fleet, '--variant', 'load=0.5', '--metric', 'share', '--table'), /\nLists, whose differences are in the JSON: Share\.\n/);
  assert.equal(text(fleet, ...words, '-o', scratch('compare.txt')), '');
  assert.equal(readFileSync(scratch('compare.txt'), 'utf8'), table);
});

test('what is wrong is said in one sentence', () => {
  const nine = Array.from({ length: 9 }, (_, i) => i + 1).join(',');
  for (const [words, sentence] of [
    [[], /up to 8 variants, given as --over [^;]*; there are none/],
    [['--over', `policy.d=${nine}`], /up to 8 variants.*there are 9/],
    [['--variant', 'policy'], /--variant must be given as path=value/],
    [['--variant', 'policy=random,'], /--variant must be given as path=value/],
    [['--variant', 'policy.d=0'], /^policy\.d must/],
    [['--variant', 'a..b=0'], /--variant a\.\.b has an empty name/],
    [['--over', 'policy=coin'], /^policy\.id must/],
    [['--over', 'seed=1,2'], /^seed must be the same for all variants/],
    [['--over', 'replications=5,6'], /^replications must be the same/],
    [['--over', 'policy.d=1,2', '--metric', 'speed'], /^--metric must be gap/],
    [['--over', 'policy.d=1,2', '--csv'], /--csv does not belong to p2c compare/],
    [['--over', 'policy.d=1,2', '-o', '/no/such/folder/x'], /cannot write/],
  ]) assert.match(refusedCompare(smallBins, ...words), sentence);
  assert.match(refused(['compare', '--over', 'bins=1']), /p2c compare must be followed by one configuration file/);
});

test('Ctrl-C: the replications that every variant has finished are compared', async () => {
  const config = { ...smallFleet, requests: 20_000, replications: 20_000 };
  const run = start(['compare', '-', '--progress', '--threads', '2', '--over', 'policy=random,choices', '--metric', 'wait.mean'], JSON.stringify(config));
  await new Promise((resolve) => { run.child.stderr.once('data', resolve); run.child.once('close', resolve); });
  run.child.kill('SIGINT');
  const { code, out, err } = await run.done;
  assert.equal(code, 130, err);
  const { replications, differences } = JSON.parse(out);
  assert.ok(replications.to >= 1 && replications.to < replications.of);
  assert.ok(differences[0].metrics['wait.mean'].value < 0);
  assert.match(err.replace(/\r[^\r]*\x1b\[K/g, ''), new RegExp(`^p2c: stopped after ${replications.to} of 20000 replications of every variant; they are compared\\.\\n$`));
});

test('Ctrl-C before the first replication is finished: no result, one sentence', async () => {
  const run = start(['compare', '-', '--progress', '--over', 'policy=random,choices'], JSON.stringify({ ...smallFleet, requests: 1e8 }));
  await new Promise((resolve) => { run.child.stderr.once('data', resolve); run.child.once('close', resolve); });
  run.child.kill('SIGINT');
  const { code, out, err } = await run.done;
  assert.deepEqual({ code, out }, { code: 130, out: '' });
  assert.match(err.replace(/\r[^\r]*\x1b\[K/g, ''), /^p2c: stopped before the first replication was finished[^\n]*\.\n$/);
});
