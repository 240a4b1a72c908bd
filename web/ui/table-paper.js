import { FONT, colour } from './theme.js';

// A table as a picture: the first column to the left, numbers to the right, hairlines between rows.

const LINE = 24;
const HEAD = 16;
const SIZE = 10.5;

/** @param groups [{label, span, hue}] above the columns, first column left out · columns, rows: texts; a cell may be {text, token, weight} */
export function tableDrawing({ groups = [], columns, rows }) {
  const top = (groups.length ? LINE : 0) + HEAD + 10;
  return { height: top + rows.length * LINE + 4, draw: (x, w) => draw(x, w, { groups, columns, rows, top }) };
}

function text(x, words, at, y, { token = 'ink', weight = 400, size = SIZE, align = 'right' } = {}) {
  x.font = `${weight} ${size}px ${FONT}`;
  x.textAlign = align;
  x.fillStyle = colour(token);
  x.fillText(words, at, y);
}

/** The right end of every column: as wide as what stands in it, with what room there is between them. */
function ends(x, w, { columns, rows }) {
  x.font = `600 ${SIZE}px ${FONT}`;
  const widths = columns.map((c, i) => Math.max(...[c, ...rows.map((r) => r[i].text ?? r[i])].map((t) => x.measureText(t).width)));
  const gap = (w - widths.reduce((sum, v) => sum + v, 0)) / (columns.length - 1);
  let at = -gap;
  return widths.map((width) => (at += width + gap));
}

function draw(x, w, { groups, columns, rows, top }) {
  const right = ends(x, w, { columns, rows });
  let column = 0;
  for (const g of groups) {
    column += g.span;
    text(x, g.label, right[column], 14, { token: `${g.hue}-t`, weight: 600, size: 11.5 });
  }
  columns.forEach((c, i) => text(x, c, i ? right[i] : 0, top - 10, { token: 'ink-3', align: i ? 'right' : 'left' }));
  x.fillStyle = colour('ink');
  x.fillRect(0, top - 4, w, 1);
  rows.forEach((row, r) => {
    const y = top + r * LINE + 16;
    row.forEach((cell, i) => text(x, cell.text ?? cell, i ? right[i] : 0, y, { align: i ? 'right' : 'left', ...(cell.text ? cell : {}) }));
    x.fillStyle = colour('grid');
    x.fillRect(0, top + (r + 1) * LINE - 1, w, 1);
  });
}
