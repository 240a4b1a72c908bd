import { FLEET, HEDGING } from './presets.js';
import { THIN, brief, plain, tickText, withError } from './format.js';
import { roomFor } from './end-names.js';
import { get } from './config.js';
import { IN_SERVICE_TIMES } from './fleet-figures.js';
import { metric, rawTable } from './take-data.js';

// Latency against the time after which a request is sent again, for each thing that may become of the loser: where hedging helps,
// and where the extra calls tip the fleet over. Of the first policy; all else as set.

const LEAST_RUNS = 4;

/** Whether a filled-in configuration has what the figure varies. */
export const hedges = (full) => full[HEDGING.name].id === HEDGING.id;

/** The run without hedging, then every way to cancel at every delay. */
export function hedgeTasks(section, config, policy) {
  const { full } = section;
  const runs = Math.max(LEAST_RUNS, Math.ceil(full[FLEET.runs] / 4));
  const mean = get(full, FLEET.unit) ?? 1;
  const task = (hedge) => section.asked({ ...config, [FLEET.policy]: policy, [FLEET.runs]: runs, [HEDGING.name]: hedge });
  return [{ task: task({ id: 'none' }) }, ...HEDGING.ways.flatMap(({ id }) => HEDGING.delays.map((after) => ({
    way: id, after, task: task({ ...full[HEDGING.name], cancel: id, after: after * mean }),
  })))];
}

const tips = (result) => result.warnings.some((w) => w.id === 'no-steady-state');

export function hedgeFigure(sweep) {
  const sub = 'p99 latency with 95\u202f% intervals, for the first policy. Where a line is missing there is no steady state. Dashed across: without hedging.';
  if (!sweep?.points.length) return { finding: 'Latency against the time of the second call', sub };
  const [plainRun, ...rest] = sweep.points;
  const p99 = (result) => result.metrics.latency.p99;
  const lines = HEDGING.ways.map((way) => ({
    ...way, points: rest.filter((p) => p.way === way.id).map((p) => ({ x: p.after, tips: tips(p.result), metric: p99(p.result), y: p99(p.result).value, low: p99(p.result).low, high: p99(p.result).high, hollow: p.result.warnings.length > 0 })),
  }));
  const level = p99(plainRun.result).value;
  const shown = lines.map((l) => ({ ...l, drawn: l.points.filter((p) => p.y > 0) }));
  const ys = [...shown.flatMap((l) => l.drawn.map((p) => p.y)), ...(level > 0 ? [level] : [])];
  const [low, high] = [Math.min(...ys, 10) * 0.8, Math.max(...ys, 10) * 1.3];
  const x = { scale: 'log', domain: [HEDGING.delays[0] / 1.2, HEDGING.delays.at(-1) * 1.2], ticks: [0.5, 1, 2, 4, 8, 16], format: (v) => tickText(v), label: 'second call after, service times' };
  const y = { scale: 'log', domain: [low, high], ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter((t) => t >= low && t <= high), format: (v) => tickText(v), label: 'p99 latency, service times' };
  const text = (p) => { if (!p) return '–'; if (p.tips) return 'no steady state'; const [v, e] = withError(p.metric); return `${v}${e ? ` ± ${e}` : ''}`; };
  const at = (l, v) => l.points.find((p) => p.x === v);
  const edge = edgeOf(lines);
  return {
    finding: findingOf(lines, level, edge), sub,
    spec: {
      x, y, left: 46, right: roomFor(shown.map((l) => l.text)),
      layers: [
        ...(level > 0 ? [{ kind: 'line', hue: 'ink-3', dash: [5, 4], width: 1.5, points: [[x.domain[0], level], [x.domain[1], level]] }] : []),
        ...shown.map((l) => ({ kind: 'line', hue: l.hue, dash: l.dash, width: 2.2, points: l.drawn.map((p) => [p.x, p.y]) })),
        ...shown.map((l) => ({ kind: 'dots', hue: l.hue, points: l.drawn })),
        ...(edge ? [{ kind: 'rule', x: Math.sqrt(edge[0] * edge[1]) }] : []),
      ],
      ends: shown.filter((l) => l.drawn.length).map((l) => ({ x: l.drawn.at(-1).x, y: l.drawn.at(-1).y, text: l.text, hue: l.hue })),
      readings: { xs: HEDGING.delays, title: (v) => `after ${plain(v)}`, rows: (v) => lines.map((l) => ({ hue: l.hue, name: l.text, text: text(at(l, v)) })) },
    },
    table: { columns: ['Second call after', ...lines.map((l) => l.text)], rows: [...HEDGING.delays.map((v) => [plain(v), ...lines.map((l) => text(at(l, v)))]), ['never', ...lines.map(() => text({ metric: p99(plainRun.result), tips: tips(plainRun.result) }))]] },
    take: () => ({ name: 'hedging', notes: ['p99 latency; an empty field is no steady state.', IN_SERVICE_TIMES], ...hedgeData(plainRun, rest, p99) }),
  };
}

function hedgeData(plainRun, rest, p99) {
  const result = (way, v) => (v === 'never' ? plainRun : rest.find((p) => p.way === way && p.after === v))?.result;
  const columns = HEDGING.ways.flatMap((way) => metric(way.text, (v) => { const r = result(way.id, v); return r && !tips(r) ? p99(r) : undefined; }));
  const wayText = (id) => HEDGING.ways.find((w) => w.id === id).text;
  return {
    runs: [{ name: 'no second call', result: plainRun.result }, ...rest.map((p) => ({ name: `${wayText(p.way)}, after ${p.after}`, result: p.result }))],
    data: rawTable([['second call after, service times', (v) => v], ...columns], [...HEDGING.delays, 'never']),
  };
}

/** The last delay at which hedges that are never cancelled tip the fleet over, and the first at which they do not. */
function edgeOf(lines) {
  const { points } = lines.at(-1);
  const last = points.filter((p) => p.tips).at(-1);
  const next = last && points.find((p) => p.x > last.x && !p.tips);
  return next && [last.x, next.x];
}

function findingOf(lines, level, edge) {
  if (edge) return `Without cancelling, second calls before ${plain(edge[1])} service times tip the fleet over`;
  const best = lines[0].points.filter((p) => p.y > 0).sort((a, b) => a.y - b.y)[0];
  if (!best || !(level > 0)) return 'Latency against the time of the second call';
  if (best.high != null && best.high < level) return `A second call after ${plain(best.x)} service times takes the p99 latency from ${brief(level)} to ${brief(best.y)}`;
  return `No second call makes the p99 latency, ${brief(level)}${THIN}service times, any shorter`;
}
