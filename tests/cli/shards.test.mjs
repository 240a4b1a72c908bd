// One text, whatever the number of threads and however the replications are split.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, refused, runText, scratchFile, smallBins, smallFleet } from './support.mjs';

const configs = {
  bins: smallBins,
  'bins, (1 + beta)': { ...smallBins, policy: { id: 'one-plus-beta', beta: 0.5 }, checkpoints: [1, 4] },
  fleet: smallFleet,
  'fleet, event queue, lognormal': { ...smallFleet, engine: 'event-queue', workers: 2, service: { id: 'lognormal', sigma: 0.9 } },
  'overloaded fleet': { ...smallFleet, load: 1.2 },
  'one replication': { ...smallFleet, replications: 1 },
};

const part = (config, from, to, ...words) => runText(config, '--replications-from', `${from}`, '--replications-to', `${to}`, ...words);

/** Runs the parts between these bounds and merges them in the order given. */
function merged(config, bounds, order = (files) => files) {
  const files = bounds.slice(1).map((to, i) => scratchFile(`part-${i}.json`, part(config, bounds[i], to)));
  return output(['merge', ...order(files)]);
}

for (const [name, config] of Object.entries(configs)) {
  test(`${name}: the same text for 1, 2, 3 and 16 threads`, () => {
    const text = runText(config, '--threads', '1');
    for (const threads of ['2', '3', '16']) assert.equal(runText(config, '--threads', threads), text, `${threads} threads`);
    assert.equal(runText(config), text, 'the default');
  });
}

for (const [name, config] of Object.entries(configs)) {
  const all = config.replications;
  if (all < 3) continue;
  test(`${name}: shards merge to the text of one run`, () => {
    const text = runText(config);
    assert.equal(merged(config, [0, 1, all]), text);
    assert.equal(merged(config, [0, 2, 3, all], (files) => files.reverse()), text);
    assert.equal(merged(config, Array.from({ length: all + 1 }, (_, i) => i)), text);
  });

  test(`${name}: parts of a run are parts of one text too`, () => {
    assert.equal(merged(config, [1, 2, all - 1]), part(config, 1, all - 1));
    for (const threads of ['1', '3']) assert.equal(part(config, 1, all, '--threads', threads), part(config, 1, all));
    assert.equal(runText(config, '--replications-from', '2'), part(config, 2, all));
    const covered = JSON.parse(part(config, 1, 3));
    assert.deepEqual(covered.replications, { from: 1, to: 3, of: all });
    assert.ok(covered.shard);
  });
}

test('a merged part can be merged again, and printed as a table', () => {
  const early = scratchFile('early.json', merged(smallBins, [0, 4, 9]));
  const late = scratchFile('late.json', part(smallBins, 9, 23));
  assert.equal(output(['merge', late, early]), runText(smallBins));
  assert.equal(output(['merge', late, early, '--table']), runText(smallBins, '--table'));
});

test('results that do not belong together are refused', () => {
  const a = scratchFile('a.json', part(smallBins, 0, 4));
  const gap = scratchFile('gap.json', part(smallBins, 5, 9));
  const overlap = scratchFile('overlap.json', part(smallBins, 3, 9));
  const seed = scratchFile('seed.json', part({ ...smallBins, seed: 2 }, 4, 9));
  const fleet = scratchFile('fleet.json', part(smallFleet, 4, 6));
  for (const other of [gap, overlap, seed, fleet, a]) refused(['merge', a, other]);
  const whole = scratchFile('whole.json', runText(smallBins));
  for (const text of ['', '{}', '[', '['.repeat(1_000_000), 'null', JSON.stringify(smallBins), '{"schema":1,"shard":{}}']) {
    refused(['merge', a, scratchFile('broken.json', text)]);
  }
  refused(['merge', whole, a]);
});
