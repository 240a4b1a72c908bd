import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { MISTAKES } from './mistakes-plan.js';
import { Trials } from './trials.js';
import { valueWords } from './dot-rows.js';
import { slipTake } from './story-take.js';
import { apart } from './stats.js';
import { fixed, percent, times } from './format.js';

// Common mistakes: what is right runs when it is seen, what is wrong when the reader makes the mistake; both stand side by side.

const scaled = (m, by) => (m?.value == null ? m : { ...m, value: m.value * by, low: m.low == null ? m.low : m.low * by, high: m.high == null ? m.high : m.high * by });

class Mistakes extends Trials {
  static properties = { ...Trials.properties, made: { state: true } };

  constructor() {
    super('mistakes');
    this.made = new Set();
  }

  /** What the reader has just asked for comes first. */
  get tasks() { return [...MISTAKES.filter((m) => this.made.has(m.id)).flatMap((m) => [m.right, m.wrong]), ...MISTAKES.map((m) => m.right)]; }

  toggle(id, on) {
    const made = new Set(this.made);
    if (on) made.add(id);
    else made.delete(id);
    this.pick({ made });
  }

  render() {
    return html`${this.title('Common mistakes', html`Seven slips that real balancers and simulators have made. Each runs, and its numbers look plausible. Make one, and see the same requests with it and without it.`)}
      <div data-stage>${this.status()}
        <div class="slips">${MISTAKES.map((m) => this.slip(m))}</div></div>
      ${this.told(MISTAKES.map((m) => m.right), '8 to 200 runs each, 95\u202f% intervals. Of the right ones:')}`;
  }

  slip(mistake) {
    const on = this.made.has(mistake.id);
    const sides = [{ name: 'Right', task: mistake.right, shown: true }, { name: 'With the mistake', task: mistake.wrong, shown: on }];
    return html`<article class="slip" data-mistake=${mistake.id} data-figure>
      <div class="slip-says"><h3>${mistake.name}</h3><p>${mistake.makes}</p>
        <label class="sw"><input type="checkbox" role="switch" .checked=${live(on)} @change=${(e) => this.toggle(mistake.id, e.target.checked)}><span>Make the mistake<span class="vh">: ${mistake.name}</span></span></label></div>
      <div class="slip-shows"><div class="found"><p class="finding" data-finding>${on ? this.tells(mistake) : `${capital(mistake.setting)}.`}</p>${this.files(on ? [mistake.right, mistake.wrong] : [mistake.right], () => this.taken(mistake, on))}</div>
        <div class="pair">${sides.map(({ name, task, shown }) => this.side(mistake, name, shown ? this.got(task) : undefined, shown))}</div>
        ${on ? html`<p class="say">${mistake.does}</p>` : nothing}</div></article>`;
  }

  side({ figures }, name, result, shown) {
    return html`<div class="slip-side ${shown ? '' : 'unseen'}" data-side=${name === 'Right' ? 'right' : 'wrong'}><p class="who">${name}</p>
      ${figures.map((f, i) => this.figure(f, result, shown, i === 0))}</div>`;
  }

  figure({ name, unit, of }, result, shown, large) {
    const share = unit === '%';
    const metric = result && scaled(of(result.metrics), share ? 100 : 1);
    const [v, e] = shown ? valueWords(metric) : ['–', ''];
    return html`<div class="num ${large ? '' : 'lesser'}"><div class="v plain">${v}${share && metric ? '\u202f%' : nothing}<i>${e ? `± ${e}` : v === 'grows' ? 'without end' : nothing}</i></div><div class="k">${name}${share ? nothing : html`, ${unit}`}</div></div>`;
  }

  taken(mistake, on) {
    const { id, name, makes, setting, figures, right, wrong } = mistake;
    const metric = ({ of, unit }, { metrics }) => scaled(of(metrics), unit === '%' ? 100 : 1);
    return slipTake({
      id, title: on ? this.tells(mistake) : `${name}: without the mistake`, sub: `${capital(setting)}. The mistake: ${makes}`,
      sides: [{ name: 'right', result: this.got(right) }, ...(on ? [{ name: 'with the mistake', result: this.got(wrong) }] : [])],
      figures: figures.map((f) => ({ ...f, of: (result) => metric(f, result), text: (result) => { const [v, e] = valueWords(metric(f, result)); return `${v}${e ? ` ± ${e}` : ''}`; } })),
    });
  }

  /** Told by the first figure of both. */
  tells({ figures: [{ name, unit, of }], right, wrong, exact }) {
    const [good, bad] = [right, wrong].map((task) => this.got(task));
    if (!good || !bad) return this.runner.expected ? 'Not run yet' : 'Running…';
    const [a, b] = [good, bad].map((r) => of(r.metrics));
    if (b.value == null) return `${name}: with the mistake it grows without end`;
    if (a.value == null || !apart(a, b)) return `${name}: right and wrong cannot be told apart by these runs`;
    const text = (m, after = ` ${unit}`) => (unit === '%' ? percent(m.value) : `${fixed(m.value, m.value < 10 ? 2 : 1)}${after}`);
    const ratio = b.value / a.value;
    const by = ratio >= 1.5 ? `${times(ratio)} times as much` : `${fixed(Math.abs(ratio - 1) * 100, 0)}\u202f% ${ratio > 1 ? 'too much' : 'too little'}`;
    const known = exact?.(good);
    return `${name}: ${text(b)} instead of ${text(a, '')}, ${by}${known ? ` (exact: ${fixed(known, 2)})` : ''}`;
  }
}
customElements.define('p2c-mistakes', Mistakes);

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
