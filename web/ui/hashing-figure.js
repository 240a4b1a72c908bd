import { brief, fixed, plain, tickText, withError } from './format.js';
import { HASHING } from './presets.js';
import { apart } from './stats.js';

// One figure of hashing: a metric of the scheme against one of its settings, with the theory of each run beside it.

const text = (m) => { const [v, e] = withError(m); return `${v}${e ? ` ± ${e}` : ''}`; };
/** A theory's value; thresholds and shares differ in the third decimal. */
export const said = (t) => (t?.value == null ? '–' : t.value < 1 ? fixed(t.value, 3) : brief(t.value));

/** What is known of a metric of a result: its expectation, or else a law that holds. */
export const theoryOf = (result, name) => result.theory?.[name] ?? result.theory?.items?.find((l) => l.of === name && l.holds);

/** @param points [{value, result}] in the order of the setting */
export function hashingFigure(points, scheme, catalogue, now) {
  const { over, values, metric } = HASHING.figures[scheme];
  const param = catalogue.entry('schemes', scheme).params.find((p) => p.name === over);
  const described = catalogue.experiment('hashing').metrics.find((m) => m.name === metric);
  const shown = points.map((p) => ({ ...p, metric: p.result.metrics[metric], theory: theoryOf(p.result, metric) }));
  const known = shown.filter((p) => p.theory?.value != null);
  const xs = shown.map((p) => p.value);
  const log = param.scale === 'log';
  const most = Math.max(...shown.map((p) => p.metric.high ?? p.metric.value), ...known.map((p) => p.theory.value));
  const top = most <= 1 ? [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].find((t) => most <= t) : Math.ceil(most + 0.5);
  const step = top <= 1 ? top / 5 : [1, 2, 5, 10, 20].find((s) => top / s <= 7) ?? 50;
  const at = (v) => shown.find((p) => p.value === v);
  return {
    finding: hashingFinding(shown, param, described),
    sub: `${described.help} Mean of the runs with 95\u202f% intervals.${known.length ? ` Dashed: ${known[0].theory.exact ? 'exact' : 'limit of large tables'}.` : ''}`,
    spec: {
      x: { scale: log ? 'log' : 'lin', domain: log ? [xs[0] * 0.8, xs.at(-1) * 1.25] : [xs[0] - 0.4, xs.at(-1) + 0.4], ticks: values, format: (v) => tickText(v), label: param.label.toLowerCase() },
      y: { scale: 'lin', domain: [0, top * 1.02], ticks: Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(6))), format: plain, label: `${described.label.toLowerCase()}, ${described.unit}` },
      left: 40, right: 24,
      layers: [
        { kind: 'line', hue: 'ink', dash: [5, 4], width: 1.5, points: known.map((p) => [p.value, p.theory.value]) },
        { kind: 'dots', hue: 'ink', size: 3.8, points: shown.map((p) => ({ x: p.value, y: p.metric.value, low: p.metric.low, high: p.metric.high })) },
        { kind: 'rule', x: now },
      ],
      readings: { xs, title: (v) => `${param.label}: ${plain(v)}`, rows: (v) => [{ hue: 'ink', name: described.label, text: `${text(at(v).metric)}${known.length ? `, theory ${said(at(v).theory)}` : ''}` }] },
    },
    table: { columns: [param.label, described.label, 'Theory'], rows: shown.map((p) => [plain(p.value), text(p.metric), said(p.theory)]) },
  };
}

function hashingFinding(shown, param, described) {
  const [a, b] = [shown[0], shown.at(-1)];
  const name = `${described.label} for ${param.label.toLowerCase()} from ${plain(a.value)} to ${plain(b.value)}`;
  if (shown.length < 2) return described.label;
  return apart(a.metric, b.metric) ? `${name}: ${brief(a.metric.value)} to ${brief(b.metric.value)}` : `${name}: cannot be told apart`;
}
