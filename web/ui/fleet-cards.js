import { html, nothing } from 'lit';
import * as icons from './icons.js';
import { plain, withError } from './format.js';
import { styleOf, tint } from './palette.js';
import { troublesOf } from './presets.js';

// One policy's card: which policy, its p99 wait, a few more numbers, and what stands against believing them.

const LETTERS = 'ABCD';
const BADGES = { 'warmup-not-over': ['Warm-up not over', false], 'run-too-short': ['Run too short', false], 'no-steady-state': ['No steady state', true] };

export function card(section, policy, index, last, stale) {
  // A number is never shown under the name of another policy, not even greyed.
  const got = last && JSON.stringify(last.policy) === JSON.stringify(policy) ? last : undefined;
  const { catalogue, experiment } = section;
  const full = catalogue.fillOne(section.policyParam, policy);
  const entries = catalogue.family(section.policyParam.family, experiment);
  const pick = (e) => section.edited({ path: `card.${index}.id`, value: e.target.value, done: true });
  const known = entries.some((p) => p.id === full.id);
  const wrong = section.problems.get(`card.${index}.id`);
  return html`<div class="card ${stale || !got ? 'stale' : ''}" .style=${tint(policy, catalogue)} data-card=${index}>
    <div class="pick ctl ${wrong ? 'bad' : ''}"><b aria-hidden="true">${LETTERS[index]}</b>
      <select aria-label="Policy ${LETTERS[index]}" aria-invalid=${wrong ? 'true' : nothing} @change=${pick}>
        ${known ? nothing : html`<option selected>${String(full.id)}</option>`}
        ${entries.map((p) => html`<option value=${p.id} .selected=${p.id === full.id}>${p.id === full.id ? catalogue.name(full) : p.label}</option>`)}</select>
      ${section.policies.length > 1 ? html`<button class="btn ghost ico" aria-label="Remove policy ${LETTERS[index]}" @click=${() => section.remove(index)}>${icons.close}</button>` : nothing}</div>
    ${wrong ? html`<p class="wrong">${wrong}</p>` : nothing}
    <div class="res">${got ? numbers(got.result, catalogue) : html`<div class="v">…</div><p class="k">p99 wait, service times</p>`}</div>
    ${own(section, full, index)}</div>`;
}

const hasWarning = (result, id) => result.warnings.some((w) => w.id === id);

function numbers(result, catalogue) {
  const { wait, latencyAll, dropped, probesPerRequest, meanLoad } = result.metrics;
  const grows = hasWarning(result, 'no-steady-state');
  const [v, e] = withError(wait.p99);
  const badges = result.warnings.map((w) => BADGES[w.id]).filter(Boolean);
  return html`<div class="v" data-p99>${grows ? 'grows' : v}<i>${grows ? 'without end' : e ? `± ${e}` : ''}</i></div>
    <p class="k">p99 wait, service times</p>
    <dl>${troublesOf(result.config, catalogue).length ? row('p99 latency', result.metrics.latency.p99, grows) : nothing}${row('p50', wait.p50, grows)}${row('p99.9', wait.p999, grows)}${row('Mean wait', wait.mean, grows)}${row('Mean load', meanLoad, grows)}
      ${dropped?.value > 0 ? html`<dt>Dropped</dt><dd>${plain(Number((100 * dropped.value).toPrecision(3)))}\u202f%</dd>` : nothing}
      ${EXTRAS.filter(([name]) => at(result.metrics, name) > 0).map(([name, label]) => html`<dt>${label}</dt><dd>${plain(Number((100 * at(result.metrics, name)).toPrecision(3)))}\u202f%</dd>`)}
      <dt>Reads per request</dt><dd>${plain(Number(probesPerRequest.value.toPrecision(3)))}</dd></dl>
    <div class="st">${badges.map(([text, bad]) => html`<span class="badge ${bad ? 'bad' : ''}">${icons.warn}${text}</span>`)}${
      latencyAll?.p99.reason === 'lost' ? html`<span class="badge">${icons.warn}p99 of all is lost</span>` : nothing}${
      wait.p999.flag === 'few-samples' ? html`<span class="badge">${icons.warn}Few samples at p99.9</span>` : nothing}</div>`;
}

// Of what clients and replicas do beyond one call each, what there is of it.
const EXTRAS = [['failed', 'Failed'], ['abandoned', 'Given up'], ['extraCalls', 'Extra calls'], ['wasted', 'Wasted work'], ['hitRate', 'Hit rate'], ['leafAchieved', 'Leaves in time']];
const at = (metrics, name) => (name === 'leafAchieved' && metrics.leafTarget?.value === 0.99 ? 0 : metrics[name]?.value);

function row(name, metric, grows) {
  if (grows) return html`<dt>${name}</dt><dd>–</dd>`;
  const [v, e] = withError(metric);
  return html`<dt>${name}</dt><dd>${v}${e ? html` <i>± ${e}</i>` : nothing}</dd>`;
}

/** The policy's own settings: what matters most in view, the rest folded. */
function own(section, full, index) {
  const params = section.catalogue.inner(section.policyParam, full);
  if (!params.length) return nothing;
  const one = (p) => html`<p2c-param .param=${p} .value=${full[p.name]} .path=${`card.${index}.${p.name}`} .catalogue=${section.catalogue}
    .experiment=${section.experiment} .problems=${section.problems} .look=${'short'}
    .colours=${(v) => styleOf({ ...full, [p.name]: v }, section.catalogue).hue}></p2c-param>`;
  const details = params.filter((p) => p.level === 'detail');
  const wrong = details.some((p) => section.problems.has(`card.${index}.${p.name}`));
  return html`<div class="set">${params.filter((p) => p.level !== 'detail').map(one)}
    ${details.length ? html`<div class="fold"><details ?open=${wrong}><summary><b>Details</b></summary>${details.map(one)}</details></div>` : nothing}</div>`;
}
