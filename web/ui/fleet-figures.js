import { THIN, brief, percent, plain, tickText, times } from './format.js';
import { roomFor } from './end-names.js';
import { endless, finding, styledFleet } from './fleet-words.js';
import { allX, metric, pointAt, rawTable } from './take-data.js';

// Two figures of a fleet, described from results: how long requests wait, and how long queues get.

const ENOUGH = 100;
const FLOOR = 1e-5;
const LEVELS = [[0.5, 'p50'], [0.1, 'p90'], [0.01, 'p99'], [0.001, 'p99.9']];
const KEYS = [['p50', 0.5], ['p90', 0.1], ['p99', 0.01], ['p999', 0.001]];
const SHARES = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001];

/** Said in every file of a fleet: its times are not in the unit of the configuration. */
export const IN_SERVICE_TIMES = 'Times are in mean service times.';

export function waitFigure(raw, catalogue) {
  const results = styledFleet(raw, catalogue).map((r) => ({ ...r, tail: tailOf(r.result) }));
  const most = Math.max(10, ...results.flatMap((r) => r.tail.map((p) => p.x)));
  const high = niceTop(most);
  const x = { scale: 'log', domain: [0.1, high], ticks: [0.1, 1, 10, 100, 1000, 10000, 100000], format: (v) => tickText(v), label: 'wait, service times' };
  const y = { scale: 'log', domain: [FLOOR, 1], ticks: SHARES, format: percent, label: 'requests waiting at least as long' };
  const sorted = [...results].sort((a, b) => (b.result.metrics.wait.p99.value ?? 0) - (a.result.metrics.wait.p99.value ?? 0));
  const layers = [
    ...LEVELS.map(([level, label]) => ({ kind: 'across', y: level, label, dy: label === 'p99' ? -7.5 * sorted.length : 0 })),
    ...results.map((r) => ({ kind: 'band', hue: r.hue, alpha: 0.2, points: r.tail.map((p) => [p.x, p.low ?? p.y, p.high ?? p.y]) })),
    ...results.map((r) => ({ kind: 'line', hue: r.hue, dash: r.dash, width: 2.2, points: r.tail.map((p) => [p.x, p.y]) })),
    ...results.map((r) => ({ kind: 'dots', hue: r.hue, size: 3.6, points: KEYS.map(([k, level]) => ({ x: r.result.metrics.wait[k].value, y: level })).filter((p) => p.x >= 0.1 && p.x <= high) })),
    ...sorted.map((r, i) => ({ kind: 'note', x: high, y: 0.01, dx: 8, dy: 4 + 15 * (i + 1) - 7.5 * sorted.length, hue: r.hue, text: `${p99Text(r)} ${r.name}` })),
  ];
  const xs = x.ticks.flatMap((t) => [1, 2, 3, 5, 7].map((k) => Number((t * k).toPrecision(2)))).filter((v) => v >= 0.1 && v <= high);
  return {
    finding: finding(results),
    sub: 'Band: 95\u202f% interval over runs. Lines stop where fewer than 100 requests are left.',
    spec: {
      x, y, left: 58, right: roomFor(results.map((r) => `${p99Text(r)} ${r.name}`)), layers,
      readings: { xs, title: (v) => `at least ${plain(v)}`, rows: (v) => results.map((r) => ({ hue: r.hue, name: r.name, text: shareAt(r.result.series.waitTail, v) })) },
    },
    table: {
      columns: ['Wait at least', ...results.map((r) => catalogue.name(r.policy))],
      rows: xs.map((v) => [plain(v), ...results.map((r) => shareAt(r.result.series.waitTail, v))]),
    },
    take: () => ({ name: 'waits', runs: results, notes: [IN_SERVICE_TIMES, 'Share of requests waiting at least as long; beyond: how many requests that is.'], data: tailData(results) }),
  };
}

/** The whole curves, also where few requests are left: that is what the column beyond is for. */
function tailData(results) {
  const tails = results.map(({ name, result: { series: { waitTail: t } } }) => ({ name, points: t.time.map((x, i) => ({ x, value: t.value[i], low: t.low?.[i], high: t.high?.[i], beyond: t.beyond[i] })) }));
  const columns = tails.flatMap(({ name, points }) => [...metric(name, (x) => pointAt(points, x)), [`${name}, beyond`, (x) => pointAt(points, x)?.beyond]]);
  return rawTable([['wait, service times', (x) => x], ...columns], allX(tails.map((t) => t.points)));
}

const p99Text = (r) => (endless(r.result) ? 'grows' : r.result.metrics.wait.p99.value == null ? 'too few' : brief(r.result.metrics.wait.p99.value));

/** The next 1, 2 or 5 above x, so that the axis grows in few steps. */
function niceTop(x) {
  const decade = 10 ** Math.floor(Math.log10(x));
  return [2, 5, 10].map((k) => k * decade).find((t) => t >= x) ?? 10 * decade;
}

function tailOf(result) {
  const { time, value, low, high, beyond } = result.series.waitTail;
  return time.map((t, i) => ({ x: t, y: value[i], low: low?.[i], high: high?.[i], n: beyond[i] })).filter((p) => p.n >= ENOUGH && p.y >= FLOOR && p.x > 0);
}

/** Share of requests that wait at least t, read between the points of the curve. */
function shareAt({ time, value, low, high, beyond }, t) {
  const i = time.findIndex((v) => v >= t);
  if (i < 0) return 'none seen';
  if (beyond[i] < ENOUGH) return 'fewer than 100 requests';
  const between = (a) => (i && a[i - 1] > 0 && a[i] > 0 && time[i - 1] > 0 ? a[i - 1] * (a[i] / a[i - 1]) ** (Math.log(t / time[i - 1]) / Math.log(time[i] / time[i - 1])) : a[i]);
  const v = between(value) * 100;
  const e = low?.[i] == null ? null : ((high[i] - low[i]) / 2) * 100;
  return `${brief(v)}${e ? ` ± ${brief(e)}` : ''}${THIN}%`;
}

export function queueFigure(raw, catalogue) {
  const results = styledFleet(raw, catalogue).map((r) => ({
    ...r, points: r.result.metrics.queueTail.map((m, i) => ({ x: i, y: m.value, low: m.low, high: m.high })).filter((p) => p.y >= FLOOR),
    theory: (r.result.theory?.queueTail ?? []).map((v, i) => [i, v]).filter(([, v]) => v >= FLOOR * 1e-3),
  }));
  const most = Math.min(24, Math.max(6, ...results.map((r) => r.points.length)));
  const step = most > 12 ? 5 : 2;
  const x = { scale: 'lin', domain: [-0.4, most + 0.4], ticks: Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step), format: plain, label: 'requests at a replica' };
  const y = { scale: 'log', domain: [FLOOR, 1.15], ticks: SHARES, format: percent, label: 'replicas at least this full' };
  const known = results.filter((r) => r.theory.length);
  const xs = Array.from({ length: most + 1 }, (_, i) => i);
  const text = (r, v) => { const m = r.result.metrics.queueTail[v]; return m?.value ? `${brief(m.value * 100)}${m.low != null ? ` ± ${brief(((m.high - m.low) / 2) * 100)}` : ''}${THIN}%` : 'none seen'; };
  return {
    finding: queueFinding(results),
    sub: `Share of replicas with at least this many requests, averaged over time.${dashed(known)}`,
    spec: {
      x, y, left: 58, right: roomFor(results.map((r) => r.name)) + 6,
      layers: [
        ...known.map((r) => ({ kind: 'line', hue: r.hue, dash: [5, 4], width: 1.5, points: r.theory.filter(([v]) => v <= most) })),
        ...results.map((r) => ({ kind: 'dots', hue: r.hue, size: 3.2, points: r.points })),
      ],
      key: { at: 0.02, beside: true, names: results.map((r) => ({ text: r.name, hue: r.hue })) },
      readings: { xs, title: (v) => `${v} or more`, rows: (v) => results.map((r) => ({ hue: r.hue, name: r.name, text: text(r, v) })) },
    },
    table: { columns: ['Requests', ...results.map((r) => catalogue.name(r.policy))], rows: xs.map((v) => [`${v} or more`, ...results.map((r) => text(r, v))]) },
    take: () => ({ name: 'queues', runs: results, notes: ['Share of replicas with at least this many requests.'], data: queueData(results) }),
  };
}

function queueData(results) {
  const most = Math.max(...results.map((r) => r.result.metrics.queueTail.length));
  const columns = results.flatMap(({ name, result: { metrics, theory } }) => [
    ...metric(name, (v) => metrics.queueTail[v]), ...(theory?.queueTail ? [[`${name}, ${theory.exact ? 'exact' : 'limit'}`, (v) => theory.queueTail[v]]] : []),
  ]);
  return rawTable([['requests, at least', (v) => v], ...columns], Array.from({ length: most }, (_, v) => v));
}

/** What the dashed lines are: exact where the core says so, otherwise the limit of an infinite fleet. */
function dashed(known) {
  const said = (list, words) => (list.length ? `${words} (${list.map((r) => r.name).join(', ')})` : '');
  const parts = [said(known.filter((r) => r.result.theory.exact), 'exact'), said(known.filter((r) => !r.result.theory.exact), 'limit of an infinite fleet')].filter(Boolean);
  return parts.length ? ` Dashed: ${parts.join(', ')}.` : '';
}

function queueFinding(results) {
  const longest = (r) => r.points.filter((p) => p.y >= 0.01).at(-1)?.x ?? 0;
  if (results.some((r) => endless(r.result))) return 'Queues grow for as long as the run lasts';
  const [a, b] = results;
  return b ? `One replica in a hundred holds ${longest(a)} or more with ${a.name}, ${longest(b)} with ${b.name}` : `One replica in a hundred holds ${longest(a)} or more`;
}
