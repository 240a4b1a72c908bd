import { LitElement, html } from 'lit';
import './bins-table.js';
import './latency-table.js';

// The two tables of article 1, run again on this page.

class ArticleSection extends LitElement {
  static properties = { lab: { attribute: false } };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.id = 'article';
  }

  /** Esc stops a table that is filling. */
  cancelled() { return [...this.children].some((c) => c.cancelled?.()); }

  render() {
    return html`<div class="sec-head"><h2 tabindex="-1">The article’s numbers</h2>
      <p class="lead">Article 1 gives two tables. Both are run again here, in your browser, with its settings: looks may repeat, and each measured number comes with its 95\u202f% interval.</p></div>
      <p2c-bins-table .lab=${this.lab}></p2c-bins-table>
      <p2c-latency-table .lab=${this.lab}></p2c-latency-table>`;
  }
}
customElements.define('p2c-article', ArticleSection);
