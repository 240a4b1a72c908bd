import { BLIND, NAMES, columnsOf, tally, tied } from './map-plan.js';
import { THIN, fixed, plain, plural, times, withError } from './format.js';

// The crossover map in words: its finding, a row of it, a cell.

export const JUDGE_WORDS = { p99: 'p99 wait', mean: 'mean time in the system' };
const AXIS_WORDS = { age: 'age of what the dispatcher knows, service times', balancers: 'dispatchers that see only their own requests' };

export const axisWords = (axis) => AXIS_WORDS[axis];
export const loadText = (load) => `${plain(Number((load * 100).toPrecision(6)))}${THIN}%`;
export const columnText = (axis, x) => (axis === 'age' && x === 0 ? 'fresh' : plain(x));

const listed = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

/** The finding: who wins how many cells. */
export function tallyText(cells) {
  const { wins, open, of } = tally(cells.map((c) => c.winner));
  const won = wins.map((n, k) => ({ n, k })).filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
  if (!won.length) return `None of ${fixed(of, 0)} cells is decided yet`;
  const [first, ...others] = won;
  const rest = others.map(({ n, k }) => `${NAMES[k]} in ${n}`);
  return `Looking at ${NAMES[first.k]} wins in ${first.n} of ${plural(of, 'cell')}${rest.length ? `, at ${listed(rest)}` : ''}${open ? `; ${open} not decided` : ''}`;
}

/** The best along one load: runs of neighbouring decided cells with one winner, {k, words}. */
export function rowRuns(cells, axis, load) {
  const runs = [];
  for (const x of columnsOf(axis)) {
    const won = cells.find((c) => c.load === load && c.x === x)?.winner;
    const k = won?.decided ? won.best : undefined;
    if (runs.length && runs.at(-1).k === k) runs.at(-1).to = x;
    else runs.push({ k, from: x, to: x });
  }
  const span = ({ from, to }) => {
    const [a, b] = [columnText(axis, from), columnText(axis, to)];
    if (a === 'fresh') return b === 'fresh' ? 'while fresh' : `up to ${b}`;
    return a === b ? `at ${a}` : `from ${a} to ${b}`;
  };
  return runs.filter((r) => r.k !== undefined).map((r) => ({ k: r.k, words: span(r) }));
}

/** By how much the best is ahead. */
export const leadText = ({ lead }) => (lead === Infinity ? '' : lead >= 1 ? `, ${times(1 + lead)}× ahead` : lead >= 0.001 ? `, by ${lead >= 0.0995 ? fixed(lead * 100, 0) : fixed(lead * 100, 1)}${THIN}%` : '');

export const valueText = (m) => { if (m.value === Infinity) return 'grows without end'; const [v, e] = withError(m); return `${v}${e ? ` ± ${e}` : ''}`; };

/** Where a cell is: the load and what is known there. */
export function placeText(axis, { x, load }) {
  const known = axis === 'balancers' ? `with ${plural(x, 'dispatcher')} that ${x === 1 ? 'sees' : 'see'} only ${x === 1 ? 'its' : 'their'} own requests`
    : x === 0 ? 'with fresh loads' : `with loads from snapshots every ${x === 1 ? 'service time' : `${plain(x)} service times`}`;
  return `At ${loadText(load)} load ${known}`;
}

/** A cell in a few words, for those who hear it. */
export function cellWords(axis, cell) {
  const where = `${loadText(cell.load)} load, ${axis === 'balancers' ? plural(cell.x, 'dispatcher') : cell.x === 0 ? 'fresh' : `age ${plain(cell.x)}`}`;
  const { winner } = cell;
  if (!winner) return `${where}: not run yet`;
  return winner.decided ? `${where}: look at ${NAMES[winner.best]}${leadText(winner)}` : `${where}: not decided, look at ${NAMES[winner.best]} is least`;
}

/** A cell's finding and what it rests on: {title, text}. */
export function finding(axis, judge, cell, names) {
  const where = placeText(axis, cell);
  const { winner, values } = cell;
  if (!winner) return { title: 'Not run yet', text: `${where}.` };
  const { best, second } = winner;
  const what = JUDGE_WORDS[judge];
  const two = [best, second].map((k) => ({ name: names[k].charAt(0).toLowerCase() + names[k].slice(1), text: valueText(values[k]) }));
  if (winner.decided) return { title: `${names[best]}${leadText(winner)}`, text: `${where}, its ${what} is ${two[0].text}, that of ${two[1].name} ${two[1].text}.` };
  if (tied(values, winner)) return { title: 'A tie', text: `${where}, ${two[0].name} and ${two[1].name} both have a ${what} of ${two[0].text}.` };
  const short = values.map((m, k) => (m?.short ? names[k].toLowerCase() : '')).filter(Boolean);
  const near = values.map((m, k) => (k !== best && m?.value != null && !(m.low > values[best].high) ? names[k].toLowerCase() : '')).filter(Boolean);
  const why = [near.length ? `the ${near.length > 1 ? 'intervals' : 'interval'} of ${listed(near)} ${near.length > 1 ? 'reach' : 'reaches'} it` : '', short.length ? `the run of ${listed(short)} is too short to be believed` : ''].filter(Boolean);
  return { title: near.length ? 'Too close to call' : 'Not decided', text: `${where}, ${two[0].name} has the least ${what}, ${two[0].text}, but ${why.join(', and ')}.` };
}

/** All cells as a table. */
export function mapTable(cells, axis, names) {
  const columns = ['Load', axis === 'balancers' ? 'Dispatchers' : 'Age', 'Best', ...names];
  const best = ({ winner: w }) => (!w ? 'not run' : w.decided ? NAMES[w.best] : `not decided (${NAMES[w.best]})`);
  const rows = cells.toReversed().map((c) => [loadText(c.load), columnText(axis, c.x), best(c), ...names.map((_, k) => (c.values?.[k] ? `${valueText(c.values[k])}${c.values[k].exact ? ', exact' : c.values[k].short ? ', run too short' : ''}` : '–'))]);
  return { columns, rows };
}

export const howToRead = (judge, replicas) => `Each cell: the number of looks with the least ${JUDGE_WORDS[judge]} of ${fixed(replicas, 0)} replicas. Paler: it wins by less than 25${THIN}%, palest: by less than 8${THIN}%. Hatched: not decided, because 95${THIN}% intervals overlap or a run is too short.`;

/** The lengths of the runs behind the cells. */
export function lengthText(cells) {
  const lengths = cells.flatMap((c) => (c.values ?? []).filter((m, k) => m && k !== BLIND && Number.isFinite(m.length)).map((m) => m.length));
  return lengths.length ? [Math.min(...lengths), Math.max(...lengths)] : undefined;
}

