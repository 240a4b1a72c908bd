import { LOADS } from './load-plan.js';
import { THIN, plain, tickText, withError, times } from './format.js';
import { roomFor } from './end-names.js';
import { IN_SERVICE_TIMES } from './fleet-figures.js';
import { styledFleet } from './fleet-words.js';
import { metric, rawTable } from './take-data.js';

// p99 of the wait as the load rises, for the same policies and everything else as set.

const doubtful = (result) => result.warnings.length > 0;

export function loadFigure(sweep, catalogue) {
  const sub = 'p99 wait with 95\u202f% intervals. Hollow: run too short to be believed.';
  if (!sweep) return { finding: 'p99 wait as the load rises', sub };
  const lines = styledFleet(sweep.policies.map((policy) => ({ policy })), catalogue).map((r, k) => ({
    ...r, points: sweep.points.filter((p) => p.k === k && p.result.metrics.wait.p99.value != null)
      .map((p) => ({ x: p.load, metric: p.result.metrics.wait.p99, y: p.result.metrics.wait.p99.value, low: p.result.metrics.wait.p99.low, high: p.result.metrics.wait.p99.high, hollow: doubtful(p.result) }))
      .filter((p) => p.y > 0),
  }));
  const all = lines.flatMap((l) => l.points.map((p) => p.y));
  const high = Math.max(100, ...all) * 1.3;
  const low = Math.min(0.5, Math.max(0.05, Math.min(...all, 1) * 0.8));
  const x = { scale: 'headroom', domain: [0.45, 0.983], ticks: LOADS, format: (v) => `${plain(v * 100)}${v === LOADS[0] ? `${THIN}%` : ''}`, label: 'load, stretched towards full' };
  const y = { scale: 'log', domain: [low, high], ticks: [0.1, 1, 10, 100, 1000, 10000], format: (v) => tickText(v), label: 'p99 wait, service times' };
  const at = (l, v) => l.points.find((p) => p.x === v);
  const text = (p) => { if (!p) return '–'; const [v, e] = withError(p.metric); return `${v}${e ? ` ± ${e}` : ''}${p.hollow ? ', run too short' : ''}`; };
  return {
    finding: loadFinding(lines, at), sub,
    spec: {
      x, y, left: 46, right: roomFor(lines.map((l) => l.name)),
      layers: [
        ...lines.map((l) => ({ kind: 'line', hue: l.hue, dash: l.dash, width: 2.2, points: l.points.filter((p) => !p.hollow).map((p) => [p.x, p.y]) })),
        ...lines.map((l) => ({ kind: 'dots', hue: l.hue, points: l.points })),
        { kind: 'rule', x: sweep.asked },
      ],
      ends: lines.filter((l) => l.points.length).map((l) => ({ x: l.points.at(-1).x, y: l.points.at(-1).y, text: l.name, hue: l.hue })),
      readings: { xs: LOADS, title: (v) => `${plain(v * 100)}${THIN}% load`, rows: (v) => lines.map((l) => ({ hue: l.hue, name: l.name, text: text(at(l, v)) })) },
    },
    table: { columns: ['Load', ...lines.map((l) => catalogue.name(l.policy))], rows: LOADS.map((v) => [`${plain(v * 100)}${THIN}%`, ...lines.map((l) => text(at(l, v)))]) },
    take: sweep.points.length ? () => ({ name: 'load', notes: ['p99 wait.', IN_SERVICE_TIMES], ...loadData(sweep, lines) }) : undefined,
  };
}

function loadData({ points }, lines) {
  const result = (k, load) => points.find((p) => p.k === k && p.load === load)?.result;
  const doubt = (k) => (load) => result(k, load)?.warnings.map((w) => w.id).join(' ') || null;
  const columns = lines.flatMap(({ name }, k) => [...metric(name, (load) => result(k, load)?.metrics.wait.p99), [`${name}, warnings`, doubt(k)]]);
  return { runs: points.map((p) => ({ name: `${lines[p.k].name} at ${p.load}`, result: p.result })), data: rawTable([['load', (load) => load], ...columns], LOADS) };
}

/** How much each of the first two policies' p99 grows over the loads at which both can be believed. */
function loadFinding(lines, at) {
  const shown = lines.slice(0, 2);
  const both = LOADS.filter((v) => shown.every((l) => at(l, v) && !at(l, v).hollow));
  if (both.length < 2) return 'p99 wait as the load rises';
  const [lo, hi] = [both[0], both.at(-1)];
  const growth = shown.map((l) => `${times(at(l, hi).y / at(l, lo).y)}× with ${l.name}`).join(', ');
  return `From ${plain(lo * 100)} to ${plain(hi * 100)}${THIN}% load, p99 wait grows ${growth}`;
}
