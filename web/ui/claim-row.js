import { html, nothing } from 'lit';
import * as icons from './icons.js';
import { ROLES, VERDICTS, measuredTexts, numberText, saidText } from './claim-words.js';

// One claim: what is said, the figure, what was measured, the verdict; opened, every comparison and the reasons.

const SHOWN = 3;
const OUTCOMES = { agrees: icons.verdicts.agrees, differs: icons.verdicts.differs, open: icons.verdicts.open };

export const verdict = (name) => html`<span class="vd" data-verdict=${name}>${VERDICTS[name].icon}<b>${name}</b></span>`;

const value = (one) => {
  const [v, e] = measuredTexts(one);
  return html`<b>${v}</b>${e ? html` <i>± ${e}</i>` : nothing}`;
};

/** The comparisons that decide, the first few of them. */
function few(claim, found) {
  const all = claim.compare.map((c, i) => ({ ...c, ...found.compare[i] }));
  const deciding = all.filter((c) => c.role !== 'beside');
  const main = deciding.some((c) => c.role === 'condition') && deciding.length > SHOWN
    ? [...deciding.filter((c) => !c.role).slice(0, 2), deciding.find((c) => c.role === 'condition')] : deciding.slice(0, SHOWN);
  if (!main.length) return html`<span class="cl-none">not measured</span>`;
  return html`${main.map((c) => html`<span class="cl-one">${OUTCOMES[c.outcome]}<span>${value(c)}${c.what ? html` <em>${c.what}</em>` : nothing}</span></span>`)}
    ${all.length > main.length ? html`<span class="cl-more">and ${all.length - main.length} more</span>` : nothing}`;
}

/** Every comparison as a table. */
function comparisons(claim, found) {
  const exact = found.compare.some((c) => c.exact != null);
  return html`<div class="scroll"><table class="tbl cl-t"><thead><tr><th scope="col">compared</th><th scope="col">article</th><th scope="col">here ± 95\u202f%</th>${exact ? html`<th scope="col">exact</th>` : nothing}<th scope="col" title="Half-width of the test: noise of both sides, last digit, stated tolerance">margin</th><th scope="col">outcome</th></tr></thead>
    <tbody>${claim.compare.map((c, i) => {
      const one = found.compare[i];
      return html`<tr><td>${c.what ?? 'value'}${c.role ? html` <em>${ROLES[c.role]}</em>` : nothing}</td><td>${saidText(c)}</td><td>${value(one)}</td>
        ${exact ? html`<td>${one.exact == null ? '' : numberText(one.exact)}</td>` : nothing}<td><i>${one.margin > 0 ? `± ${numberText(Number(one.margin.toPrecision(2)))}` : 'exact'}</i></td>
        <td><span class="mk">${OUTCOMES[one.outcome]}${one.outcome}</span></td></tr>`;
    })}</tbody></table></div>`;
}

/**
 * @param {object} o claim and what was found · open: shown in full · live: {runner} while it runs, {found, same} after · href of the lab ·
 *   press: { open, run, cancel, copy } · copied: words of the copy button
 */
export function claimRow({ claim, found, open, spot, live, href, runs, press, copied }) {
  const shown = live?.found ?? found;
  const id = `cl-${claim.id}`;
  return html`<li class="cl ${open ? 'open' : ''} ${spot ? 'spot' : ''}" id=${id} ?data-spot=${spot} data-id=${claim.id} data-kind=${shown.verdict}>
    <div class="cl-row">
      <span class="cl-id">${claim.id}</span>
      <div class="cl-say"><p>${claim.claim}.</p>${claim.sentence ? html`<p class="cl-why">${claim.sentence}</p>` : nothing}</div>
      <div class="cl-fig"><span class="cl-k">article</span>${claim.figure}</div>
      <div class="cl-our"><span class="cl-k">here</span>${few(claim, shown)}</div>
      <div class="cl-v">${verdict(shown.verdict)}</div>
      <div class="cl-do">${running(live, runs, press)}
        <button class="btn sm ghost" data-open aria-expanded=${String(open)} aria-controls="${id}-d" @click=${press.open}>${open ? 'Close' : 'Details'}<span class="vh"> of ${claim.id}</span></button></div>
    </div>
    <div class="cl-d" id="${id}-d" ?hidden=${!open}>${open ? html`
      ${claim.compare.length ? comparisons(claim, shown) : nothing}
      <p>${claim.why}${claim.source ? html` Source: ${claim.source}.` : nothing}</p>
      <div class="cl-links">${href ? html`<a class="btn sm" data-lab href=${href}>Open in the lab</a>` : nothing}
        <button class="btn sm" data-copy @click=${press.copy}>${copied ?? 'Copy link'}</button></div>` : nothing}</div>
    <p class="cl-live" role="status">${said(live, claim)}</p></li>`;
}

function running(live, runs, press) {
  if (live?.runner) return html`<button class="btn sm" data-cancel @click=${press.cancel}>Cancel</button>`;
  return runs ? html`<button class="btn sm" data-run @click=${press.run}>Run it${live ? ' again' : ''}</button>` : nothing;
}

function said(live, claim) {
  if (live?.runner) return html`<span class="prog"><i .style=${`width:${(live.runner.fraction * 100).toFixed(1)}%`}></i></span>${live.runner.words}`;
  if (live?.trouble) return live.trouble;
  if (!live) return nothing;
  const changed = live.found.verdict === claim.verdict ? 'the verdict stands' : `the verdict was ${claim.verdict}`;
  return `Run in this browser just now: ${live.same === undefined ? 'a closed form, no runs' : live.same ? 'the same bits as recorded' : 'other bits than recorded'}; ${changed}.`;
}
