import { THIN, brief, percent, plain, tickText, times } from './format.js';
import { apart } from './stats.js';
import { allX, metric, pointAt, rawTable } from './take-data.js';

// Two figures of a fan-out: how long requests and leaves take, and what earlier second calls cost and bring.

const ENOUGH = 100;
const FLOOR = 1e-5;
const SHARES = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001];
const LEVELS = [[0.5, 'p50'], [0.1, 'p90'], [0.01, 'p99'], [0.001, 'p99.9']];
const TICKS = [0.01, 0.1, 1, 10, 100, 1000, 10000];

const curve = ({ time, value, low, high, beyond }) => time.map((x, i) => ({ x, y: value[i], low: low[i], high: high[i], n: beyond[i] })).filter((p) => p.n >= ENOUGH && p.y >= FLOOR);
const exactCurve = ({ time, exact }) => time.map((x, i) => [x, exact[i]]).filter(([, y]) => y >= FLOOR);
const around = (m) => (m.low == null ? '' : ` ± ${brief((m.high - m.low) / 2)}`);

/** The three curves of the first figure: leaves, requests with one call, requests with a second call (null: there is none). */
const curvesOf = (one, two) => [
  { name: 'a leaf', hue: 'turn', series: one.series.leafTail, dash: [2, 3] },
  { name: 'request, one call', hue: 'all', series: one.series.requestTail, p: one.metrics.request },
  ...(two ? [{ name: 'request, second call', hue: 'left', series: two.series.requestTail, p: two.metrics.request }] : []),
];

function findingOf(leaves, one, two) {
  const [a, b] = [one, two ?? one].map((r) => r.metrics.request.p95);
  if (!two) return `Of ${plain(leaves)} leaves, the slowest takes ${brief(one.metrics.request.p50.value)} in half of the requests; a leaf alone ${brief(one.metrics.leaf.p50.value)}`;
  const cost = brief(two.metrics.extraCalls.value * 100);
  if (!apart(a, b)) return `${cost}${THIN}% more calls leave the p95 of requests as it is`;
  return b.value < a.value ? `${cost}${THIN}% more calls make the p95 of requests ${times(a.value / b.value)}× shorter` : `${cost}${THIN}% more calls make the p95 of requests ${times(b.value / a.value)}× longer`;
}

function shareAt({ time, value, beyond }, t) {
  const i = time.findIndex((v) => v >= t);
  if (i < 0) return time.length && t > time.at(-1) ? 'none seen' : '100 %';
  if (i === 0 && t < time[0]) return `100${THIN}%`;
  return beyond[i] < ENOUGH ? 'fewer than 100 requests' : `${brief(value[i] * 100)}${THIN}%`;
}

export function latencyFigure(leaves, one, two) {
  const curves = curvesOf(one, two).map((c) => ({ ...c, points: curve(c.series) }));
  const ends = curves.flatMap((c) => c.points.filter((p) => p.y < 0.9995).map((p) => p.x));
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const x = { scale: 'log', domain: [least, most * 1.05], ticks: TICKS.filter((t) => t >= least && t <= most * 1.05), format: (v) => tickText(v), label: 'latency, in the unit of the mean' };
  const xs = TICKS.flatMap((t) => [1, 2, 3, 5, 7].map((k) => Number((t * k).toPrecision(2)))).filter((v) => v >= least && v <= most);
  const texts = curves.map((c) => c.name);
  return {
    finding: findingOf(leaves, one, two),
    sub: 'Dashed: exact. Band: 95\u202f% interval. Lines stop where fewer than 100 are left.',
    spec: {
      x, y: { scale: 'log', domain: [FLOOR, 1], ticks: SHARES, format: percent, label: 'taking at least as long' }, left: 58, right: 50,
      layers: [
        ...LEVELS.map(([level, label]) => ({ kind: 'across', y: level, label })),
        ...curves.map((c) => ({ kind: 'band', hue: c.hue, alpha: 0.2, points: c.points.map((p) => [p.x, Math.max(p.low, FLOOR / 10), p.high]) })),
        ...curves.map((c) => ({ kind: 'line', hue: c.hue, dash: c.dash ?? [], width: 2.2, points: c.points.map((p) => [p.x, p.y]) })),
        ...curves.map((c) => ({ kind: 'line', hue: c.hue, dash: [5, 4], width: 1.5, points: exactCurve(c.series) })),
        // The corner below the curves is free.
        ...curves.map((c, i) => ({ kind: 'note', x: least, y: 3e-4, dx: 8, dy: 16 * i, hue: c.hue, text: c.name })),
      ],
      readings: { xs, title: (v) => `at least ${plain(v)}`, rows: (v) => curves.map((c) => ({ hue: c.hue, name: c.name, text: shareAt(c.series, v) })) },
    },
    table: { columns: ['Latency at least', ...texts], rows: xs.map((v) => [plain(v), ...curves.map((c) => shareAt(c.series, v))]) },
    take: () => ({ name: 'latency', runs: [{ name: 'one call', result: one }, ...(two ? [{ name: 'second call', result: two }] : [])], notes: ['Share taking at least as long; times in the unit of the mean; beyond: how many that is.'], data: curvesData(curves) }),
  };
}

function curvesData(curves) {
  const all = curves.map(({ name, series: s }) => ({ name, points: s.time.map((x, i) => ({ x, value: s.value[i], low: s.low[i], high: s.high[i], beyond: s.beyond[i], exact: s.exact[i] })) }));
  const columns = all.flatMap(({ name, points }) => [...metric(name, (x) => pointAt(points, x)), ...['beyond', 'exact'].map((k) => [`${name}, ${k}`, (x) => pointAt(points, x)?.[k]])]);
  return rawTable([['latency', (x) => x], ...columns], allX(all.map((c) => c.points)));
}

const MARKS = [['p50', [5, 4]], ['p95', []]];

/** Latency of requests against the extra calls. @param points [{ label, result }] from few calls to many */
export function costFigure(points, now) {
  const shown = points.filter(({ result }) => result.metrics.extraCalls.value > 0);
  const at = ({ result }) => result.metrics.extraCalls.value;
  const all = shown.flatMap(({ result }) => MARKS.map(([k]) => result.metrics.request[k].value));
  if (!shown.length) return { finding: 'No second call was sent', sub: '' };
  const [few, many] = [shown[0], shown.at(-1)];
  const x = { scale: 'log', domain: [at(few) / 1.3, at(many) * 1.3], ticks: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].filter((t) => t >= at(few) / 1.3 && t <= at(many) * 1.3), format: percent, label: 'second calls per leaf' };
  const span = [Math.min(...all) / 1.2, Math.max(...all) * 1.2];
  const ticks = TICKS.flatMap((t) => [t, 2 * t, 5 * t]).filter((t) => t >= span[0] && t <= span[1]);
  const text = (result, k) => `${brief(result.metrics.request[k].value)}${around(result.metrics.request[k])}`;
  const near = (v) => shown.find((p) => at(p) === v);
  return {
    finding: `From ${brief(at(few) * 100)} to ${brief(at(many) * 100)}${THIN}% second calls, the p95 of requests goes from ${brief(few.result.metrics.request.p95.value)} to ${brief(many.result.metrics.request.p95.value)}`,
    sub: 'Each point: a second call after another percentile of one call, from p99 to p50. Copies are free here: nothing queues.',
    spec: {
      x, y: { scale: 'log', domain: span, ticks, format: (v) => tickText(v), label: 'latency of a request' }, left: 58, right: 60,
      layers: [
        ...(now > 0 && now >= x.domain[0] && now <= x.domain[1] ? [{ kind: 'rule', x: now, label: 'now' }] : []),
        ...MARKS.map(([k, dash]) => ({ kind: 'line', hue: 'left', dash, width: 2.2, points: shown.map((p) => [at(p), p.result.metrics.request[k].value]) })),
        ...MARKS.map(([k]) => ({ kind: 'dots', hue: 'left', size: 3.2, points: shown.map((p) => ({ x: at(p), y: p.result.metrics.request[k].value, low: p.result.metrics.request[k].low, high: p.result.metrics.request[k].high })) })),
        ...MARKS.map(([k]) => ({ kind: 'note', x: at(many), y: many.result.metrics.request[k].value, dx: 8, dy: 4, hue: 'left', text: k })),
      ],
      readings: { xs: shown.map(at), title: (v) => `${near(v)?.label ?? ''}: ${brief(v * 100)}${THIN}% second calls`, rows: (v) => (near(v) ? MARKS.map(([k]) => ({ hue: 'left', name: k, text: text(near(v).result, k) })) : []) },
    },
    table: { columns: ['Second call after', 'Second calls', ...MARKS.map(([k]) => k)], rows: shown.map((p) => [p.label, `${brief(at(p) * 100)}${THIN}%`, ...MARKS.map(([k]) => text(p.result, k))]) },
    take: () => ({
      name: 'cost', runs: points.map((p) => ({ name: `after ${p.label}`, result: p.result })), notes: ['Latency of a request, in the unit of the mean.'],
      data: rawTable([['second call after', (p) => p.label], ...metric('second calls per leaf', (p) => p.result.metrics.extraCalls), ...MARKS.flatMap(([k]) => metric(k, (p) => p.result.metrics.request[k]))], points),
    }),
  };
}
