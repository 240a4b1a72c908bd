import { html, nothing } from 'lit';
import { LOADS, NAMES, POLICIES, columnsOf } from './map-plan.js';
import { axisWords, cellWords, columnText, loadText } from './map-words.js';
import { styleOf, tint } from './palette.js';
import { colour } from './theme.js';

// The map as a grid: a cell is its winner's colour and number, paler where it wins by little, hatched where it is not decided.
// One cell is in the tab order; arrow keys, Home and End move it.

/** How much of the winner's colour a cell shows. */
export const SHARES = { clear: 1, slight: 0.72, bare: 0.5, open: 0.34 };
const rows = LOADS.toReversed();

const parts = (token) => colour(token).match(/[\d.]+/g).slice(0, 3).map(Number);
const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => rgb.map(linear).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);

/** Black or white, whichever stands out more from the hue mixed with the background. */
export function digitOn(hue, share) {
  const [a, b] = [parts(hue), parts('bg')];
  const l = luminance(a.map((c, i) => c * share + b[i] * (1 - share)));
  return 1.05 / (l + 0.05) >= (l + 0.05) / 0.0555 ? '#fff' : '#111418';
}

/** The cell that a key leads to; undefined for other keys. */
export function moved(axis, { x, load }, { key, ctrlKey }) {
  const xs = columnsOf(axis);
  const [i, j] = [rows.indexOf(load), xs.indexOf(x)];
  const to = {
    ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1], ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], PageUp: [0, j], PageDown: [rows.length - 1, j],
    Home: [ctrlKey ? 0 : i, 0], End: [ctrlKey ? rows.length - 1 : i, xs.length - 1],
  }[key];
  if (!to) return undefined;
  const inside = (v, n) => Math.min(n - 1, Math.max(0, v));
  return { x: xs[inside(to[1], xs.length)], load: rows[inside(to[0], rows.length)] };
}

/**
 * @param cells as they are shown, each with `stale` where it is of other settings
 * @param at the selected cell, {x, load} · pick(cell): selects one · enter(): Enter was pressed on it
 */
export function mapGrid({ axis, cells, at, label, pick, enter }) {
  const xs = columnsOf(axis);
  const find = (x, load) => cells.find((c) => c.x === x && c.load === load);
  const keys = (e) => {
    if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); enter(); return; }
    const to = moved(axis, at, e);
    if (!to) return;
    e.preventDefault();
    pick(to);
    e.currentTarget.querySelector(`[data-cell="${to.load}/${to.x}"]`).focus();
  };
  return html`<div class="map-box"><p class="map-y" aria-hidden="true">load</p>
    <div class="map" role="grid" aria-label=${label} aria-readonly="true" .style=${`--n:${xs.length}`} @keydown=${keys}>
      ${rows.map((load, i) => html`<div role="row"><span role="rowheader">${i ? loadText(load).slice(0, -2) : loadText(load)}</span>${xs.map((x) => one(axis, find(x, load), x === at.x && load === at.load, pick))}</div>`)}
      <div role="row" class="map-x"><span role="columnheader"><span class="vh">Load</span></span>${xs.map((x) => html`<span role="columnheader">${columnText(axis, x)}</span>`)}</div>
    </div><p class="map-axis" aria-hidden="true">${axisWords(axis)}</p></div>`;
}

function one(axis, cell, selected, pick) {
  const { winner } = cell;
  const kind = !winner ? 'none' : winner.decided ? winner.strength : 'open';
  const style = winner ? `${tint(POLICIES[winner.best])};--w:${SHARES[kind] * 100}%;--d:${digitOn(styleOf(POLICIES[winner.best]).hue, SHARES[kind])}` : '';
  return html`<span role="gridcell" class="map-cell ${cell.stale ? 'old' : ''}" data-cell="${cell.load}/${cell.x}" data-kind=${kind} tabindex=${selected ? 0 : -1} aria-selected=${String(selected)}
    aria-label=${cellWords(axis, cell)} .style=${style} @click=${() => pick(cell)}>${winner ? NAMES[winner.best] : nothing}</span>`;
}
