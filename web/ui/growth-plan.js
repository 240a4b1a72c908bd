// Which numbers of bins the figure "from a hundred to a quadrillion" runs, in which order, how often, and how long the largest take.

const decades = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
const HALVES_UP_TO = 1e8;

/** Coarse to fine: every second power of ten, those between, then the half decades where runs are quick. */
export function firstSizes(last = 12) {
  const whole = decades(2, last);
  const coarse = whole.filter((n) => Math.round(Math.log10(n)) % 2 === 0);
  const between = whole.filter((n) => !coarse.includes(n));
  return [...coarse, ...between, ...whole.filter((n) => n < HALVES_UP_TO).map((n) => 3 * n)];
}

/** On request. */
export const MORE_SIZES = [1e13, 1e14, 1e15];

/** Few runs suffice: the fullest bin varies less the more bins there are. */
export const runsFor = (n) => (n <= 1e6 ? 8 : n <= 1e10 ? 4 : 3);
export const runsBeyond = 1;

/** Work of one size, relative: batches make it grow with the square root of the number of bins, once there are many. */
export const workOf = (n, runs = runsFor(n)) => runs * (n < 1e6 ? n * 1e-5 + 0.2 : 10 * Math.sqrt(n / 1e6));

/** Seconds that further sizes take, judged by a measured one: {n, runs, seconds}. */
export function secondsFor(sizes, measured) {
  const each = measured.seconds / workOf(measured.n, measured.runs);
  return sizes.reduce((sum, n) => sum + each * workOf(n, runsBeyond), 0);
}
