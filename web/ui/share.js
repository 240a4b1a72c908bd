import { LitElement, html, nothing } from 'lit';
import { download } from './download.js';
import { LONGEST, formatHash } from './router.js';
import { bibtex, citation, commandOf, embedCode, longLists } from './take-text.js';

// Under every section: where its numbers come from, and its link, embed code, citation and command, to be copied.
// A section says what of it can leave: address(), embeddable() where embed.html has it ({lab, part, pairs}), and shared(): {runs: [{name, result}], command?}, undefined
// while there is nothing, or nothing of the present settings.

const COPIED_MS = 1200;

const here = () => location.href.split('#')[0];

/** The section that an element stands in, and the link to what it shows. */
export function addressOf(element) {
  let at = element;
  while (at && !at.address) at = at.parentElement;
  return { section: at, link: `${here()}${at.address()}` };
}

/** The setting of an experiment as pairs of a link to embed.html: policies have a key of their own there. */
export function embedPairs(catalogue, experiment, config, policies) {
  const param = catalogue.experiment(experiment).params.find((p) => p.family === 'policies');
  const short = (policy) => {
    const full = catalogue.fillOne(param, policy);
    const own = catalogue.inner(param, full).filter((p) => JSON.stringify(full[p.name]) !== JSON.stringify(p.default));
    return [full.id, ...own.map((p) => `${p.name}=${full[p.name]}`)].join(' ');
  };
  const settings = catalogue.changes(experiment, config).filter(([path]) => path.split('.')[0] !== param.name);
  return [...settings.map(([path, value]) => [path, String(value)]), ['policies', policies.map(short).join(',')]];
}

class Share extends LitElement {
  static properties = { of: { attribute: false }, ready: { type: Boolean }, copied: { state: true }, shown: { state: true } };

  createRenderRoot() { return this; }

  /** The finding of its first figure. */
  get title() {
    const found = (selector) => this.of.querySelector(selector)?.textContent.replace(/\s+/g, ' ').trim();
    return this.of.finding ?? found('p2c-figure .finding') ?? found('.finding') ?? found('h2');
  }

  get base() { return new URL('.', here()).href; }

  /** Everything that can be copied, as [what it is called, its text]; the text may take a moment and is made when it is asked for. */
  get kinds() {
    const { of, title } = this;
    const taken = () => ({ ...of.shared(), title, link: addressOf(this).link });
    return [
      ['link', 'Copy link', () => addressOf(this).link, true],
      ['embed', 'Copy embed code', () => this.embed(), true],
      ['cite', 'Cite', () => citation(taken(), of.catalogue), this.ready],
      ['bibtex', 'BibTeX', () => bibtex(taken(), of.catalogue), this.ready],
      ...(of.live ? [] : [['command', 'Command line', () => this.command(), this.ready]]),
    ];
  }

  /** The part that stands for the section in another page; where there is none, the page itself, opened there. */
  embed() {
    const { of, title, base } = this;
    const part = of.embeddable?.();
    if (!part) return embedCode({ title, url: addressOf(this).link, height: 900 });
    return embedCode({ title, url: `${base}embed.html${formatHash(`${part.lab}/${part.part}`, part.pairs)}`, height: 428 });
  }

  command() {
    const { runs, command } = this.of.shared();
    return command ?? commandOf(this.of.catalogue, runs.map(({ result }) => result.config));
  }

  /** Why a link cannot hold the settings; empty when it can. */
  tooLong() {
    const { of } = this;
    const [longest] = of.experiment ? longLists(of.catalogue, of.experiment, of.config) : [];
    if (longest) return `A list of ${longest.toLocaleString('en-US')} numbers is too long for a link.`;
    // The mark # before it is not counted.
    return of.address().length - 1 > LONGEST ? `These settings are too long for a link, which has ${LONGEST.toLocaleString('en-US')} characters at most.` : '';
  }

  /** What takes the place of such a link: the configuration, or where there are several the commands that run them. */
  instead() {
    const { of } = this;
    const tasks = of.asks?.() ?? [of.asked()];
    const several = tasks.length > 1;
    return several ? { words: 'These are the commands that run them:', text: commandOf(of.catalogue, tasks), name: `p2c-${of.name}.sh` }
      : { words: 'This is the configuration as JSON, for p2c run:', text: JSON.stringify(tasks[0]), name: `p2c-${of.name}.json` };
  }

  /** Offers that, where the reader sees it. */
  async offer() {
    await this.copy('link');
    this.scrollIntoView({ block: 'center' });
  }

  async copy(kind, make) {
    const why = kind === 'link' || kind === 'embed' ? this.tooLong() : '';
    const instead = why ? this.instead() : undefined;
    const text = instead?.text ?? make();
    this.shown = instead && { why: `${why} ${instead.words}`, text, name: instead.name };
    clearTimeout(this.timer);
    try {
      await navigator.clipboard.writeText(text);
      this.copied = kind;
      this.timer = setTimeout(() => { this.copied = undefined; }, COPIED_MS);
    } catch {
      this.shown ??= { why: 'Here it is, to be copied:', text };
    }
    if (!this.shown) return;
    await this.updateComplete;
    this.querySelector('textarea').select();
  }

  render() {
    return html`<div class="share-do" role="group" aria-label="Take it with you">${this.kinds.map(([kind, label, make, ready]) => html`<button class="btn sm ghost" data-copy=${kind} ?disabled=${!ready}
        @click=${() => this.copy(kind, make)}>${this.copied === kind ? 'Copied' : label}</button>`)}</div>
      <span class="vh" role="status">${this.copied ? 'Copied' : ''}</span>
      ${this.shown ? html`${this.shown.name ? html`<button class="btn sm" data-file @click=${() => download(this.shown.name, new Blob([`${this.shown.text}\n`], { type: 'application/json' }))}>Save it as a file</button>` : nothing}<label class="share-text"><span>${this.shown.why}</span><textarea readonly rows="3" .value=${this.shown.text} @keydown=${(e) => { if (e.key === 'Escape') this.shown = undefined; }}></textarea></label>` : nothing}`;
  }
}
customElements.define('p2c-share', Share);

/** The bar: @param provenance on its left · ready: whether the section has something to share */
export const shareBar = (section, provenance, ready) => html`<div class="share"><p class="prov">${provenance}</p><p2c-share .of=${section} ?ready=${ready}></p2c-share></div>`;
