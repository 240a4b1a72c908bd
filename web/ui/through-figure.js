import { THIN, plain, tickText, withError } from './format.js';
import { roomFor } from './end-names.js';
import { IN_SERVICE_TIMES } from './fleet-figures.js';
import { styledFleet } from './fleet-words.js';
import { metric, pointAt, rawTable } from './take-data.js';

// Mean wait through the run, stretch by stretch, the warm-up included: shown when the configuration cuts the run.

/** Whether these results carry a series. */
export const hasSeries = (results) => results.every((r) => r.result.series.throughRun);

export function throughFigure(raw, catalogue) {
  const results = styledFleet(raw, catalogue).map((r) => ({ ...r, points: pointsOf(r.result) }));
  const { config, series } = results[0].result;
  const most = Math.max(...results.flatMap((r) => r.points.map((p) => p.high ?? p.y)), 1e-9);
  const step = niceStep(most);
  const top = Math.ceil(most / step) * step;
  const warm = 100 * series.throughRun.warmup / config.requests;
  const x = { scale: 'lin', domain: [0, 100], ticks: [0, 20, 40, 60, 80, 100], format: (v) => `${plain(v)}${v === 0 ? `${THIN}%` : ''}`, label: 'requests so far' };
  const y = { scale: 'lin', domain: [0, top], ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step), format: (v) => tickText(Number(v.toPrecision(6))), label: 'mean wait, service times' };
  const xs = results[0].points.map((p) => p.x);
  const text = (r, v) => { const p = r.points.find((q) => q.x === v); if (!p) return 'nobody served'; const [a, e] = withError(p.metric); return `${a}${e ? ` ± ${e}` : ''}`; };
  const at = (v) => `around ${plain(Number(v.toPrecision(3)))}${THIN}%`;
  return {
    finding: 'Mean wait through the run',
    sub: `${series.throughRun.first.length} stretches of equally many requests, each averaged over the runs; band: 95\u202f% interval.${warm > 0 ? ' What is left of the line is warm-up and is not counted.' : ''}${incident(config).length ? incidentText(config) : ''}`,
    spec: {
      x, y, left: 46, right: roomFor(results.map((r) => r.name)),
      layers: [
        ...results.map((r) => ({ kind: 'band', hue: r.hue, alpha: 0.2, points: r.points.map((p) => [p.x, p.low ?? p.y, p.high ?? p.y]) })),
        ...results.map((r) => ({ kind: 'line', hue: r.hue, dash: r.dash, width: 2.2, points: r.points.map((p) => [p.x, p.y]) })),
        ...(warm > 0 ? [{ kind: 'rule', x: warm }] : []),
        ...incident(config).map((x) => ({ kind: 'rule', x })),
      ],
      ends: results.filter((r) => r.points.length).map((r) => ({ x: r.points.at(-1).x, y: r.points.at(-1).y, text: r.name, hue: r.hue })),
      readings: { xs, title: at, rows: (v) => results.map((r) => ({ hue: r.hue, name: r.name, text: text(r, v) })) },
    },
    table: { columns: ['Requests so far', ...results.map((r) => catalogue.name(r.policy))], rows: xs.map((v) => [at(v), ...results.map((r) => text(r, v))]) },
    take: () => ({ name: 'through', runs: results, notes: [IN_SERVICE_TIMES], data: rawTable([['middle of the stretch, % of the requests', (v) => v], ...results.flatMap((r) => metric(r.name, (v) => pointAt(r.points, v)?.metric))], xs) }),
  };
}

/** When faults begin and end, in per cent of the requests; what lasts from end to end has no edges. */
function incident({ faults = [] }) {
  return faults.flatMap(({ from, to }) => [from, to]).filter((share) => share > 0 && share < 1).map((share) => 100 * share);
}

function incidentText({ faults = [] }) {
  return faults.length === 1 ? ' The fault lasts from the first of the other lines to the second.' : ' The other lines are where faults begin and end.';
}

/** A point in the middle of each stretch in which anybody was served. */
function pointsOf({ config, series }) {
  const { first, wait } = series.throughRun;
  return first.map((from, s) => {
    const to = first[s + 1] ?? config.requests;
    const metric = { value: wait.value[s], low: wait.low[s], high: wait.high[s] };
    return { x: 50 * (from + to) / config.requests, y: metric.value, low: metric.low == null ? null : Math.max(0, metric.low), high: metric.high, metric };
  }).filter((p) => p.y != null);
}

/** A step of 1, 2 or 5 times a power of ten, of which about five reach x. */
function niceStep(x) {
  const decade = 10 ** Math.floor(Math.log10(x / 5));
  return [1, 2, 5, 10].map((k) => k * decade).find((t) => t * 6 >= x);
}
