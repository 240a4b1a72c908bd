// p2c solve: the largest load, or the fewest replicas, that keeps a metric below a number.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { output, refused, runJson, scratch, smallBins, smallFleet, start } from './support.mjs';

const text = (config, ...words) => output(['solve', '-', ...words], JSON.stringify(config));
const solve = (config, ...words) => JSON.parse(text(config, ...words));
const refusedSolve = (...words) => refused(['solve', '-', ...words], JSON.stringify(smallFleet));

const mm1 = { experiment: 'fleet', replicas: 1, policy: { id: 'random' }, requests: 5000, replications: 20 };
const bins = { experiment: 'bins', bins: 100, ballsPerBin: 10, replications: 50 };

/** Mean wait of M/M/c in mean service times, with `traffic` workers busy on average (Erlang C). */
function erlangWait(c, traffic) {
  let blocked = 1;  // Erlang B
  for (let k = 1; k <= c; ++k) blocked = (traffic * blocked) / (k + traffic * blocked);
  return (c * blocked) / (c - traffic * (1 - blocked)) / (c - traffic);
}

test('the largest load of M/M/1 with a mean wait below 4 is 4/5', () => {
  const found = solve(mm1, '--vary', 'load=0.5..0.95', '--metric', 'wait.mean', '--below', '4', '--tolerance', '0.01', '--threads', '1');
  const { value, low, high, is } = found.answer;
  assert.equal(is, 'largest');
  assert.ok(low < 0.8 && 0.8 < high, `${low} to ${high}`);
  assert.ok(low < value && value < high && high - low < 0.05);
  assert.match(found.words, /^The largest load that keeps wait\.mean below 4 is 0\.\d+; at 0\.\d+ it is 4/);
  // The answer is below, the next point is not, and they are as close as the tolerance says.
  const points = found.points.map((point) => [point.load, point.metric.value, point.below]);
  points.forEach(([, wait, below]) => assert.equal(below, wait < 4));
  const next = points.find(([load]) => load > value);
  assert.ok(!next[2] && next[0] - value <= 0.01 * (1 - value));
  // The ends of the interval are where the metric's own interval leaves the target.
  const at = (load) => found.points.find((point) => point.load === load).metric;
  assert.ok(at(low).high < 4 && at(high).low >= 4);
});

test('every point is a run of its own', () => {
  const { points } = solve(mm1, '--vary', 'load=0.5..0.7', '--metric', 'wait.p90', '--below', '4', '--tolerance', '0.1');
  for (const { load, metric } of points) assert.deepEqual(metric, runJson({ ...mm1, load }).metrics.wait.p90);
});

test('the fewest workers for the same traffic are those of Erlang C', () => {
  const config = { ...mm1, workers: 8, load: 0.8 };  // 6.4 workers busy
  let fewest = 7;
  while (erlangWait(fewest, 6.4) >= 0.2) ++fewest;
  assert.equal(fewest, 9);
  const found = solve(config, '--vary', 'workers', '--same-traffic', '--metric', 'wait.mean', '--below', '0.2');
  assert.deepEqual(found.answer, { value: 9, low: 9, high: 9, is: 'smallest' });
  assert.match(found.words, /^The smallest number of workers that keeps wait\.mean below 0\.2, with the same traffic throughout, is 9; at 8 it is 0\.2/);
  for (const { workers, load } of found.points) assert.ok(Math.abs(workers * load - 6.4) < 1e-12);
  assert.deepEqual(found.points[0].metric.reason, 'no-steady-state');
});

test('without --same-traffic the load of each stays', () => {
  let fewest = 1;
  while (erlangWait(fewest, fewest * 0.8) >= 0.5) ++fewest;
  const { answer, points } = solve({ ...mm1, load: 0.8 }, '--vary', 'workers=1..20', '--metric', 'wait.mean', '--below', '0.5');
  assert.ok(answer.low <= fewest && fewest <= answer.high, `${fewest} is not from ${answer.low} to ${answer.high}`);
  assert.equal(points[0].load, undefined);
});

test('whole numbers are exact, whichever way the metric goes', () => {
  const fewest = solve(bins, '--vary', 'policy.d=1..8', '--metric', 'gap', '--below', '1.5');
  const gap = (d) => runJson({ ...bins, policy: { id: 'choices', d } }).metrics.gap.value;
  assert.equal(fewest.answer.is, 'smallest');
  assert.ok(gap(fewest.answer.value) < 1.5 && gap(fewest.answer.value - 1) >= 1.5);
  const most = solve({ ...bins, policy: { id: 'random' } }, '--vary', 'bins=2..1000', '--metric', 'gap', '--below', '7');
  assert.equal(most.answer.is, 'largest');
  assert.ok(most.answer.low <= most.answer.value && most.answer.value <= most.answer.high);
});

test('a range that was not given begins where the core takes it', () => {
  const { from, to } = solve(smallFleet, '--vary', 'replicas', '--metric', 'wait.mean', '--below', '100');
  assert.deepEqual([from, to], [2, 1024]);  // two looks need two replicas
  const few = solve({ ...smallFleet, replicas: 64, load: 0.5 }, '--vary', 'replicas=2..100', '--same-traffic', '--metric', 'wait.mean', '--below', '0.2');
  assert.equal(few.from, 4);  // below it the load would pass its own range
});

test('no value that satisfies, and none that does not, are said in words', () => {
  const ask = (range, below) => solve(mm1, '--vary', `load=${range}`, '--metric', 'latency.mean', '--below', below);
  const none = ask('0.5..1.5', '1');
  assert.deepEqual([none.verdict, none.answer, none.points.length], ['none', null, 2]);
  assert.match(none.words, /^No load from 0\.5 to 1\.5 keeps latency\.mean below 1 .*no steady state at the other/);
  const all = ask('0.5..0.6', '10');
  assert.deepEqual([all.verdict, all.answer], ['all', null]);
  assert.match(all.words, /^Every load from 0\.5 to 0\.6 keeps latency\.mean below 10/);
});

test('a metric that goes up and down is told', () => {
  const thinning = { ...bins, policy: { id: 'thinning', relativeTo: 'average' } };
  const { answer, warnings } = solve(thinning, '--vary', 'policy.threshold=0..8', '--metric', 'gap', '--below', '4');
  assert.equal(answer.is, 'largest');
  assert.deepEqual(warnings.map(({ id, field }) => [id, field]), [['not-monotone', 'policy.threshold']]);
});

test('too few samples are not below', () => {
  const { verdict, words } = solve({ ...mm1, requests: 500 }, '--vary', 'load=0.1..0.5', '--metric', 'wait.p999', '--below', '1000');
  assert.equal(verdict, 'none');
  assert.match(words, /too few samples/);
});

test('one replication has an answer without an interval', () => {
  const { answer, words } = solve({ ...mm1, replications: 1 }, '--vary', 'load=0.5..0.9', '--metric', 'wait.mean', '--below', '2');
  assert.ok(answer.value > 0.5 && answer.low === null && answer.high === null);
  assert.match(words, /A single replication has no interval\.$/);
});

test('a metric without randomness has an exact answer', () => {
  const { answer } = solve(bins, '--vary', 'bins=10..1000', '--metric', 'balls', '--below', '555');
  assert.deepEqual(answer, { value: 55, low: 55, high: 55, is: 'largest' });
});

test('any number of threads gives the same bytes; a table, to a file too', () => {
  const words = ['--vary', 'load=0.5..0.9', '--metric', 'wait.mean', '--below', '1', '--tolerance', '0.05'];
  assert.equal(text(smallFleet, ...words, '--threads', '1'), text(smallFleet, ...words, '--threads', '3', '--json'));
  const table = text(smallFleet, ...words, '--table');
  assert.match(table, /^The largest load that keeps wait\.mean below 1 is 0\.[^]*\n\nload +wait\.mean +95 % +below\n0\.5 +0\.\d+ +± 0\.\d+ +yes\n/);
  assert.equal(text(smallFleet, ...words, '--table', '-o', scratch('solve.txt')), '');
  assert.equal(readFileSync(scratch('solve.txt'), 'utf8'), table);
});

test('what is wrong is said in one sentence', () => {
  const all = { '--vary': 'load', '--metric': 'wait.mean', '--below': '2' };
  const words = (change) => Object.entries({ ...all, ...change }).filter(([, value]) => value !== null).flat();
  for (const [change, sentence] of [
    [{ '--vary': null }, /needs --vary, --metric and --below/],
    [{ '--metric': null }, /needs --vary, --metric and --below/],
    [{ '--below': null }, /needs --vary, --metric and --below/],
    [{ '--vary': 'speed' }, /--vary must name a parameter that is a number.*speed is no parameter/],
    [{ '--vary': 'policy' }, /--vary must name a parameter that is a number.*policy is none/],
    [{ '--vary': '=1..2' }, /--vary must be given as path/],
    [{ '--vary': 'load=0.5' }, /--vary load must be followed by =from\.\.to/],
    [{ '--vary': 'load=0.9..0.5' }, /the smaller first/],
    [{ '--vary': 'replicas=1.5..9' }, /whole numbers/],
    [{ '--vary': 'replicas=1..9' }, /^policy\.d must/],
    [{ '--vary': 'load=0..0.5' }, /^load must/],
    [{ '--metric': 'speed' }, /^--metric must be wait\.mean/],
    [{ '--metric': 'share' }, /--metric share is not a single number/],
    [{ '--below': 'low' }, /--below must be a number/],
    [{ '--below': 'nan' }, /--below must be a number/],
    [{ '--tolerance': '0' }, /--tolerance must be a number from 1e-9 to 0\.5/],
  ]) assert.match(refusedSolve(...words(change)), sentence);
  assert.match(refusedSolve(...words({}), '--vary', 'replicas'), /--vary can be given only once/);
  assert.match(refusedSolve(...words({}), '--metric', 'wait.p99'), /--metric can be given only once/);
  assert.match(refusedSolve(...words({}), '--same-traffic'), /--same-traffic is for --vary replicas or workers/);
  assert.match(refused(['solve', '-', ...words({ '--vary': 'bins', '--metric': 'gap' }), '--same-traffic'], JSON.stringify(smallBins)), /--same-traffic is for/);
  assert.match(refused(['solve', ...words({})]), /p2c solve must be followed by one configuration file/);
});

test('Ctrl-C: the points that are finished are kept', async () => {
  const slow = { ...smallFleet, requests: 400_000, replications: 20 };  // a point takes long enough to be interrupted
  const words = ['--vary', 'load=0.5..0.9', '--metric', 'wait.mean', '--below', '1', '--tolerance', '1e-9'];
  const run = start(['solve', '-', '--progress', ...words], JSON.stringify(slow));
  let drawn = '';
  await new Promise((resolve) => {
    run.child.stderr.on('data', (data) => { drawn += data; if (/load 0\.[67]/.test(drawn)) resolve(); });
    run.child.once('close', resolve);
  });
  run.child.kill('SIGINT');
  const { code, out, err } = await run.done;
  assert.equal(code, 130, err);
  const { verdict, answer, points, words: said } = JSON.parse(out);
  assert.deepEqual([verdict, answer], ['stopped', null]);
  assert.ok(points.length >= 2);
  assert.match(said, /^Stopped before the answer was known; it lies between 0\.\d+ and 0\.\d+\.$/);
  assert.match(err.replace(/\r[^\r]*\x1b\[K/g, ''), new RegExp(`^p2c: stopped after ${points.length} points, before the answer was known\\.\\n$`));
});

test('help shows both commands, with examples', () => {
  const help = output(['--help']);
  for (const word of ['p2c compare', 'p2c solve', '--variant', '--vary', '--below', '--tolerance', '--same-traffic', 'Example: p2c compare', 'Example: p2c solve']) {
    assert.ok(help.includes(word), word);
  }
});
