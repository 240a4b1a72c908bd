import { LitElement, html, nothing } from 'lit';
import { download } from './download.js';
import * as icons from './icons.js';

// "Save" of a figure: its numbers or its picture as a file. What makes the files is loaded when it is asked for.
// `take()` describes the figure: {title, sub, text: words; name: for the file; runs: [{name, result}]; data: {columns, rows}; notes: what the
// numbers are; spec: of a chart, or drawing: {height, draw(context, width)}}. `off`: what is shown is not of the present settings.

const KINDS = [['csv', 'CSV', 'numbers for spreadsheets'], ['json', 'JSON', 'numbers and settings'], ['svg', 'SVG', 'picture, to edit or print'], ['png', 'PNG', 'picture, 2,400 pixels wide']];

class Save extends LitElement {
  static properties = { take: { attribute: false }, off: { type: Boolean }, open: { state: true }, trouble: { state: true } };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.outside = (e) => { if (this.open && !e.composedPath().includes(this)) this.open = false; };
    document.addEventListener('pointerdown', this.outside);
    document.addEventListener('focusin', this.outside);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.outside);
    document.removeEventListener('focusin', this.outside);
  }

  keys(e) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!e.currentTarget.open) return;  // the element's own: `toggle` tells of it a moment later
    if (e.key === 'Escape') {
      e.stopPropagation();
      e.currentTarget.open = this.open = false;
      this.querySelector('summary').focus();
    } else if (by) {
      e.preventDefault();
      const all = [...this.querySelectorAll('button')];
      all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus();
    }
  }

  async save(kind) {
    this.trouble = undefined;
    try {
      const { makeFile } = await import('./take-files.js');
      const { name, blob } = await makeFile(kind, this.take(), this);
      download(name, blob);
      this.open = false;
      this.querySelector('summary').focus();
    } catch (error) {
      this.trouble = `Not saved: ${error.message}`;
    }
  }

  render() {
    return html`<details class="save" ?open=${!!this.open} @keydown=${this.keys} @toggle=${(e) => { this.open = e.target.open; }}>
      <summary aria-label="Save this figure" title="Save">${icons.save}</summary>
      <div class="save-menu" role="group" aria-label="Save as">${this.off ? html`<p>Once it has run.</p>`
        : KINDS.map(([kind, label, words]) => html`<button data-save=${kind} @click=${() => this.save(kind)}><b>${label}</b> <span>${words}</span></button>`)}
        ${this.trouble ? html`<p role="alert">${this.trouble}</p>` : nothing}</div></details>`;
  }
}
customElements.define('p2c-save', Save);
