// How the cost of a request grows with the fleet, and a billion replicas in the profile engine: natively, and as WebAssembly in
// Node and in Chromium.
import { readFile } from 'node:fs/promises';
import { openCore } from '../../web/api/core.js';
import { measureCores } from './harness.js';
import { measureScalingInChromium } from './browser.js';

const SIZES = [10, 100, 1000, 10000];
const POLICIES = [{ id: 'choices', d: 2 }, { id: 'least' }];
const PLACES = ['native', 'wasmNode', 'wasmChromium'];

const fleet = (replicas, policy, requests, more) => ({
  experiment: 'fleet', replicas, policy, requests, load: 0.9, service: { id: 'exponential' }, replications: 1, seed: 1, ...more,
});

/** A billion replicas through 20 mean service times from empty: an arrival and, before long, a completion for each request. */
const BILLION = { config: fleet(1e9, POLICIES[0], 0.9 * 1e9 * 20, { engine: 'profile', warmup: 0 }) };
const EVENTS_PER_REQUEST = 2;

const cases = [...POLICIES.flatMap((policy) => SIZES.map((n) => ({ config: fleet(n, policy, 1e6) }))), BILLION];

/** @param {(list: object[]) => number[]} native ns per request of each case */
export async function measureScaling(native, passes) {
  const compiled = await WebAssembly.compile(await readFile(new URL('../../build/wasm/p2c.wasm', import.meta.url)));
  const ns = {
    native: native(cases),
    wasmNode: await measureCores({ openCore, compiled, cases, passes }),
    wasmChromium: await measureScalingInChromium(cases, passes),
  };
  const at = (i) => Object.fromEntries(PLACES.map((place) => [place, ns[place][i]]));
  const results = POLICIES.flatMap((policy, k) => SIZES.map((replicas, i) => ({
    policy: policy.id, replicas, ...at(k * SIZES.length + i),
    overSmallest: Object.fromEntries(PLACES.map((place) => [place, ns[place][k * SIZES.length + i] / ns[place][k * SIZES.length]])),
  })));
  const { replicas, requests } = BILLION.config;
  const each = at(cases.length - 1);
  const of = (f) => Object.fromEntries(PLACES.map((place) => [place, f(each[place])]));
  const profile = { replicas, requests, seconds: of((x) => (x * requests) / 1e9), nsPerEvent: of((x) => x / EVENTS_PER_REQUEST) };
  return { results, profile };
}

/** Lines of cells, the first one a head. */
export function scalingTable({ results, profile }) {
  const head = ['ns per request', 'native', 'wasm Node', 'wasm Chromium', 'native ÷ n = 10', 'Node ÷ n = 10', 'Chromium ÷ n = 10'];
  const lines = results.map((r) => [`${r.policy}, ${r.replicas.toLocaleString('en-US')} replicas`,
    ...PLACES.map((place) => r[place].toFixed(1)), ...PLACES.map((place) => r.overSmallest[place].toFixed(2))]);
  const row = (name, values, digits) => [name, ...PLACES.map((place) => values[place].toPrecision(digits)), '', '', ''];
  return [head, ...lines, row('profile, 10⁹ replicas, 20 service times: seconds', profile.seconds, 3), row('the same, ns per event', profile.nsPerEvent, 2)];
}
