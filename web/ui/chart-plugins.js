import uPlot from 'uplot';
import { FONT, colour, coloursAt } from './theme.js';
import { nearest } from './chart.js';
import { endName } from './end-names.js';

// What uPlot has no word for: dots with error bars, rules, names at the ends of lines, axis titles, and the readings at the cursor.
// Everything is drawn in CSS pixels; `u.over` and the canvas differ by the device's pixel ratio.

const APART = 15;
const SHORT_BAR = 7;

export function drawn(holder) {
  return { hooks: { draw: (u) => paint(u, holder.spec), ready: (u) => readings(u, holder), setCursor: (u) => read(u, holder) } };
}

function paint(u, spec) {
  const x = u.ctx;
  const k = uPlot.pxRatio;
  coloursAt(u.root);
  x.save();
  x.setTransform(k, 0, 0, k, 0, 0);
  const box = { left: u.bbox.left / k, top: u.bbox.top / k, width: u.bbox.width / k, height: u.bbox.height / k };
  decorate(x, spec, box, (v, axis) => u.valToPos(v, axis));
  x.restore();
}

/** Draws it on a context. @param box of the plot, in pixels · at(value, 'x' or 'y'): where a value stands, from the left or the top of the box */
export function decorate(x, spec, box, at) {
  const g = {
    x, box, right: box.left + box.width, foot: box.top + box.height,
    px: (v) => box.left + at(v, 'x'),
    py: (v) => box.top + Math.min(box.height, Math.max(0, at(spec.y.scale === 'log' ? Math.max(v, spec.y.domain[0]) : v, 'y'))),
  };
  titles(g, spec);
  const inside = (p) => p.x >= spec.x.domain[0] && p.x <= spec.x.domain[1];
  for (const l of spec.layers) {
    if (l.kind === 'across') across(g, l);
    if (l.kind === 'rule' && inside(l)) rule(g, l);
  }
  for (const l of spec.layers) if (l.kind === 'dots') for (const p of l.points) if (inside(p)) dot(g, l, p);
  for (const l of spec.layers) if (l.kind === 'note') words(g, l.text, g.px(l.x) + (l.dx ?? 0), g.py(l.y) + (l.dy ?? 0), l.hue ? `${l.hue}-t` : 'ink-3', l.hue ? 600 : 400, l.align);
  endNames(g, spec);
  if (spec.key) key(g, spec.key);
}

function words({ x }, text, at, y, token, weight = 400, align = 'left') {
  x.font = `${weight} ${weight >= 600 ? 12.5 : 12}px ${FONT}`;
  x.textAlign = align;
  x.textBaseline = 'alphabetic';
  x.lineJoin = 'round';
  x.lineWidth = 3.5;
  x.strokeStyle = colour('bg');
  x.strokeText(text, at, y);
  x.fillStyle = colour(token);
  x.fillText(text, at, y);
}

function titles(g, spec) {
  if (spec.y.label) words(g, spec.y.label, g.box.left, g.box.top - 11, 'ink-2');
  if (spec.x.label) words(g, spec.x.label, g.right, g.foot + 40, 'ink-2', 400, 'right');
}

function segment(x, x0, y0, x1, y1, token, { width = 1, dash = [], alpha = 1 } = {}) {
  x.globalAlpha = alpha;
  x.strokeStyle = colour(token);
  x.lineWidth = width;
  x.setLineDash(dash);
  x.beginPath();
  x.moveTo(x0, y0);
  x.lineTo(x1, y1);
  x.stroke();
  x.setLineDash([]);
  x.globalAlpha = 1;
}

function across(g, l) {
  const y = g.py(l.y);
  segment(g.x, g.box.left, y, g.right, y, 'ink-3', { dash: [2, 3], alpha: 0.7 });
  if (l.label) words(g, l.label, g.right + 8, y + 4 + (l.dy ?? 0), 'ink-3');
}

function rule(g, l) {
  segment(g.x, g.px(l.x), g.box.top, g.px(l.x), g.foot, 'ink', { alpha: 0.55 });
}

function dot(g, layer, p) {
  const { x } = g;
  const [at, y] = [g.px(p.x), g.py(p.y)];
  if (p.low != null && p.high != null) {
    const [a, b] = [g.py(p.high), g.py(p.low)];
    // A bar shorter than its dot says nothing on screen; the readings and the table keep it.
    if (Math.abs(a - b) > SHORT_BAR) segment(x, at, a, at, b, layer.hue, { width: 1.4 });
  }
  x.beginPath();
  x.arc(at, y, layer.size ?? 3.4, 0, 2 * Math.PI);
  x.fillStyle = colour(p.hollow ? 'bg' : layer.hue);
  x.strokeStyle = colour(p.hollow ? layer.hue : 'bg');
  x.lineWidth = p.hollow ? 1.7 : 1.2;
  x.fill();
  x.stroke();
}

/** Names beside the ends of lines, pushed apart where they would touch. */
function endNames(g, spec) {
  g.x.font = `600 12.5px ${FONT}`;
  const ends = (spec.ends ?? []).map((e) => ({ ...e, text: endName(e.text) })).map((end) => {
    const fits = end.align !== 'right' || g.px(end.x) - 8 - g.x.measureText(end.text).width > g.box.left;
    return fits ? end : { ...end, align: undefined };
  }).map((e) => ({ ...e, at: e.x === undefined ? g.right + 9 : g.px(e.x) + (e.align === 'right' ? -8 : 8), py: Math.min(g.foot - 2, Math.max(g.box.top + 4, g.py(e.y))) }));
  ends.sort((a, b) => a.py - b.py);
  for (let pass = 0; pass < 8; pass++) {
    for (let i = 1; i < ends.length; i++) {
      const [a, b] = [ends[i - 1], ends[i]];
      if (a.align !== b.align || Math.abs(a.at - b.at) > 90 || b.py - a.py >= APART) continue;
      const middle = (a.py + b.py) / 2;
      a.py = middle - APART / 2 - 0.1;
      b.py = middle + APART / 2 + 0.1;
    }
  }
  for (const e of ends) words(g, e.text, e.at, e.py + 4, `${e.hue}-t`, 600, e.align);
}

/**
 * Names stacked in a free corner, for figures whose lines end in one another's way: `at` is the share of the height. `beside`: to the right of the plot,
 * where no corner is free.
 */
function key(g, { at, names, beside }) {
  names.forEach((n, i) => {
    const y = g.box.top + at * g.box.height + 16 * i + 10;
    words(g, endName(n.text), beside ? g.right + 18 : g.right - 14, y, `${n.hue}-t`, 600, beside ? 'left' : 'right');
    g.x.beginPath();
    g.x.arc(beside ? g.right + 9 : g.right - 5, y - 4, 3.6, 0, 2 * Math.PI);
    g.x.fillStyle = colour(n.hue);
    g.x.fill();
  });
}

/** The box beside the cursor, filled with text only. */
function readings(u, holder) {
  holder.tip = Object.assign(document.createElement('div'), { className: 'tip', hidden: true });
  u.over.append(holder.tip);
  u.over.tabIndex = 0;
  u.over.setAttribute('role', 'img');
  u.over.setAttribute('aria-label', holder.label());
  u.over.addEventListener('keydown', (e) => walk(u, holder, e));
  u.over.addEventListener('blur', () => { holder.tip.hidden = true; });
}

function walk(u, holder, e) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  const xs = holder.spec.readings?.xs;
  if (!by || !xs?.length) return;
  e.preventDefault();
  const now = u.cursor.left >= 0 ? nearest(u, xs, u.cursor.left) : -1;
  const next = Math.min(xs.length - 1, Math.max(0, now + by));
  u.setCursor({ left: u.valToPos(xs[next], 'x'), top: 10 });
}

function read(u, holder) {
  const { tip, spec } = holder;
  const xs = spec.readings?.xs;
  if (!tip) return;
  tip.hidden = !(u.cursor.left >= 0) || !xs?.length;
  if (tip.hidden) return;
  const v = xs[nearest(u, xs, u.cursor.left)];
  coloursAt(u.root);
  tip.replaceChildren(Object.assign(document.createElement('b'), { textContent: spec.readings.title(v) }));
  for (const row of spec.readings.rows(v)) {
    const line = document.createElement('div');
    const name = Object.assign(document.createElement('span'), { textContent: row.name });
    name.style.color = colour(`${row.hue}-t`);
    line.append(name, ` ${row.text}`);
    tip.append(line);
  }
  const at = u.valToPos(v, 'x');
  const over = u.over.clientWidth;
  const w = tip.offsetWidth;
  tip.style.left = `${Math.max(-30, at + 12 + w > over + 90 ? at - w - 12 : at + 12)}px`;
  tip.style.top = '4px';
}
