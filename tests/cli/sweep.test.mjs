// p2c sweep: a row for each combination of values, each the same as a run of its own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { output, p2c, refused, runText, scratch, smallBins, smallFleet, start } from './support.mjs';

const sweep = (config, ...words) => output(['sweep', '-', ...words], JSON.stringify(config));
const lines = (text) => text.trimEnd().split('\n');
const refusedSweep = (...words) => refused(['sweep', '-', ...words], JSON.stringify(smallBins));

test('every line holds the result of a run of its own, text for text', () => {
  const found = lines(sweep(smallBins, '--over', 'policy.d=1,2,3', '--over', 'bins=10,20', '--threads', '2'));
  assert.equal(found.length, 6);
  const points = [1, 2, 3].flatMap((d) => [10, 20].map((bins) => ({ d, bins })));
  points.forEach(({ d, bins }, i) => {
    const alone = JSON.stringify(JSON.parse(runText({ ...smallBins, bins, policy: { d } })));
    assert.deepEqual(JSON.parse(found[i]).point, { 'policy.d': d, bins });
    assert.equal(JSON.stringify(JSON.parse(found[i]).result), alone);
  });
});

test('any number of threads gives the same bytes', () => {
  const words = ['--over', 'load=0.5,0.9', '--metric', 'wait.p99'];
  const one = sweep(smallFleet, ...words, '--threads', '1');
  assert.equal(sweep(smallFleet, ...words, '--threads', '5'), one);
});

test('ranges: both ends, whole numbers for counts, no value twice', () => {
  const values = (axis, path) => lines(sweep({ ...smallBins, replications: 1 }, '--over', axis, '--metric', 'gap')).map((line) => JSON.parse(line).point[path]);
  assert.deepEqual(values('bins=10..1000:log:3', 'bins'), [10, 100, 1000]);
  assert.deepEqual(values('bins=2..4:log:9', 'bins'), [2, 3, 4]);
  assert.deepEqual(values('ballsPerBin=1..2:lin:5', 'ballsPerBin'), [1, 1.25, 1.5, 1.75, 2]);
  assert.deepEqual(values('ballsPerBin=1..10:log:3', 'ballsPerBin'), [1, 3.16228, 10]);
  assert.deepEqual(values('bins=50..10:lin:3', 'bins'), [50, 30, 10]);
});

test('policies and other parts by their ids, and JSON values with commas', () => {
  const found = lines(sweep(smallBins, '--over', 'policy=random,least,{"id":"choices","d":3}', '--metric', 'gap'));
  assert.deepEqual(found.map((line) => JSON.parse(line).point.policy), ['random', 'least', { id: 'choices', d: 3 }]);
});

test('chosen metrics, with theory beside them', () => {
  const [line] = lines(sweep({ ...smallBins, policy: { id: 'random' } }, '--over', 'bins=100', '--metric', 'gap', '--metric', 'max'));
  const { metrics, theory } = JSON.parse(line);
  assert.deepEqual(Object.keys(metrics), ['gap', 'max']);
  assert.ok(Math.abs(theory.gap.value - 8.76166001749) < 1e-9);
});

test('CSV: a heading and a row for each point', () => {
  const rows = lines(sweep(smallBins, '--over', 'policy.d=1,2', '--metric', 'gap', '--csv')).map((row) => row.split(','));
  assert.deepEqual(rows[0], ['policy.d', 'gap', 'gap.low', 'gap.high', 'gap.theory']);
  assert.equal(rows.length, 3);
  const alone = JSON.parse(runText({ ...smallBins, policy: { d: 2 } }));
  assert.deepEqual(rows[2].slice(0, 4).map(Number), [2, ...['value', 'low', 'high'].map((key) => alone.metrics.gap[key])]);
});

test('a table, written to a file too', () => {
  const words = ['--over', 'policy.d=1,2', '--table'];
  const table = sweep(smallBins, ...words);
  assert.match(table, /policy\.d\s+gap\s+gap 95 %/);
  assert.equal(lines(table).length, 3);
  assert.equal(sweep(smallBins, ...words, '-o', scratch('sweep.txt')), '');
  assert.equal(readFileSync(scratch('sweep.txt'), 'utf8'), table);
});

test('what is wrong is said in one sentence, before anything is run', () => {
  assert.match(refusedSweep(), /--over/);
  assert.match(refusedSweep('--over', 'bins'), /--over must be given as path=values/);
  assert.match(refusedSweep('--over', 'bins=1..10:cubic:3'), /--over must be given as/);
  assert.match(refusedSweep('--over', 'bins=0..10:log:3'), /above 0/);
  assert.match(refusedSweep('--over', 'bins=1..10:log:0'), /whole number of values/);
  assert.match(refusedSweep('--over', 'bins=10,,20'), /--over must be given as/);
  assert.match(refusedSweep('--over', 'bins=10,0'), /^bins must/);
  assert.match(refusedSweep('--over', 'bins.x.y=1'), /bins/);
  assert.match(refusedSweep('--over', 'policy.d=1', '--metric', 'speed'), /--metric must be gap/);
  assert.match(refusedSweep('--over', 'policy.d=1', '--table', '--csv'), /exclude/);
  assert.match(refused(['sweep', '--over', 'bins=1']), /one configuration file/);
});

test('Ctrl-C: the rows that are finished are kept', async () => {
  const config = { ...smallFleet, requests: 20_000, replications: 40 };
  const run = start(['sweep', '-', '--progress', '--over', `load=${Array.from({ length: 200 }, (_, i) => 0.5 + i / 1000).join(',')}`, '--metric', 'wait.mean'], JSON.stringify(config));
  await new Promise((resolve) => { run.child.stdout.once('data', resolve); run.child.once('close', resolve); });
  run.child.kill('SIGINT');
  const { code, out, err } = await run.done;
  assert.equal(code, 130, err);
  const kept = lines(out);
  assert.ok(kept.length >= 1 && kept.length < 200);
  for (const line of kept) JSON.parse(line);
  assert.match(err.replace(/\r[^\r]*\x1b\[K/g, ''), new RegExp(`^p2c: stopped after ${kept.length} of 200 points\\.\\n$`));
});

test('help lists the command and its options', () => {
  const help = p2c(['--help']).out;
  for (const word of ['p2c sweep', '--over', '--metric', '--csv']) assert.ok(help.includes(word), word);
});
