import { THIN, brief, times } from './format.js';
import { styleOf } from './palette.js';
import { apart } from './stats.js';

// A comparison of fleets in words: which policy it is, and what stands above the figures.

export const endless = (result) => result.warnings.some((w) => w.id === 'no-steady-state');

export const styledFleet = (results, catalogue) => results.map((r) => ({ ...r, ...styleOf(r.policy, catalogue), name: catalogue.shortName(r.policy) }));

/** The finding of a comparison: by p99, claimed only where the intervals are apart. */
export function finding(results) {
  const growing = results.filter((r) => endless(r.result));
  if (growing.length === results.length) return 'No steady state: waits grow without end';
  if (growing.length) return `No steady state with ${growing.map((r) => r.name).join(', ')}: waits grow without end`;
  const [base, other] = [results[0], results[1]];
  if (!other) return `p99 wait with ${base.name}: ${brief(base.result.metrics.wait.p99.value)} service times`;
  const [a, b] = [base, other].map((r) => r.result.metrics.wait.p99);
  if (a.value == null || b.value == null) return 'Too few requests for a p99';
  if (!apart(a, b)) return `By p99 wait, ${base.name} and ${other.name} cannot be told apart`;
  if (b.value > a.value) return `p99 wait is ${times(b.value / a.value)}× longer with ${other.name} than with ${base.name}`;
  return b.value > 0 ? `p99 wait is ${times(a.value / b.value)}× shorter with ${other.name} than with ${base.name}` : `With ${other.name}, 99${THIN}% of requests do not wait at all`;
}
