import { axis, font, hline, newPath, niceStep, pointer, prepare, text } from './canvas.js';
import { colour } from './theme.js';
import { fixed, signed } from './format.js';

// The live skyline of a fleet: one column per replica, one brick per request. The served bottom of a column is solid, what waits is pale.
// Columns are drawn as a few filled paths, and the gaps between bricks as lines across. Where columns have no room for a gap they are
// drawn by pixels instead: a path of a thousand of them, with soft edges, would take longer than a frame.

const LEFT = 28;
const FOOT = 16;
const HEAD = 18;
const BRICK = 3.2;
const FLASH_MS = 260;

/**
 * @param view load, inService: per replica · top: height of the y axis in requests · busiest: {at, ahead} · mean · order: null or
 *   the replicas from left to right · hue: colour token · flash: time of the last arrival per replica · now · looks: [{at, count, joined}]
 */
export function drawSkyline(canvas, view) {
  const area = prepare(canvas);
  if (!area) return;
  const { x, w, h } = area;
  const n = view.load.length;
  const base = h - FOOT;
  const unit = (base - HEAD) / view.top;
  const step = (w - LEFT) / n;
  const gap = step > 5 ? Math.max(1.2, step * 0.2) : step > 1.6 ? 0.6 : 0;
  const place = positions(view.order, n);
  const g = { x, w, h, n, base, unit, step, gap, width: step - gap, left: (i) => LEFT + place[i] * step + gap / 2 };
  if (gap) columns(g, view);
  else strips(g, view, place);
  grid(g, view);
  hline(x, LEFT, w, base, 'ink-3');
  labels(g, view, place);
}

function positions(order, n) {
  const place = new Uint32Array(n);
  for (let p = 0; p < n; p++) place[order ? order[p] : p] = p;
  return place;
}

function columns(g, view) {
  const { x, n, base, unit, width } = g;
  const hue = colour(view.hue);
  const served = newPath(x);
  const waiting = newPath(x);
  const idle = newPath(x);
  for (let i = 0; i < n; i++) {
    const load = view.load[i];
    const at = g.left(i);
    if (load === 0) { idle.rect(at, base - 1.5, width, 1.5); continue; }
    const inService = Math.min(load, Math.max(1, view.inService[i]));
    const height = Math.max(2, inService * unit);
    served.rect(at, base - height, width, height);
    if (load > inService && i !== view.busiest.at) waiting.rect(at, base - load * unit, width, (load - inService) * unit);
  }
  x.fillStyle = colour('ink-3');
  x.globalAlpha = 0.35;
  x.fill(idle);
  x.fillStyle = hue;
  x.globalAlpha = 0.42;
  x.fill(waiting);
  busiest(g, view);
  x.fill(served);
  flashes(g, view);
}

function busiest({ x, base, unit, width, left }, { load, busiest: { at } }) {
  x.globalAlpha = 0.95;
  x.fillRect(left(at), base - load[at] * unit, Math.max(1, width), load[at] * unit);
  x.globalAlpha = 1;
}

/** One strip for each pixel of the screen, as high as the highest of the columns that fall into it. */
function strips(g, view, place) {
  const { x, w, n, base, unit } = g;
  const sharp = 1 / (x.getTransform?.().a ?? 1);
  const count = Math.ceil((w - LEFT) / sharp);
  const highest = new Int32Array(count).fill(-1);
  for (let i = 0; i < n; i++) {
    const from = Math.floor((place[i] / n) * count);
    const to = Math.max(from + 1, Math.floor(((place[i] + 1) / n) * count));
    for (let s = from; s < to; s++) if (highest[s] < 0 || view.load[i] > view.load[highest[s]]) highest[s] = i;
  }
  const pile = (alpha, token, from, to) => {
    x.globalAlpha = alpha;
    x.fillStyle = colour(token);
    for (let s = 0; s < count; s++) {
      const i = highest[s];
      const [low, high] = [from(i), to(i)];
      if (high > low) x.fillRect(LEFT + s * sharp, base - high, sharp, high - low);
    }
  };
  const serving = (i) => (view.load[i] ? Math.max(2, Math.min(view.load[i], Math.max(1, view.inService[i])) * unit) : 0);
  pile(0.35, 'ink-3', () => 0, (i) => (view.load[i] ? 0 : 1.5));
  pile(0.42, view.hue, serving, (i) => (i === view.busiest.at ? 0 : view.load[i] * unit));
  busiest(g, view);
  pile(1, view.hue, () => 0, serving);
  flashes(g, view);
}

function flashes({ x, n, base, unit, width, left }, view) {
  if (!view.flash) return;
  for (let i = 0; i < n; i++) {
    const age = view.now - view.flash[i];
    if (age >= FLASH_MS || view.load[i] === 0) continue;
    x.globalAlpha = (1 - age / FLASH_MS) * 0.9;
    x.fillRect(left(i), base - view.load[i] * unit, width, Math.max(2, unit - 1));
  }
  x.globalAlpha = 1;
}

/** Gaps between bricks and the grid are lines on top of the columns. */
function grid({ x, w, base, unit, step }, view) {
  const tall = base - HEAD > 170;
  const tick = niceStep(view.top / (tall ? 5 : 3));
  if (unit >= BRICK && step >= BRICK) {
    x.fillStyle = colour('bg');
    let highest = 0;
    for (const v of view.load) if (v > highest) highest = v;
    for (let v = 1; v <= highest; v++) x.fillRect(LEFT, base - v * unit, w - LEFT, 1);
  }
  axis(x, { low: tick, high: view.top, step: tick, left: LEFT, right: w, at: (v) => base - v * unit, label: (v) => (tick * unit > 16 ? fixed(v, 0) : '') });
}

function labels(g, view, place) {
  const { x, w, h, n, base, unit, step } = g;
  const mean = base - view.mean * unit;
  hline(x, LEFT, w, mean, 'ink', { dash: [5, 4], width: 1.2 });
  font(x, 11.5, 500);
  text(x, view.order ? 'tallest' : 'replica 1', LEFT, h - 2);
  text(x, view.order ? 'shortest' : fixed(n, 0), w, h - 2, { align: 'right' });
  const at = LEFT + (place[view.busiest.at] + 0.5) * step;
  const top = base - view.load[view.busiest.at] * unit;
  // The average's label goes to the side where the tallest column is not.
  const toLeft = at > w - Math.min(84, (w - LEFT) / 2) || (Math.abs(top - mean) < 30 && at > (LEFT + w) / 2);
  const words = `average ${fixed(view.mean, 1)}`;
  const label = { from: toLeft ? LEFT : w - x.measureText(words).width, to: toLeft ? LEFT + x.measureText(words).width : w };
  text(x, words, toLeft ? LEFT + 2 : w, mean - 6, { align: toLeft ? 'left' : 'right', token: 'ink', halo: true });
  const near = view.looks?.some((l) => Math.abs(place[l.at] - place[view.busiest.at]) * step < 26);
  const covers = Math.abs(top - mean) < 26 && at > label.from - 18 && at < label.to + 18;
  if (!near && !covers) ahead(g, view, at, top);
  for (const look of view.looks ?? []) marker(g, look, LEFT + (place[look.at] + 0.5) * step);
}

function ahead({ x, w, width }, view, at, top) {
  font(x, 12.5, 600);
  const align = at > w - 40 ? 'right' : at < LEFT + 20 ? 'left' : 'center';
  const shift = align === 'right' ? width / 2 : align === 'left' ? -width / 2 : 0;
  const { ahead: by } = view.busiest;
  text(x, signed(by, by >= 9.95 ? 0 : 1), at + shift, Math.max(11, top - 7), { align, token: `${view.hue}-t`, halo: true });
}

/** Above a replica that was looked at. */
function marker({ x, base, unit }, look, at) {
  const y = base - (look.count + (look.joined ? 1 : 0)) * unit - 8;
  pointer(x, at, y, look.joined);
  font(x, 12, 600);
  text(x, fixed(look.count, 0), at, y - 12, { align: 'center', token: 'ink', halo: true });
}
