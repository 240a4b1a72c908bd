import { html, nothing } from 'lit';
import { axisOf } from './map-point.js';
import { tickText, withError } from './format.js';

// Values with their intervals as dots under one another, on one logarithmic axis, with the numbers beside them.

/**
 * @param rows [{name, metric (undefined while it runs), tint, help, best}] · unit in words · caption for screen readers
 */
export function dotRows(rows, { unit, caption }) {
  const known = rows.map((r) => r.metric).filter((m) => m?.value != null);
  const { at, ticks } = axisOf(known);
  const pct = (v) => `${(at(v) * 100).toFixed(2)}%`;
  const lines = known.length ? ticks.map((t) => html`<s .style=${`left:${pct(t)}`}></s>`) : nothing;
  return html`<table class="pt-dots" aria-label=${caption}>
    <tbody>${rows.map((r) => row(r, at, pct, lines))}<tr class="pt-ticks" aria-hidden="true"><td></td><td class="pt-track">${lines}${known.length ? ticks.map((t) => html`<span .style=${`left:${pct(t)}`}>${tickText(t)}</span>`) : nothing}</td><td></td></tr></tbody></table>
    <p class="pt-unit">${unit}</p>`;
}

function row({ name, metric, tint, help, best }, at, pct, lines) {
  const [v, e] = valueWords(metric);
  const bar = metric?.low != null && metric.high > metric.low ? html`<i .style=${`left:${pct(metric.low)};right:${(100 - at(metric.high) * 100).toFixed(2)}%`}></i>` : nothing;
  return html`<tr class=${best ? 'best' : ''} .style=${tint ?? ''}><th scope="row" title=${help ?? nothing}>${name}</th>
    <td class="pt-track">${lines}<u></u>${bar}${metric?.value == null ? nothing : html`<b .style=${`left:${pct(metric.value)}`}></b>`}</td>
    <td>${v}${e ? html` <em>± ${e}</em>` : nothing}</td></tr>`;
}

/** A metric as two texts, value and error: what has no end is said so, what runs is awaited. */
export function valueWords(metric) {
  if (!metric) return ['…', ''];
  if (metric.value == null) return [metric.reason === 'no-steady-state' ? 'grows' : 'too few', ''];
  return withError(metric);
}
