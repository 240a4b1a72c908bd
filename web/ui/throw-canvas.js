import { axis, font, hline, newPath, niceStep, pointer, prepare, text } from './canvas.js';
import { colour } from './theme.js';
import { signed } from './format.js';

// One throw: each bin's balls above or below the average, with the same throw at one look as an outline behind it.

const LEFT = 36;
const PAD = 22;
export const MOST_BARS = 1000;

/** @param view load, ghost: balls per bin (ghost may be null) · mean: average now · scale: [lowest, highest] of the axis, about 0 · hue · looks */
export function drawThrow(canvas, view) {
  const area = prepare(canvas);
  if (!area) return;
  const { x, w, h } = area;
  const n = Math.min(view.load.length, MOST_BARS);
  const [low, high] = view.scale;
  const unit = (h - 2 * PAD) / (high - low);
  const zero = PAD + high * unit;
  const step = (w - LEFT) / n;
  const gap = step > 5 ? step * 0.22 : step > 1.6 ? 0.6 : 0;
  const g = { x, w, h, n, unit, zero, step, width: step - gap };
  axis(x, { low, high, step: niceStep((high - low) / 6), left: LEFT, right: w, at: (v) => zero - v * unit, label: (v) => (v ? signed(v, 0) : '0'), size: 11.5, space: 8, plain: 0 });
  bars(g, view);
  if (view.ghost) outline(g, view);
  hline(x, LEFT, w, zero, 'ink', { dash: [5, 4], width: 1.2 });
  fullest(g, view);
  for (const look of view.looks ?? []) if (look.at < n) marker(g, view, look);
}

function bars({ x, n, unit, zero, step, width }, view) {
  const path = newPath(x);
  for (let i = 0; i < n; i++) {
    const v = view.load[i] - view.mean;
    const y = v > 0 ? zero - v * unit : zero;
    path.rect(LEFT + i * step, Math.abs(v) * unit < 1 ? zero - 1 : y, width, Math.max(2, Math.abs(v) * unit));
  }
  x.fillStyle = colour(view.hue);
  x.globalAlpha = 0.62;
  x.fill(path);
  x.globalAlpha = 1;
  if (view.fullest.at < n && view.fullest.ahead > 0) {
    x.fillRect(LEFT + view.fullest.at * step, zero - view.fullest.ahead * unit, width, view.fullest.ahead * unit);
  }
}

function outline({ x, n, unit, zero, step }, view) {
  x.strokeStyle = colour('ink-3');
  x.globalAlpha = 0.55;
  x.beginPath();
  for (let i = 0; i < n; i++) {
    const y = zero - (view.ghost[i] - view.mean) * unit;
    if (!i) x.moveTo(LEFT, y);
    x.lineTo(LEFT + i * step, y);
    x.lineTo(LEFT + (i + 1) * step, y);
  }
  x.stroke();
  x.globalAlpha = 1;
}

function fullest({ x, w, n, unit, zero, step, width }, view) {
  const { at, ahead } = view.fullest;
  if (at >= n || ahead <= 0) return;
  const left = LEFT + at * step;
  const flip = left > w - 60;
  font(x, 13, 600);
  text(x, signed(ahead, Number.isInteger(ahead) ? 0 : 1), flip ? left + width : left, zero - ahead * unit - 7,
    { align: flip ? 'right' : 'left', token: `${view.hue}-t`, halo: true });
}

function marker({ x, unit, zero, step, width }, view, look) {
  const at = LEFT + look.at * step + width / 2;
  const y = Math.max(16, zero - Math.max(0, view.load[look.at] - view.mean) * unit - 8);
  pointer(x, at, y, look.joined);
}
