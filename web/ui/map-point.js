import { html, nothing } from 'lit';
import { NAMES, POLICIES } from './map-plan.js';
import { JUDGE_WORDS, finding, loadText, rowRuns } from './map-words.js';
import { tickText, withError } from './format.js';
import { tint } from './palette.js';

// The selected cell of the map: every policy as a dot with its interval, on one logarithmic axis, and what follows from them.

const FLOOR = 0.05;
const FEW = 5;
const TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000];

/** Where values stand on the axis: at(value) from 0 to 1, and its ticks. Zero stands on the floor. */
export function axisOf(values) {
  const real = values.filter((m) => m?.value > 0 && m.value < Infinity);
  const low = real.length ? Math.max(FLOOR, Math.min(...real.map((m) => m.value)) / 1.6) : FLOOR;
  const high = Math.max(low * 4, ...real.map((m) => Math.max(m.value, m.high ?? 0))) * 1.25;
  const at = (v) => Math.min(1, Math.max(0, Math.log(Math.max(v, low) / low) / Math.log(high / low)));
  const inside = TICKS.filter((t) => t >= low && t <= high);
  const ticks = inside.length > FEW ? inside.filter((t) => /^0*\.?0*1/.test(String(t))) : inside;
  return { at, ticks };
}

/** @param cell as the map shows it · names of the policies · link to the fleet lab · say: its size and length of runs in words */
export function mapPoint({ axis, judge, cell, cells, names, href, open, say }) {
  const { title, text } = finding(axis, judge, cell, names);
  const runs = rowRuns(cells, axis, cell.load);
  return html`<div class="pt ${cell.stale ? 'stale-t' : ''}" role="region" aria-label="The selected cell">
    <h4 data-title>${title}</h4><p data-says>${text}</p>
    ${cell.values ? dots(cell, judge, names) : html`<p class="pt-none">Its five policies stand here once they have run.</p>`}
    <p class="pt-do"><a class="btn sm" data-fleet href=${href} @click=${open}>Open in the fleet lab</a></p>
    ${runs.length ? html`<p class="pt-row" data-row>At ${loadText(cell.load)} load: ${runs.map((r, i) => html`${i ? ', ' : ''}<b .style=${tint(POLICIES[r.k])}>${NAMES[r.k]}</b> ${r.words}`)}.</p>` : nothing}
    <p class="pt-note">${say}</p></div>`;
}

function dots({ values, winner }, judge, names) {
  const { at, ticks } = axisOf(values);
  const pct = (v) => `${(at(v) * 100).toFixed(2)}%`;
  const lines = ticks.map((t) => html`<s .style=${`left:${pct(t)}`}></s>`);
  const one = (m, k) => {
    if (!m) return nothing;
    const best = winner?.decided && k === winner.best;
    const grows = m.value === Infinity;
    const [v, e] = grows ? ['grows', ''] : withError(m);
    const bar = m.low != null && m.high > m.low && !grows ? html`<i .style=${`left:${pct(m.low)};right:${(100 - at(m.high) * 100).toFixed(2)}%`}></i>` : nothing;
    return html`<tr class=${best ? 'best' : ''} .style=${tint(POLICIES[k])}><th scope="row">${names[k]}</th>
      <td class="pt-track">${lines}<u></u>${bar}${m.value == null ? nothing : html`<b class=${m.short ? 'hollow' : ''} .style=${`left:${pct(grows ? 1e300 : m.value)}`}></b>`}</td>
      <td>${v}${e ? html` <em>± ${e}</em>` : m.exact ? html` <em>exact</em>` : nothing}</td></tr>`;
  };
  return html`<table class="pt-dots"><caption class="vh">${JUDGE_WORDS[judge]} of every policy, in service times</caption>
    <tbody>${values.map(one)}<tr class="pt-ticks" aria-hidden="true"><td></td><td class="pt-track">${lines}${ticks.map((t) => html`<span .style=${`left:${pct(t)}`}>${tickText(t)}</span>`)}</td><td></td></tr></tbody></table>
    <p class="pt-unit">${JUDGE_WORDS[judge]}, service times${values.some((m) => m?.short) ? '; hollow: run too short' : ''}</p>`;
}
