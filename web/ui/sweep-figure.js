import { brief, fixed, plain, power, tickText, withError } from './format.js';
import { get } from './config.js';
import { niceStep } from './canvas.js';
import { spanOf } from './scale.js';
import { apart } from './stats.js';
import { metric as threeOf, rawTable } from './take-data.js';

// A metric against one setting, everything else as it stands, with the theory of each run beside it.

const RATIO_FOR_LOG = 30;
const LINE_ALPHA = 0.5;
const MOST_TICKS = 8;

const text = (m) => { const [v, e] = withError(m); return `${v}${e ? ` ± ${e}` : ''}`; };
/** A theory's value; shares and thresholds differ in the third decimal. */
export const said = (t) => (t?.value == null ? '–' : Math.abs(t.value) < 1 ? fixed(t.value, 3) : brief(t.value));

/** What is known of a metric of a result: its expectation, or else a law that holds. */
export const theoryOf = (result, name) => result.theory?.[name] ?? result.theory?.items?.find((l) => l.of === name && l.holds);
const holds = (t) => t.holds ?? true;

/**
 * @param points [{value, result}] in the order of the setting
 * @param about param and metric: entries of the catalogue · now: the present value · hueOf(result): colour token · limit: in words
 */
export function sweepFigure(points, { param, metric, now, hueOf = () => 'ink', limit }) {
  const shown = points.map((p) => ({ ...p, metric: get(p.result.metrics, metric.name), theory: theoryOf(p.result, metric.name), hue: hueOf(p.result) }))
    .filter((p) => p.metric?.value != null);
  const known = shown.filter((p) => p.theory?.value != null);
  const xs = shown.map((p) => p.value);
  const at = (v) => shown.find((p) => p.value === v);
  const hues = [...new Set(shown.map((p) => p.hue))];
  return {
    finding: sweepFinding(shown, param, metric),
    sub: `${metric.help} Mean of the runs with 95\u202f% intervals.${theoryWords(known, limit)}`,
    spec: {
      x: xAxis(param, xs), y: yAxis(shown, known, metric), left: 52, right: 24,
      layers: [
        { kind: 'line', hue: hues.length === 1 ? hues[0] : 'ink-3', width: 1.2, alpha: LINE_ALPHA, points: shown.map((p) => [p.value, p.metric.value]) },
        ...theoryLines(known, hues.length === 1 ? hues[0] : 'ink'),
        ...hues.map((hue) => ({ kind: 'dots', hue, size: 3.8, points: shown.filter((p) => p.hue === hue).map((p) => ({ x: p.value, y: p.metric.value, low: p.metric.low, high: p.metric.high })) })),
        { kind: 'rule', x: now },
      ],
      readings: { xs, title: (v) => `${param.label}: ${words(v)}`, rows: (v) => [{ hue: at(v).hue, name: metric.label, text: `${text(at(v).metric)}${known.length ? `, theory ${said(at(v).theory)}` : ''}` }] },
    },
    table: { columns: [param.label, metric.label, 'Theory'], rows: shown.map((p) => [words(p.value), text(p.metric), p.theory?.value == null || holds(p.theory) ? said(p.theory) : `${said(p.theory)} (does not hold here)`]) },
    take: () => ({
      name: 'sweep', runs: points.map((p) => ({ name: `${param.label.toLowerCase()} ${p.value}`, result: p.result })),
      data: rawTable([[param.label, (p) => p.value], ...threeOf(metric.label, (p) => p.metric), ['Theory', (p) => p.theory?.value], ['Theory holds', (p) => (p.theory?.value == null ? null : holds(p.theory) ? 'yes' : 'no')]], shown),
    }),
  };
}

const words = (v) => (Number.isInteger(v) && v >= 1000 ? fixed(v, 0) : plain(v));

/** Dashed; grey between points of which one is outside its range. */
function theoryLines(known, hue) {
  const runs = [];
  for (let i = 1; i < known.length; i++) {
    const sound = holds(known[i - 1].theory) && holds(known[i].theory);
    if (runs.at(-1)?.sound !== sound) runs.push({ sound, points: [point(known[i - 1])] });
    runs.at(-1).points.push(point(known[i]));
  }
  return runs.map((r) => ({ kind: 'line', hue: r.sound ? hue : 'ink-3', dash: [5, 4], width: 1.5, alpha: r.sound ? 1 : 0.6, points: r.points }));
}

const point = (p) => [p.value, p.theory.value];

function theoryWords(known, limit) {
  if (!known.length) return '';
  const off = known.find((p) => !holds(p.theory));
  return ` Dashed: ${known.every((p) => p.theory.exact) ? 'exact' : limit}.${off ? ` Grey where it does not hold: ${off.theory.why ?? ''}` : ''}`;
}

function xAxis(param, xs) {
  const marks = (param.ticks ?? []).filter((t) => t >= xs[0] && t <= xs.at(-1));
  const [lo, hi] = [Math.min(xs[0], xs.at(-1) * 0.999), xs.at(-1)];
  const base = { scale: param.scale ?? 'lin', label: `${param.label.toLowerCase()}${param.unit ? `, ${param.unit}` : ''}`, format: (v) => tick(param, v) };
  if (base.scale === 'log') return { ...base, domain: [lo * 0.8, hi * 1.25], ticks: marks.length > 1 ? marks : xs };
  if (base.scale !== 'lin') return { ...base, domain: [lo, hi], ticks: marks.length > 1 ? marks : xs };
  const pad = (hi - lo) * 0.04 || 0.5;
  const step = niceStep(Math.max((hi - lo) / MOST_TICKS, param.kind === 'int' ? 1 : 0));
  const even = Array.from({ length: Math.floor((hi - lo) / step) + 1 }, (_, i) => Number((Math.ceil(lo / step) * step + i * step).toPrecision(8)));
  return { ...base, domain: [lo - pad, hi + pad], ticks: marks.length > 1 ? marks : even };
}

const tick = (param, v) => (param.unit === '%' ? plain(Number((v * 100).toPrecision(6))) : spanOf(param)[1] >= 1e9 && v >= 1000 ? power(v) : tickText(v));

function yAxis(shown, known, metric) {
  const all = [...shown.flatMap((p) => [p.metric.low ?? p.metric.value, p.metric.high ?? p.metric.value]), ...known.map((p) => p.theory.value)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const base = { label: `${metric.label.toLowerCase()}${metric.unit ? `, ${metric.unit}` : ''}`, format: (v) => tickText(v) };
  if (least > 0 && most / least > RATIO_FOR_LOG) {
    const domain = [least * 0.8, most * 1.25];
    const ticks = [];
    for (let t = 10 ** Math.floor(Math.log10(domain[0])); t <= domain[1]; t *= 10) ticks.push(...[1, 2, 5].map((k) => Number((k * t).toPrecision(1))));
    const inside = ticks.filter((t) => t >= domain[0] && t <= domain[1]);
    return { ...base, scale: 'log', domain, ticks: inside.length > MOST_TICKS ? inside.filter((t) => String(t).replace(/[0.]/g, '') === '1') : inside };
  }
  const [low, high] = [Math.min(0, least), most > 0 ? most * 1.06 : 1];
  const step = 10 ** Math.floor(Math.log10((high - low) / 5)) * [1, 2, 5, 10].find((k) => (high - low) / (k * 10 ** Math.floor(Math.log10((high - low) / 5))) <= 6);
  const first = Math.ceil(low / step);
  return { ...base, scale: 'lin', domain: [low, high], ticks: Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(8))) };
}

function sweepFinding(shown, param, metric) {
  if (shown.length < 2) return metric.label;
  const [a, b] = [shown[0], shown.at(-1)];
  const name = `${metric.label} for ${param.label.toLowerCase()} from ${words(a.value)} to ${words(b.value)}`;
  return apart(a.metric, b.metric) || a.metric.low == null ? `${name}: ${brief(a.metric.value)} to ${brief(b.metric.value)}` : `${name}: cannot be told apart`;
}
