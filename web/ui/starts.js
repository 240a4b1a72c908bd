import { html } from 'lit';
import './css/starts.css';
import { segmented } from './control-parts.js';

// Starting points in groups, one of which is in view: the reader's choice, or else the one that holds the present settings.

/**
 * @param groups [{of, starts: [{label, …}]}] · shown: name of the group that the reader chose, or nothing · choose(name) · on(start): whether the settings are
 *   these · press(start)
 */
export function groupedStarts(groups, { shown, choose, on, press }) {
  const now = groups.find((g) => g.of === shown) ?? groups.find((g) => g.starts.some(on)) ?? groups[0];
  return html`<div class="start-of"><span>Start from</span>${segmented(groups.map((g) => ({ value: g.of, label: g.of })), now.of, choose, { label: 'Kinds of starting points', look: 'sm' })}</div>
    <div class="starts">${groups.map((g) => html`<div class="try" role="group" aria-label="Starting points: ${g.of}" ?hidden=${g !== now}>${g.starts.map((s) => html`<button
      aria-pressed=${String(on(s))} @click=${() => press(s)}>${s.label}</button>`)}</div>`)}</div>`;
}
