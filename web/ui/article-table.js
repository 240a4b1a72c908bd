import { LitElement, html, nothing } from 'lit';
import { LOOKS } from './article.js';
import { RunController } from './run-controller.js';
import { segmented } from './control-parts.js';
import { styleOf } from './palette.js';
import * as icons from './icons.js';
import { tableDrawing } from './table-paper.js';
import { rawTable } from './take-data.js';

// What the two tables share: filling when they come into view, progress, cancel, and one column of looks at a time on a phone.

export const columns = LOOKS.map((l, k) => ({ ...l, k, ...styleOf(l.policy), name: `Look at ${l.d}` }));

export class ArticleTable extends LitElement {
  static properties = { lab: { attribute: false }, cells: { state: true }, shown: { state: true }, trouble: { state: true }, stopped: { state: true } };

  createRenderRoot() { return this; }

  constructor() {
    super();
    this.cells = new Map();
    this.ran = new Map();
    this.shown = 1;
    this.runner = new RunController(this);
  }

  firstUpdated() {
    this.observer = new IntersectionObserver((all) => { if (all.at(-1).isIntersecting) { this.observer.disconnect(); this.fill(); } }, { rootMargin: '0px 0px -80px' });
    this.observer.observe(this.querySelector('table'));
  }

  async fill() {
    this.stopped = false;
    this.trouble = undefined;
    try {
      const done = await this.runner.run((signal, report) => this.work(signal, report));
      this.stopped = done === undefined;
    } catch (error) {
      this.trouble = error.message;
    }
  }

  /** Keeps where numbers come from, without the numbers. */
  keep(name, { config, version, fingerprint }) { this.ran.set(name, { name, result: { config, version, fingerprint } }); }

  get runs() { return [...this.ran.values()]; }

  /**
   * What a file of the table is made of, once all of it has run.
   * @param about name, sub, data: [name, (row) => value] columns, rows, shown: {columns, groups, rows} as texts
   */
  takenOf({ name, sub, data, rows, shown }) {
    return { name, title: this.title, sub, text: this.title, runs: this.runs, data: rawTable(data, rows), drawing: tableDrawing(shown) };
  }

  tools(whole) { return html`<span class="tools"><p2c-save .off=${!whole} .take=${() => this.taken()}></p2c-save></span>`; }

  put(key, value) { this.cells = new Map(this.cells).set(key, value); }

  cancelled() { return this.runner.cancel(); }

  picker() {
    return html`<div class="only-d">${segmented(columns.map((c) => ({ value: c.k, label: c.name, colour: c.hue })), this.shown, (k) => { this.shown = k; }, { label: 'Looks shown', look: 'sm full' })}</div>`;
  }

  /** Progress while filling; afterwards a button to run what is missing. */
  footer(text, complete) {
    const { runner } = this;
    return html`<div class="prog-line"><div class="fill"><i .style=${`width:${runner.busy ? (runner.fraction * 100).toFixed(1) : 0}%`}></i></div></div>
      <div class="table-bar"><p>${text}</p>
      <div class="running"><span class="vh" role="status">${runner.spoken}</span>${this.trouble ? html`<span class="wrong">${this.trouble}</span>` : nothing}
        ${runner.busy ? html`<span aria-hidden="true">Running, ${runner.words}</span><button class="btn sm" data-cancel @click=${() => this.cancelled()}>Cancel</button>`
          : complete ? nothing : html`<button class="btn sm" data-run @click=${() => this.fill()}>${this.stopped ? 'Run the rest' : 'Run it'}</button>`}</div></div>`;
  }

  head(extra) {
    return html`<thead><tr><td></td>${columns.map((c) => html`<th colspan=${extra.length} class="c${c.k}" scope="colgroup" .style=${`--ct:var(--${c.hue}-t)`}>${c.name}</th>`)}</tr>
      <tr><th scope="col">${this.rowTitle}</th>${columns.map((c) => extra.map((e, i) => html`<th scope="col" class="c${c.k} ${i ? '' : 'g'}">${typeof e === 'function' ? e(c) : e}</th>`))}</tr></thead>`;
  }
}

export const verdictMark = (text, kind) => html`<span class="mk">${text} ${icons.verdicts[kind] ?? icons.verdicts.open}</span>`;
