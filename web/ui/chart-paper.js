import { FOOT, TOP, withAlpha } from './chart.js';
import { decorate } from './chart-plugins.js';
import { FORWARD } from './scale.js';
import { FONT, colour } from './theme.js';

// The chart of a figure on any context: what uPlot draws on the screen (axes, bands, lines), then all else by the same code as there.

const positions = ({ scale, domain }) => {
  const f = FORWARD[scale];
  const [lo, hi] = domain.map(f);
  return (v) => (f(v) - lo) / (hi - lo);
};

export const chartHeight = (spec) => spec.height ?? 300;

/** @param w its width in pixels; its height is chartHeight(spec) */
export function drawChart(x, spec, w) {
  const left = spec.left ?? 46;
  const box = { left, top: TOP, width: w - left - (spec.right ?? 96), height: chartHeight(spec) - TOP - FOOT };
  const [across, up] = [positions(spec.x), positions(spec.y)];
  const at = (v, axis) => (axis === 'x' ? across(v) * box.width : (1 - up(v)) * box.height);
  axes(x, spec, box, at);
  x.save();
  x.beginPath();
  x.rect(box.left, box.top, box.width, box.height);
  x.clip();
  // A logarithmic axis has no place for zero: it is drawn out of sight below.
  const floor = spec.y.scale === 'log' ? spec.y.domain[0] * 1e-3 : -Infinity;
  const place = ([px, py]) => [box.left + at(px, 'x'), box.top + at(Math.max(py, floor), 'y')];
  for (const layer of spec.layers) {
    if (layer.kind === 'band') band(x, layer, place);
    if (layer.kind === 'line') line(x, layer, place);
  }
  x.restore();
  decorate(x, spec, box, at);
}

function axes(x, { x: bottom, y: side }, box, at) {
  const within = (part) => part.ticks.filter((t) => t >= part.domain[0] && t <= part.domain[1]);
  const foot = box.top + box.height;
  const rule = (x0, y0, x1, y1, token) => {
    x.strokeStyle = colour(token);
    x.lineWidth = 1;
    x.beginPath();
    x.moveTo(x0, y0);
    x.lineTo(x1, y1);
    x.stroke();
  };
  x.font = `400 12px ${FONT}`;
  x.fillStyle = colour('ink-3');
  x.textAlign = 'right';
  for (const t of within(side)) {
    const y = box.top + at(t, 'y');
    rule(box.left, y, box.left + box.width, y, 'grid');
    x.fillText(side.format(t), box.left - 8, y + 4);
  }
  rule(box.left, foot, box.left + box.width, foot, 'ink-3');
  x.textAlign = 'center';
  for (const t of within(bottom)) {
    const words = bottom.format(t);
    rule(box.left + at(t, 'x'), foot, box.left + at(t, 'x'), foot + 4, 'ink-3');
    if (words) x.fillText(words, box.left + at(t, 'x'), foot + 19);
  }
}

function trace(x, points) {
  points.forEach(([px, py], i) => x[i ? 'lineTo' : 'moveTo'](px, py));
}

function band(x, { hue, alpha = 0.16, points }, place) {
  const known = points.filter((p) => p[1] != null && p[2] != null);
  if (known.length < 2) return;
  x.beginPath();
  trace(x, [...known.map((p) => place([p[0], p[2]])), ...known.toReversed().map((p) => place([p[0], p[1]]))]);
  x.closePath();
  x.fillStyle = withAlpha(hue, alpha);
  x.fill();
}

function line(x, { hue, width = 2, dash = [], alpha = 1, points }, place) {
  const known = points.filter((p) => p[1] != null);
  if (known.length < 2) return;
  x.strokeStyle = withAlpha(hue, alpha);
  x.lineWidth = width;
  x.lineJoin = 'round';
  x.setLineDash(dash);
  x.beginPath();
  trace(x, known.map(place));
  x.stroke();
  x.setLineDash([]);
}
