import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { fixed, plain, power, tickText } from './format.js';
import { fromPosition, nextTick, nudge, spanOf, toPosition } from './scale.js';

// The bodies of the controls. Each gets the element (for its parameter, value and edit()), an id, and the sentence of an error if any.

const STEPS = 1000;
const factor = (p) => (p.unit === '%' ? 100 : 1);
const unitText = (p) => (p.unit === '%' ? '%' : p.unit ?? '');

/** The value as it stands in an edit field: loads in per cent, words for end values, thousands grouped. */
export function valueText(param, value) {
  if (typeof value !== 'number') return value == null ? '' : String(value);
  const [lo, hi] = param.range ?? [];
  if (param.ends?.min && value === lo) return param.ends.min;
  if (param.ends?.max && value === hi) return param.ends.max;
  const x = Number((value * factor(param)).toPrecision(10));
  return Number.isInteger(x) && Math.abs(x) >= 1000 && param.kind !== 'seed' ? fixed(x, 0) : plain(x);
}

/** What was typed, as a value; text that is no number stays text, for the core to refuse in its own words. */
function typed(param, text) {
  const clean = text.trim();
  if (clean === param.ends?.min) return param.range[0];
  if (clean === param.ends?.max) return param.range[1];
  const x = Number(clean.replace(/[,\u2009\s%]/g, ''));
  return clean === '' || Number.isNaN(x) ? clean : Number((x / factor(param)).toPrecision(12));
}

const described = (id, wrong) => (wrong ? `${id}-w` : nothing);

function field(el, id, wrong) {
  const text = valueText(el.param, el.value);
  const width = Math.max(4, text.length) + 0.8;
  return html`<span class="val"><input type="text" inputmode="decimal" autocomplete="off" aria-labelledby="${id}-l"
    aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${described(id, wrong)} .value=${live(text)} .style=${`width:${width}ch`} ?disabled=${!!el.locked}
    @change=${(e) => el.edit(typed(el.param, e.target.value))}
    @keydown=${(e) => e.key === 'Enter' && e.target.blur()}>${unitText(el.param) ? html`<span>${unitText(el.param)}</span>` : nothing}</span>`;
}

const label = (el, id) => html`<span id="${id}-l" title=${el.param.help ?? nothing}>${el.param.label}${el.hint ? html`<em>${el.hint}</em>` : nothing}</span>`;

export function sliderControl(el, id, wrong) {
  const p = el.param;
  const position = typeof el.value === 'number' ? toPosition(p, el.value) : 0;
  const move = (v, done) => v !== el.value && el.edit(v, done);
  const key = (e) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[e.key];
    const page = { PageUp: 1, PageDown: -1 }[e.key];
    const end = { Home: 0, End: 1 }[e.key];
    if (by === undefined && page === undefined && end === undefined) return;
    e.preventDefault();
    move(by ? nudge(p, el.value, by) : page ? nextTick(p, el.value, page) : spanOf(p)[end], true);
  };
  return html`<div class="lab">${label(el, id)}${field(el, id, wrong)}</div>
    <input type="range" min="0" max=${STEPS} step="1" aria-labelledby="${id}-l" aria-valuetext="${valueText(p, el.value)} ${unitText(p)}" ?disabled=${!!el.locked}
      .value=${live(String(Math.round(position * STEPS)))} .style=${`--p:${(position * 100).toFixed(2)}%`}
      @input=${(e) => move(fromPosition(p, e.target.value / STEPS), false)}
      @change=${(e) => el.edit(fromPosition(p, e.target.value / STEPS), true)} @keydown=${key}>
    ${tickRow(p, { big: 0.006, slim: 0.03 }[el.look] ?? 0.021)}${p.word ? wordSwitch(el, p.word) : nothing}`;
}

/** For a word that may stand in place of the number. */
const wordSwitch = (el, word) => html`<label class="sw"><input type="checkbox" role="switch" .checked=${live(el.value === word.id)} ?disabled=${!!el.locked}
    @change=${(e) => el.edit(e.target.checked ? word.id : el.param.default)}><span>${word.id[0].toUpperCase() + word.id.slice(1)}: ${word.help}</span></label>`;

/** Where the largest is a power of ten, the others from a thousand on are too. */
const tickWords = (x, largest) => (largest >= 1e9 && x >= 1000 ? power(x) : tickText(x, largest >= 1e5));

/** Ticks that would touch their neighbour are left out; the first and the last stay. */
function tickRow(p, perLetter) {
  const [lo, hi] = spanOf(p);
  const kept = [];
  const inside = (p.ticks ?? []).filter((x) => x >= lo && x <= hi);
  for (const t of inside) {
    const text = p.ends?.min && t === p.range?.[0] ? p.ends.min : tickWords(Number((t * factor(p)).toPrecision(6)), inside.at(-1));
    const at = toPosition(p, t);
    const crowds = (last) => last && at - last.at < 0.03 + perLetter * (text.length + last.text.length);
    const isEnd = t === inside.at(-1);
    while (isEnd && kept.length > 1 && crowds(kept.at(-1))) kept.pop();
    if (!crowds(kept.at(-1))) kept.push({ at, text });
  }
  if (!kept.length) return nothing;
  return html`<div class="ticks" aria-hidden="true">${kept.map((t) => html`<span .style=${`left:${(t.at * 100).toFixed(1)}%`}>${t.text}</span>`)}</div>`;
}

/** A number without a slider, for narrow places such as the cards: a few whole ones as buttons side by side, any other typed. */
export const numberField = (el, id, wrong) => html`<div class="lab">${label(el, id)}${field(el, id, wrong)}</div>${el.locked ? nothing : fewNumbers(el)}`;

const MOST_BUTTONS = 5;

/** The values of a slider that has only a few. */
function valuesOfFew(p) {
  const [lo, hi] = p.slider ?? [];
  const count = (hi - lo) / (p.step || 1) + 1;
  return p.kind === 'int' && count > 1 && count <= MOST_BUTTONS ? Array.from({ length: count }, (_, i) => lo + i * (p.step || 1)) : [];
}

function fewNumbers(el) {
  const values = valuesOfFew(el.param);
  if (!values.length) return nothing;
  const hues = el.colours ? values.map(el.colours) : [];
  const coloured = new Set(hues).size > 1;
  const options = values.map((value, i) => ({ value, label: String(value), colour: coloured ? hues[i] : undefined }));
  const beyond = typeof el.value === 'number' && el.value > values.at(-1);
  const type = () => { const input = el.querySelector('input[type=text]'); input.focus(); input.select(); };
  const more = el.param.range?.[1] > values.at(-1) ? { label: beyond ? valueText(el.param, el.value) : '…', on: beyond, press: type } : undefined;
  return segmented(options, el.value, (v) => el.edit(v), { label: el.param.label, look: 'sm full', more });
}

export function switchControl(el, id, wrong) {
  return html`<label class="sw"><input type="checkbox" role="switch" .checked=${live(el.value === true)} ?disabled=${!!el.locked}
    aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${described(id, wrong)} @change=${(e) => el.edit(e.target.checked)}>
    <span title=${el.param.help ?? nothing}>${el.param.label}</span></label>`;
}

export function seedField(el, id, wrong) {
  const fresh = () => el.edit(1 + Math.floor(Math.random() * 999999));
  return html`<div class="lab">${label(el, id)}</div><div class="seed">
    <input class="text" type="text" inputmode="numeric" autocomplete="off" aria-labelledby="${id}-l" aria-invalid=${wrong ? 'true' : nothing}
      aria-describedby=${described(id, wrong)} .value=${live(valueText(el.param, el.value))} @change=${(e) => el.edit(typed(el.param, e.target.value))}>
    <button class="btn bar-size" @click=${fresh}>New seed</button></div>`;
}

export function textField(el, id, wrong) {
  const read = (text) => (text.trim() === '' ? [] : text.split(',').map((t) => (t.trim() !== '' && Number.isFinite(Number(t)) ? Number(t) : t.trim())));
  return html`<div class="lab">${label(el, id)}</div><input class="text" type="text" autocomplete="off" aria-labelledby="${id}-l" aria-invalid=${wrong ? 'true' : nothing}
    aria-describedby=${described(id, wrong)} .value=${live(Array.isArray(el.value) ? el.value.join(', ') : String(el.value ?? ''))}
    placeholder="chosen for you" @change=${(e) => el.edit(read(e.target.value))}>`;
}

/** One of several: a radio list where asked for, buttons for up to three short names, otherwise a list to pick from. */
export function choice(el, id, wrong, options, value, pick) {
  if (el.look === 'radio') return radios(el, id, wrong, options, value, pick);
  const short = options.length > 1 && options.length <= 3 && options.reduce((n, o) => n + o.label.length, 0) <= 27;
  const known = options.some((o) => o.id === value);
  const note = options.find((o) => o.id === value)?.help;
  const body = short && known && !el.locked ? segmented(options.map((o) => ({ ...o, value: o.id })), value, pick, { label: el.param.label, look: 'sm full' })
    : html`<select aria-labelledby="${id}-l" aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${described(id, wrong)} ?disabled=${!!el.locked || (options.length === 1 && known)}
      @change=${(e) => pick(e.target.value)}>
      ${known ? nothing : html`<option selected value=${String(value)}>${String(value)}</option>`}
      ${options.map((o) => html`<option value=${o.id} .selected=${o.id === value}>${o.label}</option>`)}</select>`;
  return html`<div class="lab">${label(el, id)}</div>${body}${note && el.look !== 'short' ? html`<p class="hint">${note}</p>` : nothing}`;
}

function radios(el, id, wrong, options, value, pick) {
  return html`<div role="radiogroup" aria-label=${el.param.label} aria-invalid=${wrong ? 'true' : nothing} aria-describedby=${described(id, wrong)}>
    ${options.map((o) => html`<label class="radio"><input type="radio" name=${id} .checked=${live(o.id === value)} @change=${() => pick(o.id)}>
      <span><b>${o.label}</b>${o.help ? html`<small>${o.help}</small>` : nothing}</span></label>
      ${o.id === value && o.params?.length ? html`<div class="own">${el.children_(el.value)}</div>` : nothing}`)}</div>`;
}

/**
 * Buttons side by side, of which one is on. Arrow keys move the choice, as in any group of radio buttons.
 * `more`: {label, on, press}, a last button for what the others do not offer.
 */
export function segmented(options, value, pick, { label: name, look = '', more } = {}) {
  const at = options.findIndex((o) => o.value === value);
  const key = (e) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const next = (at + by + options.length) % options.length;
    pick(options[next].value);
    e.currentTarget.querySelectorAll('button')[next].focus();
  };
  return html`<div class="seg ${look}" role="radiogroup" aria-label=${name ?? nothing} @keydown=${key}>
    ${options.map((o, i) => html`<button type="button" role="radio" aria-checked=${String(i === at)} tabindex=${i === at || (at < 0 && i === 0) ? 0 : -1}
      title=${o.help ?? nothing} .style=${o.colour ? `--c:var(--${o.colour})` : ''} @click=${() => pick(o.value)}>${o.colour ? html`<i></i>` : nothing}${o.label}</button>`)}${
    more ? html`<button type="button" class=${more.on ? 'on' : ''} data-more aria-label=${more.on ? `${more.label}, type another` : 'Type another'} @click=${more.press}>${more.label}</button>` : nothing}</div>`;
}
