// --set path=value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused, runJson, runText, smallBins, smallFleet } from './support.mjs';

const configOf = (config, ...settings) => runJson(config, ...settings.flatMap((setting) => ['--set', setting])).config;

test('a value is JSON where it can be', () => {
  const config = configOf(smallBins, 'bins=10', 'checkpoints=[1,3]', 'policy={"id":"least"}', 'seed=7');
  assert.equal(config.bins, 10);
  assert.deepEqual(config.checkpoints, [1, 3]);
  assert.equal(config.policy.id, 'least');
  assert.equal(config.seed, 7);
});

test('any other value is text', () => {
  assert.equal(configOf({}, 'experiment=bins', 'bins=5', 'replications=2').experiment, 'bins');
  assert.equal(configOf(smallFleet, 'information.signal=work').information.signal, 'work');
});

test('dotted paths create objects and keep what is beside them', () => {
  assert.equal(configOf(smallBins, 'policy.d=4').policy.d, 4);
  const config = configOf({ ...smallBins, policy: { id: 'choices', replacement: true } }, 'policy.d=3');
  assert.deepEqual([config.policy.id, config.policy.d, config.policy.replacement], ['choices', 3, true]);
});

test('an id stands for the whole part where the catalogue says that there is one', () => {
  const before = { ...smallFleet, policy: { id: 'choices', d: 3 } };
  assert.equal(configOf(before, 'policy=round-robin').policy.id, 'round-robin');
  assert.equal(configOf(before, 'policy=round-robin').policy.d, undefined);
  const config = configOf(before, 'service=lognormal', 'service.sigma=0.5', 'arrivals=poisson', 'engine=lazy');
  assert.deepEqual([config.service.id, config.service.sigma, config.engine], ['lognormal', 0.5, 'lazy']);
});

test('the last of several settings of one path counts, and the text is as if the file had said so', () => {
  assert.equal(runText(smallBins, '--set', 'bins=7', '--set', 'bins=9'), runText({ ...smallBins, bins: 9 }));
  assert.equal(runText(smallFleet, '--set', 'load=0.5'), runText({ ...smallFleet, load: 0.5 }));
});

test('whole numbers may be written as 1e3 or 20.0', () => {
  assert.equal(configOf(smallBins, 'bins=1e1').bins, 10);
  assert.equal(configOf(smallBins, 'bins=20.0').bins, 20);
});

test('a setting cannot go through a value that is no object', () => {
  assert.match(refused(['run', '-', '--set', 'bins.x=1'], JSON.stringify(smallBins)), /because bins is no object/);
});

test('a wrong setting is refused by the core with its path', () => {
  const cases = [['bins=many', /^bins /], ['policy=coin', /^policy\.id /], ['policy.d=0', /^policy\.d /], ['loud=1', /\bloud\b/], ['bins=', /^bins /]];
  for (const [setting, sentence] of cases) {
    assert.match(refused(['run', '-', '--set', setting], JSON.stringify(smallBins)), sentence);
  }
});

test('settings do not hide what is wrong with the text itself', () => {
  for (const text of ['', '[', '{"experiment":"bins"', '[1]', '7']) {
    assert.equal(refused(['run', '-', '--set', 'seed=1'], text), refused(['run', '-'], text));
  }
});
