import { LitElement, html, nothing } from 'lit';
import uPlot from 'uplot';
import { dataOf, options, shape } from './chart.js';
import { onTheme } from './theme.js';
import { dataTable, tableButton } from './data-table.js';

// A figure: its finding as the title, one line on how to read it, the chart (or in its place a `body`), and its numbers as a table.

const NEAR = '400px';
const FRAMELESS_MS = 100;

let last = Promise.resolve();
/** Each after a frame of its own, where there are frames, and whatever became of the one before. */
const inTurn = (work) => {
  last = last.catch(() => {}).then(() => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); setTimeout(done, FRAMELESS_MS); })).then(work);
};

export class Figure extends LitElement {
  static properties = {
    finding: { attribute: false }, sub: { attribute: false }, spec: { attribute: false }, table: { attribute: false },
    stale: { type: Boolean }, tall: { type: Number }, body: { attribute: false }, take: { attribute: false }, empty: { attribute: false }, open: { state: true },
  };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.stopTheme = onTheme(() => this.build());
    this.resize = new ResizeObserver(() => this.fit());
    // A drawing that is far from view is brought up to date when it comes near: redrawing it would take frames from what is seen.
    this.near = new IntersectionObserver((all) => {
      this.away = !all.at(-1).isIntersecting;
      this.catchUp();
    }, { rootMargin: NEAR });
    addEventListener('beforeprint', this.catchUp);
    // In another place it begins anew.
    this.away = undefined;
    this.owed = this.hasUpdated;
    if (this.hasUpdated) this.firstUpdated();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stopTheme();
    this.resize.disconnect();
    this.near.disconnect();
    removeEventListener('beforeprint', this.catchUp);
    this.plot?.destroy();
    this.plot = undefined;
  }

  firstUpdated() {
    if (!this.holder) return;
    this.resize.observe(this.holder);
    this.near.observe(this.holder);
  }

  get holder() { return this.querySelector('.plot'); }

  /** What a screen reader hears: the finding, then the axes. */
  label() { return `${this.querySelector('h3').textContent}. ${this.spec.y.label} against ${this.spec.x.label}. Arrow keys read the values.`; }

  updated(changed) {
    if (!changed.has('spec') || !this.spec) return;
    this.plot?.over.setAttribute('aria-label', this.label());
    this.owed = true;
    this.catchUp();
  }

  /** Draws what is owed: at once in view or for paper, else only where there is no drawing at all, in its turn. */
  catchUp = (paper) => {
    if (!this.owed || (this.away === undefined && !paper)) return;
    if (this.away && !paper) {
      if (!this.plot) inTurn(() => this.pay());
    } else this.pay();
  };

  pay() {
    if (!this.owed || !this.isConnected) return;
    this.owed = false;
    this.draw();
  }

  draw() {
    if (this.plot && shape(this.spec) === this.shape) {
      this.plot.setData(dataOf(this.spec), false);
      this.plot.redraw(true, false);
    } else this.build();
  }

  /** What a file of this figure is made of, as save-menu.js has it. */
  taken() {
    const { finding, sub, spec } = this;
    return { title: finding, sub, text: spec ? `${finding}. ${spec.y.label} against ${spec.x.label}.` : finding, spec, ...this.take() };
  }

  build() {
    const width = this.holder?.clientWidth;
    if (!this.spec || !width) return;
    this.plot?.destroy();
    this.shape = shape(this.spec);
    this.plot = new uPlot(options(this.spec, width, this), dataOf(this.spec), this.holder);
  }

  fit() {
    const width = this.holder.clientWidth;
    if (!width || !this.spec) return;
    if (!this.plot) {
      this.owed = true;
      this.catchUp();
    } else if (width !== this.plot.width) this.plot.setSize({ width, height: this.plot.height });
  }

  /** t shows and hides the table of the figure that has the focus. */
  keys(e) {
    if (e.key === 't' && this.table && !e.target.matches('input, select')) this.open = !this.open;
  }

  render() {
    return html`<figure class=${this.stale ? 'stale' : ''} @keydown=${this.keys}>
      <figcaption><h3 class="finding">${this.finding ?? 'Running…'}</h3>
        <span class="tools">${this.table ? tableButton(!!this.open, () => { this.open = !this.open; }) : nothing}
          ${this.take ? html`<p2c-save .off=${!!this.stale} .take=${() => this.taken()}></p2c-save>` : nothing}</span>
        <p>${this.sub}</p></figcaption>
      ${this.body ?? html`<div class="plot" .style=${`min-height:${this.spec?.height ?? this.tall ?? 300}px`}>${this.spec ? nothing : html`<p class="empty">${this.empty ?? ''}</p>`}</div>`}
      ${this.open && this.table ? dataTable(this.table) : html`<span></span>`}
    </figure>`;
  }
}
customElements.define('p2c-figure', Figure);
