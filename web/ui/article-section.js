import { LitElement, html } from 'lit';
import { BINS_TABLE, LATENCY_TABLE, LOOKS } from './article.js';
import { Catalogue } from './catalogue.js';
import { fixed } from './format.js';
import { shareBar } from './share.js';
import { commandOf, gridCommand } from './take-text.js';
import './bins-table.js';
import './latency-table.js';

// The two tables of article 1, run again on this page.

class ArticleSection extends LitElement {
  static properties = { lab: { attribute: false }, filled: { state: true } };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.id = 'article';
  }

  /** Esc stops a table that is filling. */
  cancelled() { return [...this.children].some((c) => c.cancelled?.()); }

  get catalogue() { return (this._catalogue ??= new Catalogue(this.lab.catalogue)); }

  address() { return '#article'; }

  provenance() {
    if (!this.filled) return '';
    const { runs } = this.querySelector('p2c-bins-table');
    return html`${BINS_TABLE.runs} runs for the gaps, ${LATENCY_TABLE.config.replications} of ${fixed(LATENCY_TABLE.config.requests, 0)} requests for the waits, seed ${runs[0].result.config.seed}, version ${this.lab.version}.
      Fingerprints of the gaps ${runs.map(({ name, result }, i) => html`${i ? ', ' : ''}${name} <code>${result.fingerprint}</code>`)}.`;
  }

  /** The gaps, and the command for both tables. */
  shared() {
    const { runs } = this.querySelector('p2c-bins-table');
    const { config, loads, signals } = LATENCY_TABLE;
    const waits = gridCommand(this.catalogue, { ...config, policy: LOOKS[1].policy }, [['load', loads], ['policy.d', LOOKS.map((l) => l.d)], ['information.signal', signals.map((s) => s.id)]]);
    return { runs, command: `${commandOf(this.catalogue, runs.map((r) => r.result.config))}\n${waits}` };
  }

  render() {
    return html`<div class="sec-head"><h2 tabindex="-1">The article’s numbers</h2>
      <p class="lead">Article 1 gives two tables. Both are run again here, in your browser, with its settings: looks may repeat, and each measured number comes with its 95\u202f% interval.</p></div>
      <p2c-bins-table .lab=${this.lab} @p2c-filled=${() => { this.filled = true; }}></p2c-bins-table>
      <p2c-latency-table .lab=${this.lab}></p2c-latency-table>
      ${shareBar(this, this.provenance(), !!this.filled)}`;
  }
}
customElements.define('p2c-article', ArticleSection);
