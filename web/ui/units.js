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

/** A fleet's result with its waits in mean service times. */
export function inServiceTimes(result) {
  const mean = meanSize(result.config);
  if (mean === 1) return result;
  const { metrics, series, theory } = result;
  return {
    ...result,
    metrics: { ...metrics, wait: all(metrics.wait, mean), latency: all(metrics.latency, mean) },
    series: { ...series, waitTail: { ...series.waitTail, time: series.waitTail.time.map((t) => t / mean) }, ...through(series.throughRun, mean) },
    theory: theory?.wait ? { ...theory, wait: scaled(theory.wait, mean) } : theory,
  };
}
