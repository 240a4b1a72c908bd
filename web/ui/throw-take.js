import { MOST_BARS, drawThrow } from './throw-canvas.js';
import { fixed } from './format.js';
import { rawTable } from './take-data.js';

// One throw as it leaves the page, and as a table: the bins that are drawn.

const HEIGHT = 230;

export function throwData({ load, ghost, mean }) {
  const bins = Array.from({ length: Math.min(load.length, MOST_BARS) }, (_, i) => i);
  return rawTable([['Bin', (i) => i + 1], ['Balls', (i) => load[i]], ['Above the average', (i) => load[i] - mean], ...(ghost ? [['With one look', (i) => ghost[i]]] : [])], bins);
}

/** @param run {name, result}: of the throw, its fingerprint once all balls are thrown */
export function throwTake({ view, finding, done, total, run }) {
  const n = view.load.length;
  return {
    name: 'throw', title: finding, text: `${finding}. Balls above and below the average against bins.`, runs: [run],
    sub: `Each bin above or below the average (dashed).${view.ghost ? ' Grey outline: the same throw with one look.' : ''}`,
    notes: [`${fixed(done, 0)} of ${fixed(total, 0)} balls thrown.${n > MOST_BARS ? ` The first ${fixed(MOST_BARS, 0)} of ${fixed(n, 0)} bins.` : ''}`],
    data: throwData(view), drawing: { height: HEIGHT, draw: (x, w) => drawThrow({ x, w, h: HEIGHT }, view) },
  };
}
