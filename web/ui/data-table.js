import { html } from 'lit';
import * as icons from './icons.js';

// The table that every figure has beside it, and the button for it.

/** The button that shows and hides the table of a figure. */
export const tableButton = (open, press) => html`<button aria-label="Show this figure as a table" title="Table" aria-expanded=${String(open)} @click=${press}>${icons.table}</button>`;

/** @param columns, rows: texts */
export function dataTable({ columns, rows }) {
  return html`<div class="data-t" tabindex="0"><table><thead><tr>${columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
    <tbody>${rows.map((r) => html`<tr>${r.map((c) => html`<td>${c}</td>`)}</tr>`)}</tbody></table></div>`;
}
