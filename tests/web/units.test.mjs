// Whatever unit of time a configuration has, the page shows mean service times: all that is a time or a rate follows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import { inServiceTimes } from '../../web/ui/units.js';

/** A power of two: times that are so many times longer have the same digits. */
const UNIT = 8;
const fleet = (unit) => ({
  experiment: 'fleet', replicas: 16, load: 0.5, requests: 3000, replications: 3, series: 4, service: { id: 'exponential', mean: unit },
  fanout: { id: 'leaves', leaves: 5 }, hedge: { id: 'after-time', after: 4 * unit }, patience: { id: 'after', time: 30 * unit },
});

/** Every number of a value with the way to it. */
const numbers = (value, path = '') => (typeof value === 'number' ? [[path, value]] : value && typeof value === 'object' ? Object.entries(value).flatMap(([k, v]) => numbers(v, `${path}/${k}`)) : []);

describe('units', () => {
  for (const [what, config] of [['with leaves and second calls', fleet], ['plain, beside its theory', (unit) => ({ experiment: 'fleet', replicas: 16, requests: 3000, replications: 3, service: { id: 'exponential', mean: unit } })]])
    test(`times and rates of a fleet ${what}`, async () => {
      const lab = await openLab();
      const { catalogue: { experiments } } = lab;
      const [one, other] = [inServiceTimes(await lab.run(config(1))), inServiceTimes(await lab.run(config(UNIT)))];
      for (const part of ['metrics', 'series', 'theory']) {
        const known = new Map(numbers(other[part]));
        for (const [path, value] of numbers(one[part])) assert.ok(Math.abs(known.get(path) - value) <= 1e-9 * Math.abs(value), `${part}${path}: ${value}, ${known.get(path)}`);
      }
      const timed = experiments.find((e) => e.id === 'fleet' || e.name === 'fleet').metrics.filter((m) => /time/.test(m.unit)).map((m) => m.name);
      for (const name of timed) assert.notEqual(name.split('.').reduce((at, key) => at?.[key], one.metrics), undefined, name);
      lab.close();
    });
});
