import { LitElement, html, nothing } from 'lit';
import { choice, numberField, seedField, sliderControl, switchControl, textField } from './control-parts.js';
import { isRecorded, listControl, partsControl } from './list-control.js';
import { summaryOf } from './summary.js';

// One control for one parameter of the catalogue. What it looks like follows from kind, scale and level alone.

export class ParamControl extends LitElement {
  static properties = {
    param: { attribute: false }, value: { attribute: false }, path: {}, catalogue: { attribute: false }, experiment: {},
    problems: { attribute: false }, look: {}, colours: { attribute: false }, hint: {}, locked: {},
  };

  createRenderRoot() { return this; }

  constructor() {
    super();
    this.problems = new Map();
    this.look = '';
  }

  get problem() {
    return this.problems.get(this.path) ?? (this.param.kind === 'part' ? this.problems.get(`${this.path}.id`) : undefined);
  }

  edit(value, done = true, path = this.path) {
    this.dispatchEvent(new CustomEvent('p2c-edit', { bubbles: true, detail: { path, value, done } }));
  }

  render() {
    if (this.param.kind === 'group') return this.children_(this.value);
    const wrong = this.problem;
    const id = `c-${this.path.replaceAll('.', '-')}-${this.uid}`;
    return html`<div class="ctl ${this.look === 'big' ? 'big' : ''} ${wrong ? 'bad' : ''}" data-path=${this.path} aria-disabled=${this.locked ? 'true' : nothing}>
      ${this.body(id, wrong)}
      ${wrong ? html`<p class="wrong" id="${id}-w">${wrong}</p>` : nothing}
      ${this.locked ? html`<p class="hint">${this.locked}</p>` : nothing}
      ${this.param.kind === 'part' && this.look !== 'radio' ? html`<div class="inner">${this.children_(this.value)}</div>` : nothing}
    </div>`;
  }

  get uid() { return (this._uid ??= Math.random().toString(36).slice(2, 8)); }

  body(id, wrong) {
    const { kind } = this.param;
    if (kind === 'bool') return switchControl(this, id, wrong);
    if (kind === 'enum') return choice(this, id, wrong, this.param.options, this.value, (v) => this.edit(v));
    if (kind === 'part') {
      const entries = this.catalogue.family(this.param.family, this.experiment);
      return choice(this, id, wrong, entries, this.value?.id, (v) => this.edit(v, true, `${this.path}.id`));
    }
    if (kind === 'seed') return seedField(this, id, wrong);
    if (kind === 'parts') return partsControl(this, id);
    if (kind === 'list') return (isRecorded(this.param) ? listControl : textField)(this, id, wrong);
    if (this.look === 'short') return numberField(this, id, wrong);
    return sliderControl(this, id, wrong);
  }

  /** The settings of the chosen part, or of a group. */
  children_(value) {
    const params = this.catalogue.inner(this.param, value);
    const one = (p) => html`<p2c-param .param=${p} .value=${value?.[p.name]} .path=${`${this.path}.${p.name}`}
      .catalogue=${this.catalogue} .experiment=${this.experiment} .problems=${this.problems} .look=${this.look === 'radio' || this.look === 'short' ? 'short' : ''}></p2c-param>`;
    const details = params.filter((p) => p.level === 'detail');
    return html`${params.filter((p) => p.level !== 'detail').map(one)}${details.length ? this.fold(details, value, one) : nothing}`;
  }

  fold(params, value, one) {
    const wrong = params.some((p) => this.problems.has(`${this.path}.${p.name}`));
    const summary = params.map((p) => summaryOf(p, value?.[p.name], this.catalogue)).filter(Boolean).join(', ');
    return html`<div class="fold"><details ?open=${wrong}><summary><b>Details</b><span>${summary}</span></summary>${params.map(one)}</details></div>`;
  }
}
customElements.define('p2c-param', ParamControl);
