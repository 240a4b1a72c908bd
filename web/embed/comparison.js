import { html, nothing } from 'lit';
import { tickText, withError } from '../ui/format.js';
import { axisOf } from '../ui/map-point.js';
import { tint } from '../ui/palette.js';

// Policies one below another: a dot with its interval on an axis that they share, the number, and a few more in columns.

const grows = (result) => result.warnings?.some((w) => w.id === 'no-steady-state') ?? false;
const number = (metric) => { const [v, e] = withError(metric); return html`${v}${e ? html` <em>± ${e}</em>` : nothing}`; };

/**
 * @param results [{ policy, result }] @param catalogue for the names of the policies
 * @param kind { metric(result), unit, more: [[label, metric(result)]] }
 */
export function comparison(results, catalogue, { metric, unit, more }) {
  const values = results.map(({ result }) => (grows(result) ? null : metric(result)));
  const { at, ticks } = axisOf(values);
  const pct = (v) => `${(at(v) * 100).toFixed(2)}%`;
  const lines = ticks.map((t) => html`<s .style=${`left:${pct(t)}`}></s>`);
  const bar = (m) => (m.low != null && m.high > m.low ? html`<i .style=${`left:${pct(m.low)};right:${(100 - at(m.high) * 100).toFixed(2)}%`}></i>` : nothing);
  const row = ({ policy, result }, m) => html`<tr .style=${tint(policy, catalogue)}><th scope="row">${catalogue.name(policy)}</th>
    <td class="pt-track" aria-hidden="true">${lines}<u></u>${m?.value == null ? nothing : html`${bar(m)}<b .style=${`left:${pct(m.value)}`}></b>`}</td>
    <td class="pt-v">${m ? number(m) : 'grows without end'}</td>${more.map(([, of]) => html`<td class="pt-m">${grows(result) ? '–' : number(of(result))}</td>`)}</tr>`;
  return html`<table class="pt-dots"><thead><tr><th scope="col"><span class="vh">Policy</span></th><th class="pt-unit" scope="col" colspan="2">${unit}</th>${more.map(([label]) => html`<th class="pt-m" scope="col">${label}</th>`)}</tr></thead>
    <tbody>${results.map((r, i) => row(r, values[i]))}
      <tr class="pt-ticks" aria-hidden="true"><td></td><td class="pt-track">${lines}${ticks.map((t) => html`<span .style=${`left:${pct(t)}`}>${tickText(t)}</span>`)}</td><td></td>${more.map(() => html`<td class="pt-m"></td>`)}</tr></tbody></table>`;
}
