import { FONT, colour, coloursAt } from './theme.js';

// What the drawings share. Everything works in CSS pixels.

const MAX_RATIO = 3;

/** Sizes the canvas to its box and clears it. Returns null while it has no size. In place of a canvas there may be an area {x, w, h}. */
export function prepare(canvas) {
  if (canvas.x) return canvas;
  const w = canvas.clientWidth;
  const h = canvas.clientHeight;
  if (!w || !h) return null;
  coloursAt(canvas);
  const k = Math.min(MAX_RATIO, devicePixelRatio || 1);
  const [pw, ph] = [Math.round(w * k), Math.round(h * k)];
  if (canvas.width !== pw || canvas.height !== ph) Object.assign(canvas, { width: pw, height: ph });
  const x = canvas.getContext('2d');
  x.setTransform(k, 0, 0, k, 0, 0);
  x.clearRect(0, 0, w, h);
  return { x, w, h };
}

/** A path to collect shapes in; contexts that are no canvas have their own kind. */
export const newPath = (x) => x.newPath?.() ?? new Path2D();

export function font(x, size, weight = 400) { x.font = `${weight} ${size}px ${FONT}`; }

export function hline(x, x0, x1, y, token, { dash = [], width = 1 } = {}) {
  const at = Math.round(y) + 0.5;
  x.strokeStyle = colour(token);
  x.lineWidth = width;
  x.setLineDash(dash);
  x.beginPath();
  x.moveTo(x0, at);
  x.lineTo(x1, at);
  x.stroke();
  x.setLineDash([]);
  x.lineWidth = 1;
}

export function text(x, words, at, y, { align = 'left', token = 'ink-3', halo = false } = {}) {
  x.textAlign = align;
  if (halo) {
    x.lineJoin = 'round';
    x.lineWidth = 4;
    x.strokeStyle = colour('bg');
    x.strokeText(words, at, y);
    x.lineWidth = 1;
  }
  x.fillStyle = colour(token);
  x.fillText(words, at, y);
}

const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];

/** The smallest round step that is at least x. */
export const niceStep = (x) => NICE.find((v) => v >= x) ?? 10 ** Math.ceil(Math.log10(x));

/**
 * Lines across at the multiples of a step from `low` to `high`, each with its number to the left of the drawing.
 * `at(v)`: height of a value · `label(v)`: its text, empty for none · `plain`: a value that gets a number in ink and no line.
 */
export function axis(x, { low, high, step, left, right, at, label, size = 11, space = 6, plain }) {
  font(x, size);
  for (let v = Math.ceil(low / step) * step; v <= high; v += step) {
    if (v !== plain) hline(x, left, right, at(v), 'grid');
    const words = label(v);
    if (words) text(x, words, left - space, at(v) + 4, { align: 'right', token: v === plain ? 'ink' : 'ink-3' });
  }
}

/** A triangle that stands on its tip above what was looked at; filled where the choice fell. */
export function pointer(x, at, y, filled) {
  x.beginPath();
  x.moveTo(at - 5, y - 8);
  x.lineTo(at + 5, y - 8);
  x.lineTo(at, y);
  x.closePath();
  x.lineWidth = 1.5;
  x.strokeStyle = colour('ink');
  x.fillStyle = colour(filled ? 'ink' : 'bg');
  x.fill();
  x.stroke();
  x.lineWidth = 1;
}
