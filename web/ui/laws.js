import { html, nothing } from 'lit';
import { LAW_LIST } from './laws-plan.js';
import { Trials } from './trials.js';
import { segmented } from './control-parts.js';
import { brief, fixed, halfWidth, power, withError } from './format.js';

// Theory in short: formulas, each beside a small run of the same numbers.

class Laws extends Trials {
  static properties = { ...Trials.properties, picks: { state: true } };

  constructor() {
    super('theory');
    this.picks = Object.fromEntries(LAW_LIST.map((law) => [law.id, Object.fromEntries(law.picks.map((p) => [p.name, p.start]))]));
  }

  get tasks() { return LAW_LIST.flatMap((law) => law.tasks(this.picks[law.id])); }

  render() {
    return html`${this.title('The theory in short', html`Four laws carry the whole story. Change a number, and the law stands beside a run of it.`)}
      <div data-stage>${this.status()}<div class="laws-list">${LAW_LIST.map((law) => this.law(law))}</div></div>
      ${this.told(this.tasks, '6 to 12 runs each, 95\u202f% intervals.')}`;
  }

  law(law) {
    const picks = this.picks[law.id];
    const results = law.tasks(picks).map((task) => this.got(task));
    const choose = (name) => (value) => this.pick({ picks: { ...this.picks, [law.id]: { ...picks, [name]: value } } });
    return html`<article class="law" data-law=${law.id}>
      <div><h3>${law.title}</h3><div class="formula" tabindex="0"><math display="block">${law.formula}</math></div>
        <p class="say">${law.says}</p><p class="hint">${law.valid}</p></div>
      <div>${law.picks.map((p) => html`<div class="ctl"><div class="lab"><span>${p.label}</span></div>${segmented(p.options, picks[p.name], choose(p.name), { label: `${law.title}: ${p.label}`, look: 'sm' })}</div>`)}
        <div class="scroll"><table class="tbl"><thead><tr><th scope="col">Quantity</th><th scope="col">The law says</th><th scope="col">Measured</th></tr></thead>
          <tbody>${law.rows(results, picks).map((row) => this.row(...row))}</tbody></table></div></div></article>`;
  }

  row(what, said, metric, kind) {
    const text = kind === 'share' ? shareText : (x) => (x < 100 ? fixed(x, 2) : brief(x));
    return html`<tr><td>${what}</td><td>${said == null ? (metric ? '–' : '…') : text(said)}</td><td>${metric ? measured(metric, kind) : '…'}</td></tr>`;
  }
}
customElements.define('p2c-laws', Laws);

const FINE = 1e-4;
const shareText = (x) => (x === 0 ? '0' : x < FINE ? power(x) : fixed(x, x < 0.01 ? 5 : 4));

function measured(metric, kind) {
  if (kind !== 'share') { const [v, e] = withError(metric, 2); return html`<b>${v}</b>${e ? html` <i>± ${e}</i>` : nothing}`; }
  const e = halfWidth(metric);
  return html`<b>${shareText(metric.value)}</b>${e && metric.value >= FINE ? html` <i>± ${fixed(e, metric.value < 0.01 ? 5 : 4)}</i>` : nothing}`;
}
