// From attributes and links to what an element shows, without a browser.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { readConfig, readPlan, readPolicies, wholeConfig } from '../../web/embed/settings.js';
import { Catalogue } from '../../web/ui/catalogue.js';

describe('settings of an element', () => {
  let lab;
  let catalogue;
  before(async () => {
    lab = await openLab();
    catalogue = new Catalogue(lab.catalogue);
  });
  after(() => lab.close());

  const read = (experiment, pairs) => readConfig(catalogue, experiment, Object.entries(pairs), (config) => lab.check(config));
  const plan = (pairs, given) => readPlan(lab, catalogue, Object.entries(pairs), given);
  const refused = (work) => { try { work(); } catch (error) { return error; } assert.fail('it was taken'); };

  test('short names, whole paths, any case, and hyphens', () => {
    assert.deepEqual(read('fleet', { policy: 'choices', d: '3', load: '0.95' }), { policy: { id: 'choices', d: 3 }, load: 0.95 });
    assert.deepEqual(read('bins', { ballsperbin: '20' }), { ballsPerBin: 20 });
    assert.deepEqual(read('bins', { 'balls-per-bin': '20', 'policy.id': 'groups', 'policy.d': '4' }), { policy: { id: 'groups', d: 4 }, ballsPerBin: 20 });
    // Settings inside a part do not depend on the order, nor on being in a group.
    assert.deepEqual(read('fleet', { sigma: '0.5', service: 'lognormal', every: '5', freshness: 'periodic', signal: 'work' }),
      { service: { id: 'lognormal', sigma: 0.5 }, information: { freshness: { id: 'periodic', every: 5 }, signal: 'work' } });
  });
  test('every setting of the catalogue can be named by its path', () => {
    for (const { id } of lab.catalogue.experiments)
      for (const param of catalogue.experiment(id).params) {
        const value = catalogue.filled(id, {})[param.name];
        if (param.kind === 'group') continue;
        const text = param.kind === 'part' ? value.id : Array.isArray(value) ? value.join(',') : String(value);
        assert.deepEqual(read(id, { [param.name.toLowerCase()]: text }), { [param.name]: param.kind === 'part' ? { id: value.id } : value }, param.name);
      }
  });
  test('of many parts each is named by its place, or all by their names; one may go by the older name', () => {
    assert.deepEqual(read('fleet', { 'faults.0.id': 'stalls', 'faults.0.longest': '40', 'faults.1.id': 'slow', 'faults.1.factor': '7' }), { faults: [{ id: 'stalls', longest: 40 }, { id: 'slow', factor: 7 }] });
    assert.deepEqual(read('fleet', { faults: 'slow,stalls' }), { faults: [{ id: 'slow' }, { id: 'stalls' }] });
    assert.deepEqual(read('fleet', { fault: 'slow', 'fault.factor': '7' }), { faults: [{ id: 'slow', factor: 7 }] });
    assert.deepEqual(read('fleet', { fault: 'none' }), {});
    assert.equal(refused(() => plan({ faults: 'slow,none' })).field, 'faults.1.id');
  });
  test('an outer setting comes before an inner one of the same name, and what stays unclear is said', () => {
    assert.deepEqual(read('fleet', { replicas: '8', 'faults.0.id': 'slow' }), { faults: [{ id: 'slow' }], replicas: 8 });
    const error = refused(() => read('fleet', { service: 'two-point', arrivals: 'bursts', share: '0.1' }));
    assert.equal(error.field, 'share');
    assert.match(error.message, /may mean (arrivals\.share or service\.share|service\.share or arrivals\.share)/);
  });
  test('policies: one to four, each with settings of its own', () => {
    assert.deepEqual(readPolicies(catalogue, 'random, choices d=3,least'), [{ id: 'random' }, { id: 'choices', d: 3 }, { id: 'least' }]);
    for (const text of ['', 'a,b,c,d,e', 'choices x=1', 'choices __proto__=1']) assert.equal(refused(() => readPolicies(catalogue, text)).field, 'policies', text);
  });
  test('a chosen policy stands beside one look; the usual ones where none is chosen', () => {
    assert.deepEqual(plan({ policy: 'memory' }).policies, [{ id: 'random' }, { id: 'memory' }]);
    assert.deepEqual(plan({ policy: 'random' }).policies, [{ id: 'random' }, { id: 'choices', d: 2 }]);
    assert.equal(plan({}).part, 'skyline');
    assert.equal(plan({ experiment: 'bins' }).part, 'comparison');
    assert.equal(plan({ part: 'comparison' }).policies.length, 4);
    assert.deepEqual(plan({ experiment: 'fanout', leaves: '10' }), { experiment: 'fanout', part: 'chart', chart: 'latency', config: { leaves: 10 }, policies: [] });
    assert.equal(plan({}, { experiment: 'bins', bins: 50 }).config.bins, 50);
    assert.equal(plan({}, '{"experiment":"bins","bins":50}').config.bins, 50);
  });
  test('the whole configuration is what the core fills in', async () => {
    const asked = plan({ policy: 'choices', d: '3', load: '0.8', requests: '2000', replications: '2' });
    const { schema, ...core } = (await lab.run(wholeConfig(catalogue, asked))).config;
    assert.deepEqual(wholeConfig(catalogue, asked), core, `format ${schema}`);
  });
  for (const [pairs, field] of [
    [{ load: '<img src=x onerror=alert(1)>' }, 'load'], [{ load: 'NaN' }, 'load'], [{ load: '1e999' }, 'load'], [{ load: '-1' }, 'load'], [{ load: '' }, 'load'],
    [{ replicas: '1e300' }, 'replicas'], [{ replicas: '100000' }, 'replicas'], [{ replicas: '1.5' }, 'replicas'],
    [{ policy: '<b>' }, 'policy.id'], [{ policy: '__proto__' }, 'policy.id'], [{ policy: '['.repeat(3000) }, 'policy.id'], [{ policy: 'choices', d: '{"a":1}' }, 'policy.d'],
    [{ load: '1'.repeat(1e6) }, 'load'], [{ laod: '0.9' }, 'laod'], [{ information: 'x' }, 'information'], [{ constructor: '1' }, 'constructor'],
    [{ experiment: '<script>' }, 'experiment'], [{ experiment: 'constructor' }, 'experiment'], [{ part: 'x' }, 'part'], [{ experiment: 'bins', part: 'skyline' }, 'part'],
    [{ chart: 'x' }, 'chart'], [{ experiment: 'fanout', policies: 'random' }, 'policies'], [{ experiment: 'fanout', policy: 'random' }, 'policy'], [{ experiment: 'rings' }, 'experiment'], [{ experiment: 'hashing', policies: 'random' }, 'policies'], [{ experiment: 'hashing', scheme: 'x' }, 'scheme.id'], [{ theme: 'blue' }, 'theme'], [{ bg: 'red' }, 'bg'], [{ policies: 'random' }, 'policies'], [{ policies: 'random,<i>' }, 'policy.id'], [{ seed: '9007199254740993' }, 'seed'],
  ])
    test(`refused in one sentence that names it: ${JSON.stringify(pairs).slice(0, 60)}`, () => {
      const error = refused(() => plan(pairs));
      assert.equal(error.field, field);
      assert.ok(error.message.length < 400, error.message);
      // What was given stands in the sentence only as far as it is short.
      assert.ok(error.message.includes(field.split('.')[0]), error.message);
    });
  test('a configuration that is no configuration', () => {
    const deep = {};
    for (let at = deep, i = 0; i < 1e5; i++) at = at.policy = {};
    for (const given of [deep, { experiment: 'fleet', load: NaN }, { experiment: 'fleet', load: 1n }, [], 7, { experiment: 'fleet', f() {} }, { experiment: 'nothing' }])
      assert.equal(refused(() => plan({}, given)).kind, 'config');
  });
});
