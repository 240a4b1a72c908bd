import { BINS } from './presets.js';

// What balls and bins run: the policies that are compared, how far their sweep goes, and the configurations of it all.

const SWEEP_END = 2000;
const SWEEP_WORK = 5e7;
const MARKS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000];

export const policyOf = (catalogue) => catalogue.experiment('bins').params.find((p) => p.name === BINS.policy);

/** The usual policies and, last, the configuration's own: [{policy, own}]. */
export function comparedWith(catalogue, config) {
  const own = catalogue.filled('bins', config)[BINS.policy];
  const key = (p) => JSON.stringify(catalogue.fillOne(policyOf(catalogue), p));
  const list = BINS.compared.filter((p) => key(p) !== key(own));
  return [...list.map((policy) => ({ policy, own: false })), { policy: own, own: true }];
}

/** The sweep goes to 2,000 balls per bin, or as far as its work stays small, but never stops short of what is asked. */
export function sweepEndOf({ [BINS.size]: n, [BINS.runs]: runs, [BINS.dial]: asked }) {
  const affordable = MARKS.filter((m) => m <= SWEEP_END && m * n * runs <= SWEEP_WORK).at(-1) ?? 1;
  return Math.max(asked, affordable);
}

/** Per policy the runs at the chosen number of balls, which are short and feed the profile, and the sweeps; the same ones where the sweep ends at what is asked. */
export function binsTasks(catalogue, config, policies) {
  const full = catalogue.filled('bins', config);
  const end = sweepEndOf(full);
  const task = (extra) => catalogue.complete('bins', { ...config, ...extra });
  const marks = [...MARKS.filter((m) => m < end), end];
  const long = policies.map(({ policy }) => task({ [BINS.policy]: policy, [BINS.dial]: end, [BINS.marks]: marks }));
  const short = end === full[BINS.dial] ? long : policies.map(({ policy }) => task({ [BINS.policy]: policy }));
  return { short, long };
}

/** The throw that is drawn: one run, and nothing recorded on the way. */
export const throwOf = (config) => ({ ...config, [BINS.runs]: 1, [BINS.marks]: [] });
