import { valueWords } from './dot-rows.js';
import { axisOf } from './map-point.js';
import { tickText } from './format.js';
import { FONT, colour } from './theme.js';

// The dots of dot-rows.js as a picture: names to the left, one logarithmic axis, the numbers to the right.

const ROW = 28;
const FOOT = 44;
const NAME = 132;
const VALUE = 96;

/** @param rows [{name, metric, hue, best}] · unit in words */
export const dotsDrawing = (rows, { unit }) => ({ height: rows.length * ROW + FOOT, draw: (x, w) => draw(x, w, rows, unit) });

function words(x, text, at, y, { token = 'ink', weight = 400, align = 'left', size = 12 } = {}) {
  x.font = `${weight} ${size}px ${FONT}`;
  x.textAlign = align;
  x.fillStyle = colour(token);
  x.fillText(text, at, y);
}

function draw(x, w, rows, unit) {
  const { at, ticks } = axisOf(rows.map((r) => r.metric));
  const across = (v) => NAME + at(v) * (w - NAME - VALUE);
  const foot = rows.length * ROW;
  x.fillStyle = colour('grid');
  for (const t of ticks) x.fillRect(across(t), 0, 1, foot);
  rows.forEach((row, i) => one(x, w, row, i * ROW + ROW / 2, across));
  for (const t of ticks) words(x, tickText(t), across(t), foot + 16, { token: 'ink-3', align: 'center' });
  words(x, unit, w - VALUE, foot + 36, { token: 'ink-2', align: 'right' });
}

function one(x, w, { name, metric, hue, best }, y, across) {
  const weight = best ? 600 : 400;
  const [v, e] = valueWords(metric);
  words(x, name, 0, y + 4, { weight });
  words(x, `${v}${e ? ` ± ${e}` : ''}`, w, y + 4, { weight, align: 'right' });
  if (metric?.value == null) return;
  x.fillStyle = colour(hue);
  if (metric.low != null) x.fillRect(across(metric.low), y - 1, Math.max(1, across(metric.high) - across(metric.low)), 2);
  x.beginPath();
  x.arc(across(metric.value), y, 4.5, 0, 2 * Math.PI);
  x.fill();
}
