import { get } from './config.js';
import { extent } from './numbers.js';
import { FLEET } from './presets.js';

// The page shows time in mean service times, whatever unit a configuration sets.

const scaled = (m, by) => {
  if (m === null || typeof m !== 'object') return m;
  return Object.fromEntries(Object.entries(m).map(([k, v]) => [k, typeof v === 'number' ? v / by : v]));
};
const all = (group, by) => Object.fromEntries(Object.entries(group).map(([k, m]) => [k, scaled(m, by)]));

const listsOver = (m, by) => Object.fromEntries(Object.entries(m).map(([k, list]) => [k, list.map((v) => (v == null ? v : v / by))]));
const through = (s, by) => s && { throughRun: { ...s, wait: listsOver(s.wait, by), latency: listsOver(s.latency, by) } };

/** Of recorded sizes the mean is that of the list. */
function meanSize(config) {
  const values = get(config, 'service.values');
  return get(config, FLEET.unit) ?? (values ? extent(values).mean : 1);
}

const TIMES = ['wait', 'latency', 'latencyAll', 'leafLatency'];
const RATES = ['goodput', 'realisedRate'];
const TAILS = ['waitTail', 'latencyTail'];
const changed = (group, names, how) => Object.fromEntries(names.filter((name) => group[name] != null).map((name) => [name, how(group[name])]));

/** A fleet's result with its times, and rates, in mean service times. */
export function inServiceTimes(result) {
  const mean = meanSize(result.config);
  if (mean === 1) return result;
  const { metrics, series, theory } = result;
  const one = (m) => scaled(m, mean);
  return {
    ...result,
    metrics: { ...metrics, ...changed(metrics, TIMES, (group) => all(group, mean)), ...changed(metrics, ['serviceMedian'], one), ...changed(metrics, RATES, (m) => scaled(m, 1 / mean)) },
    series: { ...series, ...changed(series, TAILS, (tail) => ({ ...tail, time: tail.time.map((t) => t / mean) })), ...through(series.throughRun, mean) },
    theory: theory?.wait ? { ...theory, wait: one(theory.wait) } : theory,
  };
}
