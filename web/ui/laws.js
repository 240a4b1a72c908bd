import { html, nothing } from 'lit';
import { LAW_LIST } from './laws-plan.js';
import { Trials } from './trials.js';
import { segmented } from './control-parts.js';
import { lawTake } from './story-take.js';
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
    return html`<article class="law" data-law=${law.id} data-figure>
      <div><div class="found"><h3>${law.title}</h3>${this.files(law.tasks(picks), () => this.taken(law))}</div><div class="formula" tabindex="0"><math display="block">${law.formula}</math></div>
        <p class="say">${law.says}</p><p class="hint">${law.valid}</p></div>
      <div>${law.picks.map((p) => html`<div class="ctl"><div class="lab"><span>${p.label}</span></div>${segmented(p.options, picks[p.name], choose(p.name), { label: `${law.title}: ${p.label}`, look: 'sm' })}</div>`)}
        <div class="scroll"><table class="tbl"><thead><tr><th scope="col">Quantity</th><th scope="col">The law says</th><th scope="col">Measured</th></tr></thead>
          <tbody>${law.rows(results, picks).map((row) => this.row(...row))}</tbody></table></div></div></article>`;
  }

  row(what, said, metric, kind) {
    const [v, e] = metric ? measured(metric, kind) : ['…', ''];
    return html`<tr><td>${what}</td><td>${said == null ? (metric ? '–' : '…') : lawText(said, kind)}</td><td>${metric ? html`<b>${v}</b>` : v}${e ? html` <i>± ${e}</i>` : nothing}</td></tr>`;
  }

  taken(law) {
    const picks = this.picks[law.id];
    const results = law.tasks(picks).map((task) => this.got(task));
    const rows = law.rows(results, picks).map(([what, said, metric, kind]) => {
      const [v, e] = measured(metric, kind);
      return [what, said, metric, said == null ? '–' : lawText(said, kind), `${v}${e ? ` ± ${e}` : ''}`];
    });
    return lawTake({ id: law.id, title: law.title, says: law.says, sub: `${law.text} ${law.valid}`, rows, runs: results.map((result) => ({ name: this.catalogue.shortName(result.config.policy), result })) });
  }
}
customElements.define('p2c-laws', Laws);

const FINE = 1e-4;
const shareText = (x) => (x === 0 ? '0' : x < FINE ? power(x) : fixed(x, x < 0.01 ? 5 : 4));

const lawText = (x, kind) => (kind === 'share' ? shareText(x) : x < 100 ? fixed(x, 2) : brief(x));

/** What was measured and its error, as texts. */
function measured(metric, kind) {
  if (kind !== 'share') return withError(metric, 2);
  const e = halfWidth(metric);
  return [shareText(metric.value), e && metric.value >= FINE ? fixed(e, metric.value < 0.01 ? 5 : 4) : ''];
}
