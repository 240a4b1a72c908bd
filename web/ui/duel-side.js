import { html, nothing } from 'lit';
import { DUEL } from './presets.js';
import { fixed, halfWidth, signed, times } from './format.js';
import { tint } from './palette.js';

// One side of the opening figure: whose it is, its numbers, its skyline.

/** @param duel the element: its policies, the moment's lead of the busiest replica, and the waits so far */
export function side(duel, policy, k) {
  const name = duel.catalogue.name(policy);
  const ahead = duel.mark?.sides[k].ahead ?? 0;
  const wait = duel.waits?.[k];
  return html`<div class="side" .style=${tint(policy, duel.catalogue)}>
    <div class="who"><span class="chip"></span>${name} <small>${duel.policies === DUEL.policies ? DUEL.says[k] : nothing}</small></div>
    <div class="nums">
      <div class="num"><div class="v"><b data-ahead>${signed(ahead, ahead >= 9.95 ? 0 : 1)}</b></div><div class="k">busiest <span class="long">is </span>ahead<span class="long"><br>of the average</span></div></div>
      ${waitNumber(wait)}
      ${k === duel.policies.length - 1 ? ratio(duel) : nothing}
    </div>
    <canvas role="img" aria-label="${name}: requests at each replica, the busiest ${signed(ahead, ahead >= 9.95 ? 0 : 1)} ahead of the average"></canvas></div>`;
}

function waitNumber(wait) {
  const value = wait?.p99.value;
  const digits = value >= 9.95 ? 0 : 1;
  const e = halfWidth(wait?.p99);
  const sure = wait?.settled && e !== null ? `± ${fixed(Math.max(e, 10 ** -digits), digits)}` : 'not settled yet';
  return html`<div class="num waits ${wait?.settled ? '' : 'loose'}"><div class="v"><b data-p99>${value == null ? '…' : fixed(value, digits)}</b><i data-error>${sure}</i></div>
    <div class="k">p99 wait<span class="long">,<br>in service times</span><small>${sure}</small><span class="mean" data-mean>${meanText(wait?.mean)}</span></div></div>`;
}

/** The mean, to two digits or so. */
const meanText = (m) => (m?.value == null ? 'mean …' : `mean ${fixed(m.value, m.value >= 9.95 ? 0 : m.value >= 0.995 ? 1 : 2)}`);

function ratio(duel) {
  const [a, b] = duel.waits ?? [];
  const known = a?.settled && b?.settled && b.p99.value > 0;
  return html`<div class="num ratio"><div class="v plain"><b data-ratio>${known ? `${times(a.p99.value / b.p99.value)}×` : '…'}</b></div><div class="k">${duel.policies === DUEL.policies ? html`shorter p99<br>for one extra look` : html`p99, left<br>over right`}</div></div>`;
}
