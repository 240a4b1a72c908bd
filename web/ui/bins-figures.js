import { THIN, brief, fixed, percent, plain, signed, tickText, withError } from './format.js';
import { BINS } from './presets.js';
import { roomFor } from './end-names.js';
import { apart } from './stats.js';
import { dashedWords, gapCurve, profileCurve, recursionLines, theoryLine } from './bins-theory.js';
import { styleOf } from './palette.js';
import { metric as threeOf, allX, pointAt, rawTable } from './take-data.js';

// The two figures of balls and bins, described from results. Each result: {policy, own, sweep, at, asked}.

const ERROR_LEFT = 42;
const FEW_BINS = 10;
const FLOOR = 1e-16;
const MOST_TICKS = 8;
const DECADES = [1, 10, 100, 1000, 10000, 100000, 1000000];
const HALF_DECADES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** With names and colours, in the order of what they read. */
export const styled = (results, catalogue) => results.map((r) => ({ ...r, ...styleOf(r.policy, catalogue), name: catalogue.shortName(r.policy) }))
  .sort((a, b) => a.at.metrics.probesPerBall.value - b.at.metrics.probesPerBall.value);
const count = (x) => (x >= 1000 ? fixed(x, 0) : plain(x));
/** A distance from the average, which need not be a whole number. */
const offset = (v) => (v ? signed(v, Number.isInteger(v) ? 0 : 2) : '0');
const gapText = (m) => { const [v, e] = withError(m); return `+${v}${e ? ` ± ${e}` : ''}`; };

export function excessFigure(raw, catalogue, asked) {
  const results = styled(raw, catalogue);
  const own = results.find((r) => r.own);
  const base = results.find((r) => r.hue === 'one') ?? results[0];
  const xs = own.sweep.series.gapAt.ballsPerBin;
  const peak = Math.max(...results.flatMap((r) => r.sweep.series.gapAt.value.map((v, i) => v + r.sweep.series.gapAt.sd[i])), 2);
  const floor = 0.6;
  const y = { scale: 'log', domain: [floor, peak * 1.25], ticks: HALF_DECADES.filter((t) => t >= floor && t <= peak * 1.25), format: (v) => `+${tickText(v)}`, label: 'fullest bin ahead of the average, balls' };
  if (y.ticks.length > 9) y.ticks = y.ticks.filter((t) => String(t)[0] !== '2');
  const x = { scale: 'log', domain: [Math.min(1, xs[0]), Math.max(2, xs.at(-1))], ticks: DECADES.filter((t) => t <= xs.at(-1)), format: (v) => tickText(v), label: 'balls per bin' };
  const column = (r, key) => r.sweep.series.gapAt[key];
  const known = results.filter((r) => gapCurve(r.sweep).length);
  const theory = (r, c) => { const p = gapCurve(r.sweep).find(([x]) => x === c); return p ? `+${brief(p[1])}` : '–'; };
  const layers = [
    ...results.map((r) => ({ kind: 'band', hue: r.hue, alpha: r.own ? 0.22 : 0.13, points: xs.map((c, i) => [c, column(r, 'value')[i] - column(r, 'sd')[i], column(r, 'value')[i] + column(r, 'sd')[i]]) })),
    ...results.map((r) => ({ kind: 'line', hue: r.hue, dash: r.dash, width: r.own ? 3 : 2, alpha: r.own ? 1 : 0.8, points: xs.map((c, i) => [c, column(r, 'value')[i]]) })),
    ...known.map((r) => theoryLine(r, r.sweep, gapCurve(r.sweep))),
    ...results.map((r) => ({ kind: 'dots', hue: r.hue, size: r.own ? 3.6 : 2.8, points: xs.map((c, i) => ({ x: c, y: column(r, 'value')[i], low: column(r, 'low')[i], high: column(r, 'high')[i] })) })),
    { kind: 'rule', x: asked },
  ];
  const metric = (r, i) => ({ value: column(r, 'value')[i], low: column(r, 'low')[i], high: column(r, 'high')[i] });
  return {
    finding: excessFinding(base, own, own.asked),
    sub: `Mean over runs with 95\u202f% intervals. Band: spread of single runs, one standard deviation either way.${dashedWords(known.map((r) => ({ name: r.name, result: r.sweep })))}`,
    spec: {
      x, y, left: ERROR_LEFT, right: roomFor(results.map((r) => r.name)), layers, ends: results.map((r) => ({ y: column(r, 'value').at(-1), text: r.name, hue: r.hue })),
      readings: { xs, title: (c) => `${count(c)} ${c === 1 ? 'ball' : 'balls'} per bin`, rows: (c) => results.map((r) => ({ hue: r.hue, name: r.name, text: `${gapText(metric(r, xs.indexOf(c)))}${known.includes(r) ? `, theory ${theory(r, c)}` : ''}` })) },
    },
    table: {
      columns: ['Balls per bin', ...results.map((r) => catalogue.name(r.policy)), ...known.map((r) => `${catalogue.name(r.policy)}, theory`)],
      rows: xs.map((c, i) => [count(c), ...results.map((r) => gapText(metric(r, i))), ...known.map((r) => theory(r, c))]),
    },
    take: () => ({
      name: 'gap', runs: results.map(({ name, sweep }) => ({ name, result: sweep })), notes: ['Fullest bin ahead of the average, in balls; sd: of single runs.'],
      data: rawTable([['balls per bin', (i) => xs[i]], ...results.flatMap((r) => [...threeOf(r.name, (i) => metric(r, i)), [`${r.name}, sd`, (i) => column(r, 'sd')[i]]]),
        ...known.map((r) => [`${r.name}, theory`, (i) => gapCurve(r.sweep).find(([c]) => c === xs[i])?.[1]])], [...xs.keys()]),
    }),
  };
}

function excessFinding(base, own, asked) {
  const [a, b] = [base.at.metrics.gap, own.at.metrics.gap];
  const where = `At ${count(asked)} ${asked === 1 ? 'ball' : 'balls'} per bin`;
  if (base === own) return `${where}, ${own.name} is +${brief(b.value)} ahead`;
  if (!apart(a, b)) return `${where}, ${base.name} and ${own.name} cannot be told apart`;
  return `${where}, ${base.name} is +${brief(a.value)} ahead; ${own.name}, +${brief(b.value)}`;
}

/** Points of the profile, counted from the average. */
function profileOf(r) {
  const { profile, profileFrom } = r.at.metrics;
  const { config } = r.at;
  const cells = config[BINS.size] * config[BINS.runs];
  return profile.map((m, i) => ({ x: Number((profileFrom + i - r.asked).toPrecision(12)), y: m.value, low: m.low, high: m.high, hollow: m.value * cells < FEW_BINS })).filter((p) => p.y > 0);
}

export function profileFigure(raw, catalogue) {
  const results = styled(raw, catalogue).map((r) => ({ ...r, points: profileOf(r) }));
  const floor = 10 ** Math.floor(Math.log10(Math.max(FLOOR, Math.min(...results.flatMap((r) => r.points.map((p) => p.y)))) * 0.999));
  const most = Math.max(4, ...results.flatMap((r) => r.points.filter((p) => p.y >= floor).map((p) => p.x)));
  const from = -Math.min(3, results[0].asked);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((s) => most / s <= 5) ?? 1000;
  const x = { scale: 'lin', domain: [from - 0.5, most + 1], ticks: Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step), format: (v) => (v ? signed(v, 0) : '0'), label: 'balls above the average' };
  const ticks = [];
  const stride = 10 ** Math.ceil(-Math.log10(floor) / MOST_TICKS);
  for (let t = 1; t >= floor * 0.99; t /= stride) ticks.push(Number(t.toPrecision(1)));
  const y = { scale: 'log', domain: [floor * 0.6, 1.1], ticks, format: percent, label: 'share of bins at least this full' };
  const xs = [...new Set(results.flatMap((r) => r.points.map((p) => p.x)))].filter((v) => v >= from && v <= most).sort((a, b) => a - b);
  const at = (r, v) => r.points.find((p) => p.x === v);
  const text = (p) => (p ? shareText(p) : 'none seen');
  const known = results.map((r) => ({ ...r, curve: profileCurve(r.at, r.asked).filter(([v, s]) => v >= from && s >= floor * 0.6) })).filter((r) => r.curve.length);
  const theory = (r, v) => { const p = r.curve.find(([k]) => k === v); return p ? percent(p[1]) : '–'; };
  const own = results.find((r) => r.own);
  const recursion = recursionLines(own, own.at, own.asked, floor * 0.6);
  const dotted = recursion.length ? ` Dotted: ${recursion.map((l) => l.label.toLowerCase()).join(', ')}, each level a power of the one below.` : '';
  return {
    finding: profileFinding(results),
    sub: `Share of bins with at least this many balls, over ${fixed(results[0].at.config[BINS.runs], 0)} runs, with 95\u202f% intervals. Hollow: fewer than ${FEW_BINS} bins seen.${dashedWords(known.map((r) => ({ name: r.name, result: r.at })))}${dotted}`,
    spec: {
      x, y, left: Math.max(58, 16 + 6.6 * Math.max(...ticks.map((t) => percent(t).length))), right: 16,
      layers: [
        ...known.map((r) => theoryLine(r, r.at, r.curve)), ...recursion.map((l) => l.line),
        ...results.map((r) => ({ kind: 'dots', hue: r.hue, size: 3.2, points: r.points.filter((p) => p.x >= from) })),
      ],
      key: { at: 0.02, names: results.map((r) => ({ text: r.name, hue: r.hue })) },
      readings: { xs, title: (v) => `${offset(v)} or more`, rows: (v) => results.map((r) => ({ hue: r.hue, name: r.name, text: text(at(r, v)) })) },
    },
    table: {
      columns: ['Above the average', ...results.map((r) => catalogue.name(r.policy)), ...known.map((r) => `${catalogue.name(r.policy)}, theory`)],
      rows: xs.map((v) => [offset(v), ...results.map((r) => text(at(r, v))), ...known.map((r) => theory(r, v))]),
    },
    take: () => ({
      name: 'profile', runs: results.map(({ name, at: result }) => ({ name, result })), notes: ['Share of bins with at least this many balls.'],
      data: rawTable([['balls above the average', (v) => v], ...results.flatMap((r) => threeOf(r.name, (v) => { const p = pointAt(r.points, v); return p && { value: p.y, low: p.low, high: p.high }; })),
        ...known.map((r) => [`${r.name}, theory`, (v) => profileCurve(r.at, r.asked).find(([k]) => k === v)?.[1]])], allX(results.map((r) => r.points))),
    }),
  };
}

function shareText(p) {
  const e = p.low == null ? null : ((p.high - p.low) / 2) * 100;
  const v = p.y * 100;
  return `${brief(v)}${e ? ` ± ${brief(e)}` : ''}${THIN}%`;
}

function profileFinding(results) {
  const one = (r) => r.points.filter((p) => p.y >= 0.01).at(-1)?.x ?? 0;
  const base = results.find((r) => r.hue === 'one') ?? results[0];
  const own = results.find((r) => r.own);
  const say = (r) => `${offset(one(r))} or more with ${r.name}`;
  return base === own ? `One bin in a hundred is ${say(own)}` : `One bin in a hundred is ${say(base)}, ${say(own)}`;
}
