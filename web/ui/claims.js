import { LitElement, html, nothing } from 'lit';
import './css/claims.css';
import { ARTICLES, VERDICTS, countOf } from './claim-words.js';
import { Catalogue } from './catalogue.js';
import { RunController, inTurn } from './run-controller.js';
import { claimRow, verdict } from './claim-row.js';
import { labLink } from './claim-links.js';
import { segmented } from './control-parts.js';
import { percent, plural } from './format.js';
import { formatHash } from './router.js';

// Every number of the articles, checked: what the command recorded, and each claim run again where the reader asks.

const COPIED_MS = 1200;
const FILTERS = [{ value: 'all', label: 'All claims' }, { value: 'not', label: 'Not simply reproduced' }];
/** Whether a claim with this verdict is shown: of all, of those that are not simply reproduced, or of one verdict. */
const passes = (filter, kind) => filter === 'all' || filter === kind || (filter === 'not' && kind !== 'reproduced');

/** The claims and what was recorded of them. They come when the section does: the first view does without. */
const load = async () => {
  const [file, record] = await Promise.all([import('../../tests/reference/claims.json'), import('../../tests/reference/reproduced.json')]);
  return { file: file.default, record: record.default };
};

class Claims extends LitElement {
  static properties = {
    lab: { attribute: false }, data: { state: true }, filter: { state: true }, opened: { state: true }, unfolded: { state: true }, spot: { state: true }, live: { state: true },
    running: { state: true }, copied: { state: true }, trouble: { state: true },
  };

  createRenderRoot() { return this; }

  constructor() {
    super();
    Object.assign(this, { filter: 'all', opened: new Set(), unfolded: new Set(), live: new Map(), results: new Map() });
    this.runner = new RunController(this);
  }

  connectedCallback() {
    super.connectedCallback();
    this.id = 'claims';
  }

  firstUpdated() {
    this.observer = new IntersectionObserver((all) => { if (all.at(-1).isIntersecting) this.fill(); }, { rootMargin: '800px' });
    this.observer.observe(this);
  }

  async fill() {
    this.observer?.disconnect();
    // Which runs a claim needs is for the whole core to say.
    this.lab.whole().then((whole) => { this.judge = (question) => whole.judge(question); this.requestUpdate(); }, () => {});
    try {
      this.data ??= await load();
    } catch (error) {
      this.trouble = `The claims could not be loaded: ${error.message}`;
    }
  }

  get catalogue() { return (this._catalogue ??= new Catalogue(this.lab.catalogue)); }

  /** A link names one claim, which is opened and brought into view. */
  async applyLink(pairs) {
    const id = pairs.find(([key]) => key === 'id')?.[1];
    await this.fill();
    const known = this.data?.file.claims.some((c) => c.id === id);
    this.spot = known ? id : undefined;
    this.trouble = id && !known ? `The link names a claim that is none: “${id.slice(0, 20)}”.` : this.trouble;
    if (!known) return;
    const { article } = this.data.file.claims.find((c) => c.id === id);
    Object.assign(this, { filter: 'all', opened: new Set([...this.opened, id]), unfolded: new Set([...this.unfolded, article]) });
    await this.updateComplete;
    this.querySelector('[data-spot]')?.scrollIntoView({ block: 'start' });
  }

  pairs() { return this.spot ? [['id', this.spot]] : []; }

  toggle(id) {
    const opened = new Set(this.opened);
    if (!opened.delete(id)) opened.add(id);
    this.opened = opened;
  }

  /** Shows the claims of one kind; those that were asked for are unfolded. */
  show(filter) { Object.assign(this, { filter, unfolded: new Set(filter === 'all' ? [] : this.articles) }); }

  fold(article, open) {
    if (open === this.unfolded.has(article)) return;
    const unfolded = new Set(this.unfolded);
    if (open) unfolded.add(article);
    else unfolded.delete(article);
    this.unfolded = unfolded;
  }

  get articles() { return [...new Set(this.data.file.claims.map((c) => c.article))].sort(); }

  /** What a claim needs run, by name; unknown, hence none, until the engine is there. */
  needs(id) {
    if (!this.judge) return [];
    return (this.needed ??= new Map(this.judge({ claims: this.data.file }).claims.map((c) => [c.id, c.runs]))).get(id);
  }

  async run(claim) {
    await this.lab.whole();
    const { file, record } = this.data;
    const names = this.needs(claim.id);
    const missing = names.filter((name) => !this.results.has(name));
    this.running = claim.id;
    try {
      const jobs = missing.map((name) => async (signal, report) => this.results.set(name, await this.lab.run(file.runs[name], { signal, onProgress: report })));
      const done = await this.runner.run(inTurn(jobs));
      if (!done) return;
      const results = Object.fromEntries(names.map((name) => [name, this.results.get(name)]));
      const found = this.judge({ claims: file, only: [claim.id], results }).claims[0];
      const same = names.length ? names.every((name) => results[name].fingerprint === record.runs[name]) : undefined;
      this.say(claim.id, { found, same });
    } catch (error) {
      this.say(claim.id, { trouble: error.message });
    } finally {
      if (this.running === claim.id && !this.runner.busy) this.running = undefined;
    }
  }

  say(id, what) { this.live = new Map(this.live).set(id, what); }

  cancelled() {
    this.running = undefined;
    return this.runner.cancel();
  }

  async copy(id) {
    const address = new URL(formatHash('claims', [['id', id]]), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      this.copied = { id, words: 'Copied' };
    } catch {
      history.replaceState(null, '', address);
      this.copied = { id, words: 'Copy it from the address bar' };
    }
    setTimeout(() => { this.copied = undefined; }, COPIED_MS);
  }

  row(claim) {
    const { file, record } = this.data;
    const { id } = claim;
    const found = record.claims.find((c) => c.id === id);
    const runs = this.needs(id);
    const config = file.runs[claim.lab];
    const open = this.opened.has(id);
    return claimRow({
      claim, found, open, spot: this.spot === id, runs: claim.compare.length > 0,
      live: this.running === id ? { runner: this.runner } : this.live.get(id),
      href: open && config ? labLink(this.catalogue, config, runs.map((name) => file.runs[name])) : undefined,
      copied: this.copied?.id === id ? this.copied.words : undefined,
      press: { open: () => this.toggle(id), run: () => this.run(claim), cancel: () => this.cancelled(), copy: () => this.copy(id) },
    });
  }

  counts() {
    const { claims } = this.data.record;
    return html`<ul class="cl-counts" aria-label="Claims by verdict">${countOf(claims).map(([name, n]) => html`<li data-count=${name}><button aria-pressed=${String(this.filter === name)} @click=${() => this.show(this.filter === name ? 'all' : name)}>
      <span class="n">${n}</span>${verdict(name)}<span class="says">${VERDICTS[name].says}</span></button></li>`)}</ul>`;
  }

  group(article) {
    const all = this.data.file.claims.filter((c) => c.article === article);
    const shown = all.filter((c) => passes(this.filter, c.verdict));
    if (!shown.length) return nothing;
    return html`<details class="cl-fold" data-article=${article} ?open=${this.unfolded.has(article)} @toggle=${(e) => this.fold(article, e.target.open)}>
      <summary><h3 class="cl-h">${ARTICLES[article]}</h3><span class="cl-sum"><b>${shown.length === all.length ? plural(all.length, 'claim') : `${shown.length} of ${plural(all.length, 'claim')}`}</b>${countOf(shown).map(([name, n]) => html`<span>${VERDICTS[name].icon}${n} ${name}</span>`)}</span></summary>
      <ol class="cl-list">${shown.map((claim) => this.row(claim))}</ol></details>`;
  }

  body() {
    if (!this.data) return html`<p class="hint" role="status">Loading the claims…</p>`;
    const { errorRate, comparisons } = this.data.record;
    const whole = this.articles.every((article) => this.unfolded.has(article));
    return html`${this.counts()}
      <div class="cl-bar">${segmented(FILTERS, this.filter, (v) => this.show(v), { label: 'Claims shown', look: 'sm' })}
        <button class="btn sm ghost" data-unfold @click=${() => { this.unfolded = new Set(whole ? [] : this.articles); }}>${whole ? 'Fold all' : 'Unfold all'}</button>
        <p>A figure is compared within the noise of both sides, a sentence as the bound that Details names. Noise alone changes a verdict with a chance below ${percent(errorRate)} over all ${comparisons} comparisons.</p></div>
      <div class="cl-folds">${this.articles.map((article) => this.group(article))}</div>`;
  }

  render() {
    return html`<div class="sec-head"><h2 tabindex="-1">Every number, checked</h2>
      <p class="lead">Three articles, ${this.data?.file.claims.length ?? 60} claims: every table, every figure in a sentence, every formula with a number. Each was measured; run any of them again here, on the same configuration, to the same bits.</p></div>
      ${this.trouble ? html`<p class="note bad" role="alert">${this.trouble}</p>` : nothing}
      ${this.body()}`;
  }
}
customElements.define('p2c-claims', Claims);
