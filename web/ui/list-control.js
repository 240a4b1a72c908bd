import { html, nothing } from 'lit';
import { textField } from './control-parts.js';
import { brief, fixed } from './format.js';
import { extent, isLong, readNumbers } from './numbers.js';

// A recorded list: typed while it is short, or a file, chosen or dropped.

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

export function listControl(el, id, wrong) {
  return html`${isLong(el.value) ? summary(el, id) : textField(el, id, wrong)}
    <label class="drop" @dragover=${(e) => hover(e, true)} @dragleave=${(e) => hover(e, false)} @drop=${(e) => drop(e, el)}>
      <input type="file" class="vh" accept=".csv,.txt,.tsv,text/*" aria-label="${el.param.label} from a file"
        @change=${(e) => { take(el, e.target.files[0]); e.target.value = ''; }}>Choose or drop a file of numbers</label>
    ${el.trouble && el.trouble.of === el.value ? html`<p class="wrong" role="alert">${el.trouble.text}</p>` : nothing}`;
}
