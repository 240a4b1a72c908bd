// Bad configurations: exit 2, nothing on standard output, one sentence that names the field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused, smallBins, smallFleet } from './support.mjs';

const bins = (change) => JSON.stringify({ ...smallBins, ...change });
const fleet = (change) => JSON.stringify({ ...smallFleet, ...change });
/** The text of a configuration with a value that JSON.stringify cannot write. */
const raw = (base, field, text) => JSON.stringify({ ...base, [field]: '@' }).replace('"@"', text);

const cases = {
  'wrong type': [
    [bins({ bins: '100' }), 'bins'],
    [bins({ bins: null }), 'bins'],
    [bins({ bins: [100] }), 'bins'],
    [bins({ bins: true }), 'bins'],
    [bins({ bins: 1.5 }), 'bins'],
    [bins({ policy: 'choices' }), 'policy'],
    [bins({ policy: { id: 2 } }), 'policy.id'],
    [bins({ policy: { id: 'choices', replacement: 1 } }), 'policy.replacement'],
    [bins({ policy: { id: 'choices', ties: 0 } }), 'policy.ties'],
    [bins({ checkpoints: 10 }), 'checkpoints'],
    [bins({ checkpoints: ['x'] }), 'checkpoints'],
    [fleet({ load: '0.9' }), 'load'],
    [fleet({ load: {} }), 'load'],
    [fleet({ information: [] }), 'information'],
    [fleet({ information: { signal: 1 } }), 'information.signal'],
    [fleet({ service: 1 }), 'service'],
    [fleet({ seed: 'x' }), 'seed'],
    [fleet({ replications: 2.5 }), 'replications'],
    ['{"experiment":1}', 'experiment'],
  ],
  'unknown key': [
    [bins({ bin: 10 }), 'bin'],
    [bins({ load: 0.5 }), 'load'],
    [bins({ policy: { id: 'choices', beta: 0.5 } }), 'policy.beta'],
    [bins({ policy: { id: 'random', d: 2 } }), 'policy.d'],
    [fleet({ bins: 10 }), 'bins'],
    [fleet({ information: { noise: {} } }), 'information.noise'],
    [fleet({ service: { id: 'exponential', sigma: 1 } }), 'service.sigma'],
    [fleet({ '': 1 }), ''],
  ],
  'unknown id': [
    ['{"experiment":"bees"}', 'experiment'],
    [bins({ policy: { id: 'coin' } }), 'policy.id'],
    [bins({ policy: { id: 'choices', ties: 'last' } }), 'policy.ties'],
    [bins({ engine: 'lazy' }), 'engine'],
    [fleet({ service: { id: 'cauchy' } }), 'service.id'],
    [fleet({ arrivals: { id: 'tides' } }), 'arrivals.id'],
    [fleet({ information: { signal: 'colour' } }), 'information.signal'],
    [fleet({ engine: 'direct' }), 'engine'],
  ],
  negative: [
    [bins({ bins: -1 }), 'bins'],
    [bins({ ballsPerBin: -1 }), 'ballsPerBin'],
    [bins({ checkpoints: [-1] }), 'checkpoints'],
    [bins({ seed: -1 }), 'seed'],
    [bins({ replications: -20 }), 'replications'],
    [bins({ policy: { id: 'choices', d: -2 } }), 'policy.d'],
    [bins({ policy: { id: 'one-plus-beta', beta: -0.1 } }), 'policy.beta'],
    [fleet({ load: -0.5 }), 'load'],
    [fleet({ workers: -1 }), 'workers'],
    [fleet({ warmup: -0.1 }), 'warmup'],
    [fleet({ service: { id: 'lognormal', sigma: -1 } }), 'service.sigma'],
    [fleet({ service: { id: 'exponential', mean: -1 } }), 'service.mean'],
    [fleet({ requests: -1 }), 'requests'],
  ],
  zero: [
    [bins({ bins: 0 }), 'bins'],
    [bins({ replications: 0 }), 'replications'],
    [bins({ policy: { id: 'choices', d: 0 } }), 'policy.d'],
    [fleet({ replicas: 0 }), 'replicas'],
    [fleet({ workers: 0 }), 'workers'],
    [fleet({ load: 0 }), 'load'],
    [fleet({ requests: 0 }), 'requests'],
    [fleet({ service: { id: 'exponential', mean: 0 } }), 'service.mean'],
  ],
  'too large': [
    [bins({ bins: 1e16 }), 'bins'], [bins({ bins: 1e12, engine: 'direct' }), 'bins'],
    [bins({ bins: 1e300 }), 'bins'],
    [bins({ bins: 1e9, ballsPerBin: 1e15 }), ''],
    [bins({ seed: 2 ** 53 }), 'seed'],
    [raw(smallBins, 'seed', '18446744073709551617'), 'seed'],
    [bins({ replications: 1e10 }), 'replications'],
    [fleet({ replicas: 1e13 }), 'replicas'], [fleet({ replicas: 1e12, engine: 'lazy' }), 'replicas'],
    [fleet({ requests: 1e300 }), 'requests'],
    [fleet({ warmup: 1 }), 'warmup'],
    [fleet({ warmup: 1.5 }), 'warmup'],
    [fleet({ policy: { id: 'one-plus-beta', beta: 1.1 } }), 'policy.beta'],
    [fleet({ workers: 1e9 }), 'workers'],
  ],
  'more looks than there are': [
    [bins({ policy: { id: 'choices', d: 21 } }), 'policy.d'],
    [fleet({ policy: { id: 'choices', d: 5 } }), 'policy.d'],
    [fleet({ replicas: 1, policy: { id: 'choices', d: 2 } }), 'policy.d'],
  ],
  'NaN and infinite': ['NaN', 'Infinity', '-Infinity', 'nan', 'inf'].map((text) => [raw(smallFleet, 'load', text), ''])
    .concat([[raw(smallFleet, 'load', '1e999'), ''], [raw(smallBins, 'bins', '1e999'), '']]),
  'not a configuration': ['', ' \n', '[', '{', '{}{}', '{"experiment":"bins",}', 'hello', '"bins"', 'null', '[]', '42', '{"experiment":"bins"} x',
    '[1', '\ufeff', '['.repeat(1_000_000), '{"a":'.repeat(200_000),
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`, `{"policy":${'['.repeat(5000)}${']'.repeat(5000)}}`].map((text) => [text, '']),
};

for (const [name, list] of Object.entries(cases)) {
  test(name, () => {
    for (const [text, field] of list) {
      const sentence = refused(['run', '-'], text);
      assert.ok(sentence.includes(field), `"${sentence}" does not name ${field} (${text.slice(0, 200)})`);
    }
  });
}

test('an empty configuration and one of spaces get the same sentence', () => {
  assert.equal(refused(['run', '-'], ''), refused(['run', '-'], '  \n'));
});

test('bytes that are no text are refused', () => {
  for (const bytes of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"experiment":"\xff"}', 'latin1'), Buffer.alloc(1000)]) {
    refused(['run', '-'], bytes);
  }
});

test('a bad value given with --set names the field too', () => {
  for (const value of ['NaN', 'Infinity', '-1', '0', '1e999', '"x"', 'null', '[[[[]]]]', '{}']) {
    const sentence = refused(['run', '-', '--set', `load=${value}`], fleet({}));
    assert.match(sentence, /\bload\b/);
  }
});

test('the sentence says what is allowed', () => {
  assert.match(refused(['run', '-'], fleet({ load: 'x' })), /^load must be a number/);
  assert.match(refused(['run', '-'], fleet({ policy: { id: 'coin' } })), /choices.*least/);
  assert.match(refused(['run', '-'], bins({ policy: { id: 'choices', d: 21 } })), /\b20\b/);
});
