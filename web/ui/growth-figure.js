import { brief, fixed, plain, power, withError } from './format.js';
import { GROWTH } from './presets.js';
import { roomFor } from './end-names.js';
import { styleOf } from './palette.js';
import { metric, rawTable } from './take-data.js';

// The fullest bin against the number of bins, described from columns: [{n, results: one per policy}].

export const FIGURE_HEIGHT = 380;
const NAMES = { 2: 'a hundred', 3: 'a thousand', 6: 'a million', 9: 'a billion', 12: 'a trillion', 15: 'a quadrillion' };
const sizeName = (n) => NAMES[Math.log10(n)] ?? power(n);
const metricOf = (r) => r.metrics[GROWTH.metric];
const text = (r) => { const [v, e] = withError(metricOf(r)); return `${v}${e ? ` ± ${e}` : ''}`; };
const theoryOf = (r) => r.theory?.[GROWTH.metric];

export function growthFigure(unsorted, catalogue) {
  const columns = [...unsorted].sort((a, b) => a.n - b.n);
  const lines = GROWTH.policies.map((policy, k) => ({ policy, ...styleOf(policy, catalogue), name: catalogue.shortName(policy), k, at: (c) => c.results[k] }));
  const xs = columns.map((c) => c.n);
  const end = Math.max(1e12, xs.at(-1));
  const most = Math.max(...columns.flatMap((c) => c.results.map((r) => metricOf(r).value)));
  const top = Math.ceil(most + 1.2);
  const step = top > 12 ? 4 : 2;
  const ticks = Array.from({ length: Math.floor(Math.log10(end) + 1e-9) - 1 }, (_, i) => 10 ** (i + 2));
  const curve = (l) => columns.filter((c) => theoryOf(l.at(c))?.value != null).map((c) => [c.n, theoryOf(l.at(c)).value]);
  const known = lines.filter((l) => curve(l).length);
  const sound = (l) => columns.every((c) => theoryOf(l.at(c))?.holds ?? true);
  const of = (n) => columns.find((c) => c.n === n);
  const theoryText = (r) => { const t = theoryOf(r); return t?.value == null ? '–' : fixed(t.value, 2); };
  return {
    finding: growthFinding(columns, lines),
    sub: `Balls in the fullest bin, as many balls as bins, mean of the runs with 95\u202f% intervals.${known.length ? ` Dashed: expected by ${theoryWords(known, columns)}.` : ''}`,
    spec: {
      x: { scale: 'log', domain: [70, end * 1.4], ticks, format: (v) => (Math.round(Math.log10(v)) % 3 === 0 || v === 100 ? power(v) : ''), label: 'bins, and as many balls' },
      y: { scale: 'lin', domain: [0, top], ticks: Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step), format: plain, label: 'balls in the fullest bin' },
      height: FIGURE_HEIGHT, left: 34, right: roomFor(lines.map((l) => l.name)),
      layers: [
        ...known.map((l) => ({ kind: 'line', hue: sound(l) ? l.hue : 'ink-3', dash: [5, 4], width: 1.5, points: curve(l) })),
        ...lines.map((l) => ({ kind: 'dots', hue: l.hue, size: 3.6, points: columns.map((c) => ({ x: c.n, y: metricOf(l.at(c)).value, low: metricOf(l.at(c)).low, high: metricOf(l.at(c)).high })) })),
      ],
      ends: lines.map((l) => ({ y: metricOf(l.at(columns.at(-1))).value, text: l.name, hue: l.hue })),
      readings: {
        xs, title: (n) => `${power(n)} bins, ${runs(of(n))}`,
        rows: (n) => lines.map((l) => ({ hue: l.hue, name: l.name, text: `${text(l.at(of(n)))}, theory ${theoryText(l.at(of(n)))}` })),
      },
    },
    table: {
      columns: ['Bins', 'Runs', 'Engine', ...lines.flatMap((l) => [catalogue.name(l.policy), 'Theory'])],
      rows: columns.map((c) => [fixed(c.n, 0), String(c.runs), [...new Set(c.results.map((r) => r.engine))].join(', '), ...lines.flatMap((l) => [text(l.at(c)), theoryText(l.at(c))])]),
    },
    take: () => ({
      name: 'sizes', runs: columns.flatMap((c) => lines.map((l) => ({ name: `${l.name}, ${c.n} bins`, result: l.at(c) }))), notes: ['Balls in the fullest bin. One run has no interval.'],
      data: rawTable([['bins', (c) => c.n], ['runs', (c) => c.runs], ['engine', (c) => [...new Set(c.results.map((r) => r.engine))].join(' ')],
        ...lines.flatMap((l) => [...metric(l.name, (c) => metricOf(l.at(c))), [`${l.name}, theory`, (c) => theoryOf(l.at(c))?.value]])], columns),
    }),
  };
}

const runs = (c) => `${c.runs} ${c.runs === 1 ? 'run' : 'runs'}`;

/** Exact for some, a limit for others: as the results say. */
function theoryWords(known, columns) {
  const exact = known.filter((l) => columns.every((c) => theoryOf(l.at(c))?.exact));
  const limit = known.filter((l) => !exact.includes(l));
  const list = (of) => of.map((l) => l.name).join(', ');
  return [exact.length && `the exact law (${list(exact)})`, limit.length && `the limit of infinitely many bins (${list(limit)})`].filter(Boolean).join(' and ');
}

/** How much the first and the second policy's fullest bin grows over all sizes that were run. */
export function growthFinding(columns, lines) {
  const [first, last] = [columns[0], columns.at(-1)];
  if (columns.length < 2) return 'The fullest bin as bins are added';
  const say = (l) => `from ${brief1(metricOf(l.at(first)).value)} to ${brief1(metricOf(l.at(last)).value)} with ${l.name}`;
  return `From ${sizeName(first.n)} to ${sizeName(last.n)} bins, the fullest goes ${say(lines[0])}, ${say(lines[1])}`;
}

const brief1 = (x) => (Math.abs(x) < 100 ? fixed(x, 1) : brief(x));
