import { html, nothing } from 'lit';
import { THIN, brief, percent, plain, plural, withError } from './format.js';
import { BINS } from './presets.js';
import { niceStep } from './canvas.js';
import { tint } from './palette.js';
import { styled } from './bins-figures.js';
import { measuresTake } from './means-take.js';
import { metric as threeOf, allX, pointAt, rawTable } from './take-data.js';

// How the runs differ: the share of them that ended with each fullest bin, emptiest bin or gap; and the means of all that is measured.

const MOST_TICKS = 8;

/** Share of the runs of a result at each value, those between that no run had included: [{x, y, low, high}]. */
const counted = ({ metrics }, name) => metrics[`${name}Runs`].map(({ value, low, high }, i) => ({ x: metrics[`${name}RunsFrom`] + i, y: value, low, high }));

/** Is the metric of a run a whole number? Gaps are when the average is one. */
const whole = ({ config }, name) => [BINS.weights, BINS.capacities].every((p) => config[p.name].id === p.even) && (name !== 'gap' || Number.isInteger(config[BINS.dial]));

/** What theory expects of them; empty where it says nothing or does not hold. */
function expected({ theory }, name) {
  const law = theory?.[name];
  if (!law?.probability || !(law.holds ?? true)) return [];
  return law.probability.map((y, i) => ({ x: law.from + i * law.step, y }));
}

export function runsFigure(raw, catalogue, name) {
  const metric = catalogue.experiment('bins').metrics.find((m) => m.name === name);
  const results = styled(raw, catalogue).map((r) => ({ ...r, shares: counted(r.at, name), law: expected(r.at, name) }));
  const least = Math.min(...results.flatMap((r) => r.shares.map((p) => p.x)));
  const most = Math.max(...results.flatMap((r) => r.shares.map((p) => p.x)));
  const known = results.filter((r) => r.law.length);
  const inside = ({ x }) => x >= least - 1 && x <= most + 1;
  const step = niceStep(Math.max(1, (most - least) / MOST_TICKS));
  const first = Math.ceil(least / step) * step;
  const xs = [...new Set(results.flatMap((r) => r.shares.filter((p) => p.y > 0).map((p) => p.x)))].sort((a, b) => a - b);
  const share = (list, v) => list.find((p) => p.x === v)?.y ?? 0;
  const text = (r, v) => `${percent(share(r.shares, v))} of runs${r.law.length ? `, theory ${percent(share(r.law, v))}` : ''}`;
  const exact = whole(results[0].at, name);
  const value = (v) => (exact ? plain(v) : `${plain(v)} to ${plain(v + 1)}`);
  return {
    finding: runsFinding(results, metric, exact),
    sub: `Share of the ${results[0].at.config[BINS.runs]} runs by ${metric.label.toLowerCase()}, with 95\u202f% intervals${exact ? '' : ', from each number to below the next'}.${known.length ? ` Dashed: expected (${known.map((r) => r.name).join(', ')}).` : ''}`,
    spec: {
      x: { scale: 'lin', domain: [least - 1, most + 1], ticks: Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, i) => first + i * step), format: plain, label: `${metric.label.toLowerCase()}, ${metric.unit}` },
      y: { scale: 'lin', domain: [0, 1.05], ticks: [0, 0.25, 0.5, 0.75, 1], format: (v) => `${plain(v * 100)}${THIN}%`, label: 'share of the runs' },
      left: 52, right: 16,
      layers: [
        ...results.map((r) => ({ kind: 'line', hue: r.hue, dash: [], width: r.own ? 2.2 : 1.4, alpha: 0.55, points: padded(r.shares).map(({ x, y }) => [x, y]) })),
        ...known.map((r) => ({ kind: 'line', hue: r.hue, dash: [5, 4], width: 1.5, points: r.law.filter(inside).map(({ x, y }) => [x, y]) })),
        ...results.map((r) => ({ kind: 'dots', hue: r.hue, size: r.own ? 3.6 : 2.8, points: r.shares.filter((p) => p.y > 0) })),
      ],
      key: { at: 0.02, names: results.map((r) => ({ text: r.name, hue: r.hue })) },
      readings: { xs, title: (v) => `${metric.label} ${value(v)}`, rows: (v) => results.map((r) => ({ hue: r.hue, name: r.name, text: text(r, v) })) },
    },
    table: {
      columns: [metric.label, ...results.map((r) => catalogue.name(r.policy)), ...known.map((r) => `${catalogue.name(r.policy)}, theory`)],
      rows: xs.map((v) => [value(v), ...results.map((r) => percent(share(r.shares, v))), ...known.map((r) => percent(share(r.law, v)))]),
    },
    take: () => ({
      name: `runs-${name}`, runs: results.map((r) => ({ name: r.name, result: r.at })), notes: [`Share of the runs by ${metric.label.toLowerCase()}.`],
      data: rawTable([[metric.label, (v) => v], ...results.flatMap((r) => [...threeOf(r.name, (v) => { const p = pointAt(r.shares, v); return p && { value: p.y, low: p.low, high: p.high }; }),
        ...(r.law.length ? [[`${r.name}, theory`, (v) => pointAt(r.law, v)?.y]] : [])])], allX(results.map((r) => r.shares))),
    }),
  };
}

/** With an empty place at either end, so that a single value is seen as one. */
const padded = (shares) => (shares.length ? [{ x: shares[0].x - 1, y: 0 }, ...shares, { x: shares.at(-1).x + 1, y: 0 }] : []);

function runsFinding(results, metric, exact) {
  const own = results.find((r) => r.own);
  const { value } = own.at.metrics[metric.name];
  const seen = own.shares.filter((p) => p.y > 0).map((p) => p.x);
  if (seen.length === 1 && exact) return `${metric.label}: ${plain(seen[0])} in every run of ${own.name}`;
  const [a, b] = [Math.min(...seen), Math.max(...seen) + (exact ? 0 : 1)];
  return `${metric.label} of ${own.name}: ${brief(value)} on average, from ${plain(a)} to ${plain(b)}`;
}

/** The means of each policy as save-menu.js has it. */
export function runsTake(raw, catalogue, names) {
  const runs = styled(raw, catalogue).map((r) => ({ name: r.name, hue: r.hue, result: r.at }));
  const metrics = names.map((n) => catalogue.experiment('bins').metrics.find((m) => m.name === n));
  return measuresTake({ name: 'means', title: `Means of ${plural(runs[0].result.config.replications, 'run')}`, runs, metrics, of: (result, name) => result.metrics[name] });
}

/** The means of each policy, with their intervals. */
export function runsTable(raw, catalogue, names) {
  const results = styled(raw, catalogue);
  const metrics = names.map((n) => catalogue.experiment('bins').metrics.find((m) => m.name === n));
  const cell = (m) => { const [v, e] = withError(m); return html`<td><b>${v}</b>${e ? html` <i>± ${e}</i>` : nothing}</td>`; };
  return html`<div class="scroll" tabindex="0"><table class="tbl" data-means><thead><tr><th scope="col">Mean of the runs</th>${metrics.map((m) => html`<th scope="col" title=${m.help}>${m.label}</th>`)}</tr></thead>
    <tbody>${results.map((r) => html`<tr><td class="who-row" .style=${tint(r.policy, catalogue)}>${r.name}</td>${metrics.map((m) => cell(r.at.metrics[m.name]))}</tr>`)}</tbody></table></div>`;
}
