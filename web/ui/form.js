import { html, nothing } from 'lit';
import './controls.js';
import { summaryOf } from './summary.js';

// The settings of an experiment as groups of controls: the catalogue's order and groups, the details folded with their values shown.

const title = (id) => { const t = id.replaceAll('-', ' '); return t.charAt(0).toUpperCase() + t.slice(1); };

/** One <p2c-param> bound to a section: its value, errors and looks. */
export function control(section, param, { look = '', hint, path = param.name, value = section.full[param.name] } = {}) {
  return html`<p2c-param class=${look === 'big' ? 'big' : ''} .param=${param} .value=${value} .path=${path} .catalogue=${section.catalogue}
    .experiment=${section.experiment} .problems=${section.problems} .look=${look} .hint=${hint}></p2c-param>`;
}

/** Groups in the order in which the catalogue first names them. */
function grouped(params) {
  const groups = new Map();
  for (const p of params) groups.set(p.group ?? '', [...(groups.get(p.group ?? '') ?? []), p]);
  return [...groups];
}

/**
 * The rail. `skip`: parameters shown elsewhere; `looks`: how some are drawn; `folded`: groups that start closed.
 */
export function rail(section, { skip = [], looks = {}, folded = [] }) {
  const all = section.catalogue.experiment(section.experiment).params.filter((p) => !skip.includes(p.name));
  return grouped(all).map(([id, params]) => {
    if (folded.includes(id)) return html`<div class="grp fold">${fold(section, title(id), params, looks)}</div>`;
    const details = params.filter((p) => p.level === 'detail');
    return html`<div class="grp">${id ? html`<h3>${title(id)}</h3>` : nothing}
      ${params.filter((p) => p.level !== 'detail').map((p) => control(section, p, { look: looks[p.name] }))}
      ${details.length ? html`<div class="fold inside">${fold(section, 'Details', details, looks)}</div>` : nothing}</div>`;
  });
}

function fold(section, name, params, looks) {
  const wrong = params.some((p) => [...section.problems.keys()].some((path) => path === p.name || path.startsWith(`${p.name}.`)));
  const told = params.filter((p) => p.level !== 'detail');
  const summary = (told.length ? told : params).map((p) => summaryOf(p, section.full[p.name], section.catalogue)).filter(Boolean).join(', ');
  return html`<details ?open=${wrong}><summary><b>${name}</b><span>${summary}</span></summary>
    ${params.map((p) => control(section, p, { look: looks[p.name] }))}</details>`;
}
