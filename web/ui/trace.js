import { font, hline, prepare, text } from './canvas.js';
import { colour } from './theme.js';

// How far the busiest replica was ahead of the average over the last minute, one line per fleet.

const LEFT = 38;
const TOP = 14;
const PER_POINT = 1.6;

/** @param log samples per fleet, the newest last · @param lines [{hue, label}] · @param most samples in a full minute */
export function drawTrace(canvas, log, lines, most) {
  const area = prepare(canvas);
  if (!area || log[0].length < 2) return;
  const { x, w, h } = area;
  const right = w - (w < 480 ? 70 : 84);
  const base = h - 8;
  const peak = Math.max(10, Math.ceil(Math.max(...log.map((l) => Math.max(...l))) / 10) * 10);
  const y = (v) => base - (v / peak) * (base - TOP);
  font(x, 11);
  for (const v of [0, peak]) {
    hline(x, LEFT, right, y(v), v ? 'grid' : 'ink-3');
    text(x, v ? `+${v}` : '0', LEFT - 8, y(v) + 4, { align: 'right' });
  }
  const share = Math.min(1, log[0].length / most);
  const ends = lines.map((line, k) => ({ ...line, y: stroke(x, thinned(log[k], (right - LEFT) * share), { from: right - (right - LEFT) * share, to: right }, y, line.hue) }));
  font(x, 12.5, 600);
  spread(ends, h - 6).forEach((e) => text(x, e.label, right + 9, e.y + 4, { token: `${e.hue}-t` }));
}

/** Averages neighbours until there is at most one point per 1.6 pixels. */
function thinned(values, width) {
  const size = Math.max(1, Math.ceil(values.length / Math.max(1, width / PER_POINT)));
  const out = [];
  for (let i = 0; i < values.length; i += size) {
    const part = values.slice(i, i + size);
    out.push(part.reduce((a, b) => a + b, 0) / part.length);
  }
  return out;
}

function stroke(x, points, { from, to }, y, hue) {
  x.strokeStyle = colour(hue);
  x.lineWidth = 1.8;
  x.lineJoin = 'round';
  x.beginPath();
  points.forEach((v, i) => x[i ? 'lineTo' : 'moveTo'](from + (i / Math.max(1, points.length - 1)) * (to - from), y(v)));
  x.stroke();
  x.lineWidth = 1;
  return y(points.at(-1));
}

/** Names stand apart, and above the foot. */
function spread(ends, foot) {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; i++) sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + 15);
  const over = sorted.length ? sorted.at(-1).y - foot : 0;
  if (over > 0) for (const e of sorted) e.y -= over;
  return sorted;
}
