import { html, nothing } from 'lit';
import shipped from 'virtual:p2c-shipped';
import { withError } from '../ui/format.js';

// What stands where no simulation can run: numbers that were computed when this script was built.

/** @param {string | null} experiment */
export function shippedTable(experiment) {
  const { unit, rows, says } = shipped[experiment] ?? shipped.fleet;
  const text = (m) => { const [v, e] = withError(m); return html`<b>${v}</b>${e ? html` <i>± ${e}</i>` : nothing}`; };
  return html`<table class="tbl" data-shipped><thead><tr><th scope="col">At the default settings</th><th scope="col">${unit}</th></tr></thead>
    <tbody>${rows.map(({ name, metric }) => html`<tr><td>${name}</td><td>${text(metric)}</td></tr>`)}</tbody></table><p class="hint">${says}</p>`;
}
