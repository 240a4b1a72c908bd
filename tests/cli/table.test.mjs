// Tables for people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, p2c, runJson, runText, smallBins, smallFleet } from './support.mjs';

const catalogue = JSON.parse(output(['catalogue']));
const entry = (id) => catalogue.experiments.find((experiment) => experiment.id === id);
const fleet = { ...smallFleet, requests: 20_000, service: { id: 'lognormal', mean: 1, sigma: 0.9 } };
const at = (object, path) => path.split('.').reduce((value, key) => value?.[key], object);

/** The numbers in the row with this label: value, half-width if there is one. */
function numbers(table, label) {
  const row = table.split('\n').find((line) => line.startsWith(`${label}  `));
  assert.ok(row, `a row ${label} in\n${table}`);
  return row.slice(label.length).replace('±', '').trim().split(/\s+/).map(Number);
}

for (const config of [smallBins, fleet]) {
  test(`${config.experiment}: every metric that is one number and says something has a row, every list a table`, () => {
    const result = runJson(config);
    const table = runText(config, '--table');
    for (const { name, label, with: settings } of entry(config.experiment).metrics) {
      const metric = at(result.metrics, name);
      if (metric === undefined || settings) continue;
      assert.match(table, new RegExp(`^${label.replace(/[().+*]/g, '\\$&')}`, 'm'));
      if (Array.isArray(metric) || metric.value === null || typeof metric !== 'object') continue;
      const [value, halfWidth] = numbers(table, label);
      const half = metric.high === undefined ? 0 : (metric.high - metric.low) / 2;
      assert.ok(Math.abs(value - metric.value) <= Math.max(half, Math.abs(metric.value) * 1e-3) + 1e-12, `${label} ${value} for ${metric.value}`);
      if (half > 1e-5) assert.ok(Math.abs(halfWidth / half - 1) < 0.06, `${label} ± ${halfWidth} for ${half}`);
    }
  });

  test(`${config.experiment}: every metric of the result is in the catalogue`, () => {
    const known = new Set(entry(config.experiment).metrics.map((metric) => metric.name));
    const walk = (value, path) => {
      if (Array.isArray(value) || typeof value !== 'object' || 'value' in value) assert.ok(known.has(path), path);
      else for (const [key, inner] of Object.entries(value)) walk(inner, path ? `${path}.${key}` : key);
    };
    walk(runJson(config).metrics, '');
  });
}

/** The settings that metrics hang on, each with a value that is not its default. */
const SET = {
  queues: { id: 'bounded', waiting: 3 }, deadline: { id: 'on-arrival' }, changes: { id: 'leave' }, faults: [{ id: 'failing', probability: 0.1 }], retry: { id: 'again' },
  patience: { id: 'after' }, hedge: { id: 'after-time', after: 1 }, cache: { id: 'lru' }, fanout: { id: 'leaves', leaves: 2 }, 'information.subset': { id: 'random', size: 2 },
};

test('metrics that hang on a setting have a row only where it is not its default', () => {
  const hanging = entry('fleet').metrics.filter((metric) => metric.with);
  assert.deepEqual(new Set(hanging.flatMap((metric) => metric.with)), new Set(Object.keys(SET)));
  const rows = (table) => hanging.filter(({ label }) => table.split('\n').some((line) => line.startsWith(`${label}  `))).map(({ name }) => name);
  assert.deepEqual(rows(runText(fleet, '--table')), []);
  for (const [path, value] of Object.entries(SET)) {
    const [outer, inner] = path.split('.');
    const config = { ...fleet, requests: 2000, replications: 2, [outer]: inner ? { [inner]: value } : value };
    assert.deepEqual(rows(runText(config, '--table')), hanging.filter((metric) => metric.with.includes(path)).map(({ name }) => name), path);
  }
});

test('the head says what was run', () => {
  const head = runText(fleet, '--table').split('\n\n')[0].replace(/\s+/g, ' ');
  for (const words of [entry('fleet').label, 'replicas 4', 'load 0.7', 'lognormal (', '7 replications', 'engine lazy', 'fingerprint']) {
    assert.ok(head.includes(words), `${words} in ${head}`);
  }
});

test('--unit scales times and nothing else', () => {
  const label = entry('fleet').metrics.find((metric) => metric.name === 'wait.mean').label;
  const share = entry('fleet').metrics.find((metric) => metric.name === 'utilisation').label;
  const plain = runText(fleet, '--table');
  const [mean] = numbers(plain, label);
  assert.equal(runText(fleet, '--table', '--unit', 'mean'), plain);
  const scaled = runText(fleet, '--table', '--unit', '10ms');
  assert.ok(Math.abs(numbers(scaled, label)[0] / mean - 10) < 0.1);
  assert.match(scaled, /\bms$/m);
  assert.deepEqual(numbers(scaled, share), numbers(plain, share));
  const median = Math.exp(-(0.9 ** 2) / 2);
  const inMedians = runText(fleet, '--table', '--unit', 'median');
  assert.ok(Math.abs(numbers(inMedians, label)[0] * median / mean - 1) < 0.03);
  assert.match(inMedians, /median service times$/m);
});

test('--unit does not depend on the unit of time of the configuration', () => {
  const slow = { ...fleet, service: { ...fleet.service, mean: 7 } };
  const label = entry('fleet').metrics.find((metric) => metric.name === 'wait.p50').label;
  const pairs = [['--unit', 'mean'], ['--unit', 'median'], ['--unit', '10ms']].map((words) =>
    [slow, fleet].map((config) => numbers(runText(config, '--table', ...words), label)[0]));
  for (const [a, b] of pairs) assert.ok(Math.abs(a / b - 1) < 0.01, `${a} and ${b}`);
});

test('JSON is never scaled', () => {
  const { code, out, err } = p2c(['run', '-', '--unit', '10ms'], JSON.stringify(fleet));
  assert.equal(code, 0);
  assert.equal(out, runText(fleet));
  assert.match(err, /^p2c: --unit scales tables only[^\n]*\.\n$/);
});

test('warnings stand in the table in words', () => {
  const hot = { ...smallFleet, load: 1.3 };
  const { warnings } = runJson(hot);
  assert.ok(warnings.length > 0);
  const table = runText(hot, '--table').replace(/\s+/g, ' ');
  for (const { message } of warnings) assert.ok(table.includes(`Warning: ${message}`), message);
});

test('one replication has no interval, and the table says so by leaving it out', () => {
  const table = runText({ ...smallBins, replications: 1 }, '--table');
  assert.ok(!table.includes('±'));
  assert.match(table, /1 replication,/);
});

test('exact values stand beside the estimates where there are any', () => {
  const single = { ...smallFleet, replicas: 1, policy: { id: 'random' } };
  const { theory } = runJson(single);
  assert.ok(theory?.wait?.mean);
  const table = runText(single, '--table');
  assert.match(table, /exact/);
  assert.ok(table.includes(`${Number(theory.wait.mean.value ?? theory.wait.mean).toPrecision(4).replace(/\.?0+$/, '')}`));
});
