import { html, nothing } from 'lit';
import { textField } from './control-parts.js';
import { brief, fixed } from './format.js';
import { extent, isLong, readNumbers } from './numbers.js';

// Lists. A recorded one: typed while it is short, or a file, chosen or dropped. One of parts: each with a control of its own.

const LARGEST = 16 * 2 ** 20;

/** Is this a list that one measures rather than types? */
export const isRecorded = (param) => param.kind === 'list' && param.count?.[1] > 1000;

async function take(el, file) {
  if (!file) return;
  const read = file.size > LARGEST ? { problem: `${file.name} is larger than 16 MB.` } : readNumbers(await file.text(), file.name);
  // What was wrong with a file is said until the list changes.
  el.trouble = read.problem && { text: read.problem, of: el.value };
  if (read.values) el.edit(read.values);
  else el.requestUpdate();
}

function drop(e, el) {
  e.preventDefault();
  e.currentTarget.classList.remove('over');
  take(el, e.dataTransfer.files[0]);
}

const hover = (e, on) => {
  e.preventDefault();
  e.currentTarget.classList.toggle('over', on);
};

function summary(el, id) {
  const { low, high, mean } = extent(el.value);
  return html`<div class="lab"><span id="${id}-l" title=${el.param.help ?? nothing}>${el.param.label}</span>
      <button class="btn sm" data-clear @click=${() => el.edit(el.param.default)}>Remove</button></div>
    <p class="hint" data-list>${fixed(el.value.length, 0)} numbers from ${brief(low)} to ${brief(high)}, mean ${brief(mean)}. A list this long is not part of the link.</p>`;
}

/** Parts of a family, as many as one likes: each a choice with its settings below, to be taken away again, and one more. */
export function partsControl(el, id) {
  const { param, catalogue, experiment } = el;
  const value = el.value ?? [];
  const without = (i) => el.edit(value.filter((_, k) => k !== i));
  const ordinal = (i) => (value.length > 1 ? ` ${i + 1}` : '');
  const one = param.label.replace(/s$/, '');
  return html`<div class="lab"><span id="${id}-l" title=${param.help ?? nothing}>${param.label}</span></div>
    <div role="group" aria-labelledby="${id}-l" data-parts>${catalogue.inner(param, value).map((item, i) => html`<div class="part-of">
      <p2c-param .param=${{ ...item, label: `${one}${ordinal(i)}` }} .value=${value[i]} .path=${`${el.path}.${i}`} .catalogue=${catalogue} .experiment=${experiment} .problems=${el.problems}></p2c-param>
      <button class="btn sm" data-remove=${i} aria-label="Remove ${one.toLowerCase()}${ordinal(i)}" @click=${() => without(i)}>Remove</button></div>`)}
      ${value.length < param.count[1] ? html`<button class="btn sm" data-add @click=${() => el.edit([...value, catalogue.item(param, 0).default])}>${value.length ? 'Another' : `Add a ${one.toLowerCase()}`}</button>` : nothing}</div>`;
}

export function listControl(el, id, wrong) {
  return html`${isLong(el.value) ? summary(el, id) : textField(el, id, wrong)}
    <label class="drop" @dragover=${(e) => hover(e, true)} @dragleave=${(e) => hover(e, false)} @drop=${(e) => drop(e, el)}>
      <input type="file" class="vh" accept=".csv,.txt,.tsv,text/*" aria-label="${el.param.label} from a file"
        @change=${(e) => { take(el, e.target.files[0]); e.target.value = ''; }}>Choose or drop a file of numbers</label>
    ${el.trouble && el.trouble.of === el.value ? html`<p class="wrong" role="alert">${el.trouble.text}</p>` : nothing}`;
}
