import { LOADS, NAMES, POLICIES, columnsOf } from './map-plan.js';
import { SHARES, digitOn } from './map-grid.js';
import { JUDGE_WORDS, axisWords, columnText, loadText } from './map-words.js';
import { metric, rawTable } from './take-data.js';
import { styleOf } from './palette.js';
import { FONT, colour } from './theme.js';

// The crossover map as it leaves the page: all values of all cells, and the picture.

const LEFT = 44;
const CELL = 36;
const GAP = 2;
const TOP = 18;
const rows = LOADS.toReversed();
const noteOf = (m) => (!m ? null : m.value === Infinity ? 'no steady state' : m.exact ? 'exact' : m.short ? 'run too short' : null);

export function mapTake(cells, axis, judge) {
  const policies = POLICIES.map((_, k) => k).filter((k) => cells.some((c) => c.values?.[k]));
  const name = (k) => (k === POLICIES.length - 1 ? 'look at all' : `look at ${NAMES[k]}`);
  const where = axis === 'balancers' ? 'dispatchers' : 'age';
  const runs = cells.flatMap((c) => policies.flatMap((k) => (c.values?.[k] && !c.values[k].exact ? [{ name: `${name(k)}, load ${c.load}, ${where} ${c.x}`, result: c.values[k].of }] : [])));
  const columns = [
    ['load', (c) => c.load], [where, (c) => c.x], ['best', (c) => (c.winner ? NAMES[c.winner.best] : null)], ['decided', (c) => (c.winner ? (c.winner.decided ? 'yes' : 'no') : null)],
    ...policies.flatMap((k) => [...metric(name(k), (c) => c.values?.[k]), [`${name(k)}, note`, (c) => noteOf(c.values?.[k])]]),
  ];
  return {
    name: `${axis}-${judge}`, runs, notes: [`${JUDGE_WORDS[judge]}, in mean service times.`], data: rawTable(columns, cells),
    drawing: { height: TOP + rows.length * (CELL + GAP) + 44, draw: (x, w) => drawMap(x, w, cells, axis) },
  };
}

function words(x, text, at, y, { token = 'ink-3', align = 'center', weight = 400, size = 12, fill } = {}) {
  x.font = `${weight} ${size}px ${FONT}`;
  x.textAlign = align;
  x.fillStyle = fill ?? colour(token);
  x.fillText(text, at, y);
}

function drawMap(x, w, cells, axis) {
  const xs = columnsOf(axis);
  const step = (w - LEFT) / xs.length;
  words(x, 'load', LEFT - 8, 10, { align: 'right', token: 'ink-2' });
  rows.forEach((load, i) => {
    const y = TOP + i * (CELL + GAP);
    words(x, i ? loadText(load).slice(0, -2) : loadText(load), LEFT - 8, y + CELL / 2 + 4, { align: 'right' });
    xs.forEach((v, j) => drawCell(x, cells.find((c) => c.x === v && c.load === load), { left: LEFT + j * step, top: y, width: step - GAP, height: CELL }));
  });
  const foot = TOP + rows.length * (CELL + GAP);
  xs.forEach((v, j) => words(x, columnText(axis, v), LEFT + (j + 0.5) * step - GAP / 2, foot + 15));
  words(x, axisWords(axis), w, foot + 36, { align: 'right', token: 'ink-2' });
}

function drawCell(x, { winner }, { left, top, width, height }) {
  if (!winner) return;
  const kind = winner.decided ? winner.strength : 'open';
  const { hue } = styleOf(POLICIES[winner.best]);
  x.globalAlpha = SHARES[kind];
  x.fillStyle = colour(hue);
  x.fillRect(left, top, width, height);
  x.globalAlpha = 1;
  if (!winner.decided) hatch(x, { left, top, width, height });
  words(x, NAMES[winner.best], left + width / 2, top + height / 2 + 5, { weight: 600, size: 13.5, fill: winner.decided ? digitOn(hue, SHARES[kind]) : colour('ink') });
}

/** What is not decided is hatched with lines of the background. */
function hatch(x, { left, top, width, height }) {
  x.save();
  x.beginPath();
  x.rect(left, top, width, height);
  x.clip();
  x.strokeStyle = colour('bg');
  x.globalAlpha = 0.72;
  x.lineWidth = 2;
  x.beginPath();
  for (let d = 6; d < width + height; d += 10) {
    x.moveTo(left + d - height - 2, top + height + 2);
    x.lineTo(left + d + 2, top - 2);
  }
  x.stroke();
  x.restore();
}
