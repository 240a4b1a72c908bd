import uPlot from 'uplot';
import { drawn } from './chart-plugins.js';
import { BACK, FORWARD } from './scale.js';
import { FONT, colour, coloursAt } from './theme.js';

// Turns the description of a figure into a uPlot. A description is
//   { x: {scale, domain, ticks, format, label}, y: {…}, height, right, left,
//     layers: [ {kind: 'band', hue, points: [[x, low, high]], alpha}, {kind: 'line', hue, points: [[x, y]], width, dash, alpha},
//               {kind: 'dots', hue, points: [{x, y, low, high, hollow}], size}, {kind: 'across', y, label}, {kind: 'rule', x} ],
//     ends: [{x, y, text, hue}], readings: {xs, title(x), rows(x): [{hue, name, text}]} }
// Hues are names of colour tokens. Scales: lin, log, log0, headroom.

const own = (name) => ({ distr: 100, fwd: FORWARD[name], bwd: BACK[name] });
const SCALES = { lin: { distr: 1 }, log: { distr: 3, log: 10 }, log0: own('log0'), headroom: own('headroom') };
export const TOP = 26;
export const FOOT = 44;

const scale = ({ scale: kind, domain }) => ({ ...SCALES[kind], time: false, auto: false, range: () => domain });

export const withAlpha = (token, alpha) => colour(token).replace(/^rgb\(([^)]+)\)$/, `rgba($1, ${alpha})`);

/** Layers that uPlot draws itself, as tables of columns, series and bands. */
function columns(spec) {
  const tables = [];
  const series = [{}];
  const bands = [];
  // A logarithmic axis has no place for zero: it is drawn out of sight below.
  const floor = spec.y.scale === 'log' ? spec.y.domain[0] * 1e-3 : -Infinity;
  const keep = (v) => (v == null ? null : Math.max(v, floor));
  for (const layer of spec.layers) {
    const points = layer.points ?? [];
    if (layer.kind === 'band' && points.length) {
      tables.push([points.map((p) => p[0]), points.map((p) => keep(p[2])), points.map((p) => keep(p[1]))]);
      const at = series.length;
      series.push(plainSeries(), plainSeries());
      bands.push({ series: [at, at + 1], fill: withAlpha(layer.hue, layer.alpha ?? 0.16) });
    } else if (layer.kind === 'line' && points.length) {
      tables.push([points.map((p) => p[0]), points.map((p) => keep(p[1]))]);
      series.push({ ...plainSeries(), stroke: withAlpha(layer.hue, layer.alpha ?? 1), width: layer.width ?? 2, dash: layer.dash?.length ? layer.dash : undefined });
    }
  }
  if (!tables.length) return { data: [spec.x.domain, [null, null]], series: [{}, plainSeries()], bands };
  return { data: uPlot.join(tables), series, bands };
}

const plainSeries = () => ({ points: { show: false }, stroke: 'transparent', width: 0, spanGaps: true });

const axis = (side, part, size, ticks) => ({
  scale: side === 2 ? 'x' : 'y', side, size, gap: side === 2 ? 4 : 6, font: `400 12px ${FONT}`, stroke: colour('ink-3'),
  grid: side === 3 ? { show: true, stroke: colour('grid'), width: 1 } : { show: false },
  ticks: ticks ? { show: true, stroke: colour('ink-3'), width: 1, size: 4 } : { show: false },
  border: side === 2 ? { show: true, stroke: colour('ink-3'), width: 1 } : { show: false },
  splits: () => part.ticks.filter((t) => t >= part.domain[0] && t <= part.domain[1]),
  values: (u, splits) => splits.map(part.format),
  filter: (u, splits) => splits,
});

export function options(spec, width, holder) {
  coloursAt(holder);
  const { series, bands } = columns(spec);
  return {
    width, height: spec.height ?? 300, padding: [TOP, spec.right ?? 96, 0, 0], legend: { show: false },
    scales: { x: scale(spec.x), y: scale(spec.y) },
    axes: [axis(2, spec.x, FOOT, true), axis(3, spec.y, spec.left ?? 46, false)],
    series, bands,
    cursor: {
      y: false, points: { show: false }, drag: { x: false, y: false, setScale: false }, focus: { prox: -1 },
      move: (u, left, top) => [snap(u, holder.spec, left), top],
    },
    plugins: [drawn(holder)],
  };
}

/** The cursor jumps to the nearest x that has a reading. */
function snap(u, spec, left) {
  const xs = spec.readings?.xs;
  if (!xs?.length || left < 0) return left;
  const at = nearest(u, xs, left);
  return u.valToPos(xs[at], 'x');
}

export function nearest(u, xs, left) {
  let best = 0;
  xs.forEach((x, i) => { if (Math.abs(u.valToPos(x, 'x') - left) < Math.abs(u.valToPos(xs[best], 'x') - left)) best = i; });
  return best;
}

export const dataOf = (spec) => columns(spec).data;

/** Two descriptions with the same shape share one uPlot: only the data changes. */
export function shape(spec) {
  const layers = spec.layers.filter((l) => (l.kind === 'band' || l.kind === 'line') && l.points?.length);
  return JSON.stringify([spec.x.scale, spec.y.scale, spec.height, spec.right, spec.left, spec.x.domain, spec.y.domain, spec.x.ticks, spec.y.ticks,
    layers.map((l) => [l.kind, l.hue, l.width, l.dash, l.alpha])]);
}
