// p2c schema describes exactly what p2c run accepts, as far as a schema can.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { output, p2c } from './support.mjs';

const schema = JSON.parse(output(['schema']));

const types = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const pointer = (path) => path.slice(2).split('/').reduce((value, key) => value[key.replaceAll('~1', '/').replaceAll('~0', '~')], schema);
const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The keywords of JSON Schema that the core uses; an unknown one is an error, so that nothing is passed over. */
const keywords = {
  type: (rule, value) => [rule].flat().some((type) => types[type](value)),
  const: (rule, value) => equal(rule, value),
  enum: (rule, value) => rule.some((one) => equal(one, value)),
  minimum: (rule, value) => typeof value !== 'number' || value >= rule,
  maximum: (rule, value) => typeof value !== 'number' || value <= rule,
  exclusiveMinimum: (rule, value) => typeof value !== 'number' || value > rule,
  exclusiveMaximum: (rule, value) => typeof value !== 'number' || value < rule,
  required: (rule, value) => !types.object(value) || rule.every((key) => key in value),
  properties: (rule, value) => !types.object(value) || Object.entries(rule).every(([key, inner]) => !(key in value) || valid(inner, value[key])),
  additionalProperties: (rule, value, all) =>
    !types.object(value) || Object.keys(value).every((key) => key in (all.properties ?? {}) || valid(rule, value[key])),
  items: (rule, value) => !types.array(value) || value.every((item) => valid(rule, item)),
  minItems: (rule, value) => !types.array(value) || value.length >= rule,
  maxItems: (rule, value) => !types.array(value) || value.length <= rule,
  oneOf: (rule, value) => rule.filter((inner) => valid(inner, value)).length === 1,
  anyOf: (rule, value) => rule.some((inner) => valid(inner, value)),
  allOf: (rule, value) => rule.every((inner) => valid(inner, value)),
  not: (rule, value) => !valid(rule, value),
  if: (rule, value, all) => valid(rule, value) ? valid(all.then ?? true, value) : valid(all.else ?? true, value),
  $ref: (rule, value) => valid(pointer(rule), value),
};
const annotations = new Set(['$schema', '$id', '$defs', 'title', 'description', 'default', 'examples', 'then', 'else', '$comment']);

function valid(rules, value) {
  if (typeof rules === 'boolean') return rules;
  return Object.entries(rules).every(([name, rule]) => {
    if (annotations.has(name)) return true;
    assert.ok(keywords[name], `the schema uses the keyword ${name}`);
    return keywords[name](rule, value, rules);
  });
}

const accepted = [
  { experiment: 'bins' },
  { experiment: 'fleet', requests: 1000 },
  { experiment: 'bins', bins: 100, ballsPerBin: 20, policy: { id: 'choices', d: 2 }, replications: 20, seed: 1 },
  { experiment: 'bins', bins: 10, ballsPerBin: 10, policy: { id: 'choices', d: 2, replacement: false, ties: 'random' }, checkpoints: [], replications: 20, seed: 1, engine: 'auto' },
  { experiment: 'fleet', replicas: 64, load: 0.95, service: { id: 'lognormal', sigma: 0.9 }, policy: { id: 'choices', d: 2 }, information: { signal: 'in-flight' }, requests: 2000, warmup: 0.2, replications: 2, seed: 1 },
  { experiment: 'fleet', replicas: 4, workers: 2, load: 1.5, arrivals: { id: 'poisson' }, service: { id: 'deterministic', mean: 2 }, policy: { id: 'least', ties: 'first-index' }, information: { signal: 'work' }, requests: 100, warmup: 0, replications: 1, seed: 9007199254740991, engine: 'event-queue' },
  { experiment: 'fleet', replicas: 4, policy: { id: 'round-robin' }, requests: 100 },
  { experiment: 'fleet', replicas: 4, policy: { id: 'one-plus-beta', beta: 0.5, replacement: true, ties: 'first-look' }, requests: 100 },
  { experiment: 'fleet', replicas: 4, requests: 100, faults: [{ factor: 2 }, { id: 'stalls' }, { id: 'failing', replica: 3 }] },
  { experiment: 'fleet', replicas: 4, requests: 100, fault: { id: 'stalls' } }, { experiment: 'fleet', requests: 100, fault: { id: 'none' } },
  { experiment: 'hashing' },
  { experiment: 'hashing', scheme: { id: 'cuckoo', functions: 3, cells: 99, tables: 'split', loads: [0.5, 1] }, replications: 2, seed: 3 },
  { experiment: 'hashing', scheme: { id: 'consistent', virtualNodes: 10, nodes: 7, keysPerNode: 0 }, replications: 2 },
  { experiment: 'hashing', scheme: { id: 'bounded', slack: 0, virtualNodes: 10, nodes: 7, keysPerNode: 0.5, arcs: 'equal' }, replications: 2 },
];

const rejected = [
  { experiment: 'hashing', policy: { id: 'random' } }, { experiment: 'hashing', scheme: { id: 'cuckoo', functions: 1 } },
  { experiment: 'hashing', scheme: { id: 'consistent', slack: 1 } }, { experiment: 'hashing', scheme: { id: 'bounded', arcs: 'odd' } },
  {}, [], 'bins', { experiment: 'bees' }, { experiment: 'bins', bins: 0 }, { experiment: 'bins', bins: '7' }, { experiment: 'bins', bins: 1.5 },
  { experiment: 'bins', load: 0.9 }, { experiment: 'bins', policy: 'choices' }, { experiment: 'bins', policy: { id: 'coin' } },
  { experiment: 'bins', policy: { id: 'random', d: 2 } }, { experiment: 'bins', policy: { id: 'choices', d: 0 } },
  { experiment: 'bins', checkpoints: ['x'] }, { experiment: 'fleet', load: 0 }, { experiment: 'fleet', load: -1 }, { experiment: 'fleet', seed: -1 },
  { experiment: 'fleet', faults: { id: 'slow' } }, { experiment: 'fleet', faults: [{ id: 'none' }] }, { experiment: 'fleet', faults: ['slow'] },
  { experiment: 'fleet', information: { signal: 'colour' } }, { experiment: 'fleet', information: { noise: 1 } },
  { experiment: 'fleet', service: { id: 'exponential', sigma: 1 } }, { experiment: 'fleet', warmup: 1.5 }, { experiment: 'fleet', replications: 0 },
];

test('the schema and p2c run accept the same configurations', () => {
  for (const config of accepted) {
    const text = JSON.stringify(config);
    assert.ok(valid(schema, config), `the schema refuses ${text}`);
    const quick = p2c(['run', '-', '--replications-to', '1'], text);
    assert.equal(quick.code, 0, `${text}: ${quick.err}`);
    assert.ok(valid(schema, JSON.parse(quick.out).config), `the schema refuses the filled-in ${text}`);
  }
});

test('the schema and p2c run refuse the same configurations', () => {
  for (const config of rejected) {
    const text = JSON.stringify(config);
    assert.equal(p2c(['run', '-'], text).code, 2, `p2c accepts ${text}`);
    assert.ok(!valid(schema, config), `the schema accepts ${text}`);
  }
});

test('the schema carries the defaults and the help of the catalogue', () => {
  const text = JSON.stringify(schema);
  for (const experiment of JSON.parse(output(['catalogue'])).experiments) {
    for (const param of experiment.params) {
      assert.ok(text.includes(JSON.stringify(param.name)), param.name);
      if (param.help) assert.ok(text.includes(JSON.stringify(param.help).slice(1, -1)), `the help of ${param.name}`);
    }
  }
});
