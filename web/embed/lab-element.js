import { LitElement, html, nothing } from 'lit';
import { LabError } from '../api/errors.js';
import { Catalogue } from '../ui/catalogue.js';
import { THIN, plain, plural } from '../ui/format.js';
import { warn } from '../ui/icons.js';
import { BINS, DUEL, FANOUT, FLEET, HASHING } from '../ui/presets.js';
import { policyPairs } from '../ui/policy-links.js';
import { formatHash } from '../ui/router.js';
import { get, show } from '../ui/config.js';
import { changed } from '../ui/theme.js';
import { FromAddress } from './address.js';
import { Scheme } from './scheme.js';
import { LABS, isSetting, pairsOf, readPlan, wholeConfig } from './settings.js';
import { sharedLab } from './shared-lab.js';
import { shippedTable } from './shipped.js';
import { styles } from './styles.js';
import { tell } from './tell.js';

// <p2c-lab experiment="fleet" policy="choices" d="2" load="0.95">: a part of the lab in somebody's page.

// Where this script came from; the page of the lab stands beside it.
const HOME = document.currentScript?.src ?? import.meta.url;

const SIZES = [[DUEL.size, 'replica'], [BINS.size, 'bin'], [FANOUT.leaves, 'leaf', 'leaves'], ...HASHING.sizes];

/** What draws a part comes when the first such part is shown. */
const CODE = {
  skyline: () => import('./live.js'), comparison: () => import('./runs.js'),
  chart: () => Promise.all([import('./runs.js'), import('../ui/figure.js')]),
};
const here = new Set();

export class P2cLab extends LitElement {
  static styles = styles;
  static properties = {
    lab: { attribute: false, state: true }, plan: { state: true }, problem: { state: true }, trouble: { state: true }, seen: { state: true }, last: { state: true },
  };

  #given;

  constructor() {
    super();
    this.scheme = new Scheme(this);
    this.address = new FromAddress(this);
  }

  connectedCallback() {
    super.connectedCallback();
    // A property that was set before the class was known hides the accessor.
    if (Object.hasOwn(this, 'config')) {
      const { config } = this;
      delete this.config;
      this.config = config;
    }
    this.attributesSeen = new MutationObserver((changes) => {
      if (changes.some((c) => isSetting(c.attributeName))) this.#given = undefined;
      this.read();
    });
    this.attributesSeen.observe(this, { attributes: true });
    this.near = new IntersectionObserver((all) => { if (all.at(-1).isIntersecting) this.open(); }, { rootMargin: '100px' });
    this.near.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.attributesSeen.disconnect();
    this.near.disconnect();
    // Whatever runs is taken down with its element; in its next place the lab starts again.
    this.seen = false;
  }

  /** Opens the lab that all elements share, once this one is seen. */
  async open() {
    this.near.disconnect();
    this.seen = true;
    try {
      this.lab ??= await sharedLab();
      this.catalogue ??= new Catalogue(this.lab.catalogue);
      this.read();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error) {
    this.trouble = error;
    tell(this, 'error', error);
  }

  /** @param {string} part */
  async fetchCode(part) {
    if (here.has(part)) return;
    try {
      await CODE[part]();
      here.add(part);
      this.requestUpdate();
    } catch (cause) {
      this.fail(new LabError({ kind: 'platform', field: '', message: `This part of the lab could not be loaded: ${cause.message}` }, { cause }));
    }
  }

  /** The whole configuration, with every default filled in; before the lab is there, what was given. */
  get config() { return this.plan ? wholeConfig(this.catalogue, { ...this.plan, config: this.stage?.config ?? this.plan.config }) : this.#given; }

  /** Replaces the attributes that are settings of the experiment, and `policies` where it has a policy, until one of them changes. */
  set config(value) {
    this.#given = value ?? undefined;
    this.read();
  }

  get stage() { return this.renderRoot?.querySelector('p2c-live, p2c-runs'); }

  /** Reads the settings anew. What is wrong with them is shown as one sentence in place of the lab. */
  read() {
    this.scheme.read();
    if (!this.lab) return;
    try {
      const { pairs, strange } = this.address.read() ?? { pairs: pairsOf(this) };
      if (strange) throw strange;
      const plan = readPlan(this.lab, this.catalogue, pairs, this.#given);
      if (this.lab.pending) return this.readLater();
      this.plan = plan;
      this.problem = undefined;
      this.fetchCode(plan.part);
    } catch (error) {
      if (this.lab.pending) return this.readLater();
      Object.assign(this, { plan: undefined, problem: error, last: undefined });
      tell(this, 'error', error);
    }
  }

  /** What the small core cannot judge is read again once the whole one is there. */
  readLater() { this.lab.ready.then(() => this.read(), (error) => this.fail(error)); }

  updated(changes) {
    if (changes.has('seen') || changes.has('plan')) changed();
  }

  /** The lab's own page, at these settings; undefined where it is not known. */
  get href() {
    const home = this.getAttribute('lab') ?? (/\/p2c-lab\.m?js$/.test(HOME) ? new URL('./', HOME).href : undefined);
    if (home === undefined || !this.plan || !/^(https?|file):/.test(new URL(home, document.baseURI).protocol)) return undefined;
    const { experiment, part, policies } = this.plan;
    const config = this.stage?.config ?? this.plan.config;
    const pairs = (all) => this.catalogue.changes(experiment, all).map(([path, value]) => [path, show(value)]);
    const last = policies.at(-1);
    const link = experiment === 'fleet'
      ? formatHash(part === 'skyline' ? 'duel' : experiment, [...pairs(config).filter(([k]) => k.split('.')[0] !== FLEET.policy), ...policyPairs(this.catalogue, policies, part === 'skyline' ? DUEL.policies : FLEET.compared)])
      : formatHash(experiment, pairs(last ? { ...config, [FLEET.policy]: last } : config));
    return new URL(link, new URL(home, document.baseURI)).href;
  }

  render() {
    return html`<div class="scene" data-scene ?data-clear=${this.address.shown('bg') === 'transparent'} .style=${`color-scheme:${this.scheme.name}`}
      @p2c-result=${(e) => { this.last = e.detail; }} @p2c-configured=${() => this.requestUpdate()}>${this.body()}</div>`;
  }

  body() {
    if (this.problem) return html`<p class="note bad" role="alert">${warn}<span>${this.problem.message}</span></p>`;
    if (this.trouble) return html`<p class="note bad" role="alert">${warn}<span>${this.trouble.message}</span></p>${shippedTable(this.getAttribute('experiment'))}`;
    if (!this.plan || !this.seen || !here.has(this.plan.part)) return html`<p class="loading" role="status" data-part=${this.expectedPart}>Loading the simulator…</p>`;
    return html`${this.plan.part === 'skyline' ? html`<p2c-live .lab=${this.lab} .plan=${this.plan}></p2c-live>` : html`<p2c-runs .lab=${this.lab} .plan=${this.plan}></p2c-runs>`}${this.foot()}`;
  }

  /** What will stand here, for as long as only the attributes are known: its room is kept from the start. */
  get expectedPart() {
    const shown = (name) => this.address.shown(name);
    return shown('part') ?? (LABS[shown('experiment')] ?? LABS.fleet).parts[0];
  }

  /** How many replicas or bins, under which law, how often, from which seed; and what the numbers can be recognised by. */
  foot() {
    const full = this.catalogue.filled(this.plan.experiment, this.stage?.config ?? this.plan.config);
    const law = full.service && this.catalogue.entry('services', full.service.id)?.label.toLowerCase();
    const [name, one, many] = SIZES.find(([known]) => get(full, known) !== undefined);
    const size = plural(get(full, name), one, many);
    const { last } = this;
    const href = this.href;
    return html`<div class="foot"><span>${size}${law ? html`, <span class="long">${law} service, </span>` : ', '}${last && !last.live ? html`<span class="long">${plural(full[FLEET.runs], 'run')}, </span>` : nothing}seed ${plain(full[FLEET.seed])}${
      last?.fingerprint ? html`<span class="long">, fingerprint${last.config[FLEET.policy] ? html` of ${this.catalogue.shortName(last.config[FLEET.policy])}` : nothing} <code>${last.fingerprint}</code></span>` : last?.live ? html`<span class="long">, ±: 95${THIN}% interval</span>` : nothing}</span>
      ${href ? html`<a href=${href} target="_blank" rel="noopener">Open in the lab</a>` : nothing}</div>`;
  }
}
