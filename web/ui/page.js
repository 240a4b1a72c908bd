import { LitElement, html, nothing } from 'lit';
import './save-menu.js';
import * as icons from './icons.js';
import { CUT, dropHash, flushHash, parseHash } from './router.js';
import { toggleTheme } from './theme.js';
import { disable } from './disable.js';
import { Parts } from './parts.js';
import './duel.js';
import { CHAPTERS, chapters, contents } from './story.js';

// The frame of the page: top bar, sections, footer; keeps the address and the sections in step.

const LABS = ['duel', 'bins', 'fleet', 'map', 'fanout', 'hashing', 'claims'];
/** The anchors that the bar has room for; the contents name every chapter. */
const LINKS = [['bins', 'Balls and bins'], ['fleet', 'Fleet'], ['map', 'Map'], ['fanout', 'Fan-out'], ['theory', 'Theory'], ['mistakes', 'Mistakes'], ['claims', 'Claims']];
const COPIED_MS = 1200;
/** Screens. */
const GLIDE = 3;
const SETTLED_MS = 3000;
const MOVED_PX = 20;
const LOST_MS = 12_000;
/** Of a reader who does not leave at once. */
const SIGNS = ['scroll', 'pointerdown', 'keydown', 'wheel', 'touchstart'];

class Page extends LitElement {
  static properties = { lab: { attribute: false }, trouble: { state: true }, versus: { state: true }, copied: { state: true }, lostOne: { state: true } };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.follow = () => { dropHash(); this.read(true); };
    addEventListener('popstate', this.follow);
    addEventListener('keydown', (e) => { if (e.key === 'Escape') this.stop(); });
  }

  /** Esc stops what runs in the section that has the focus, or else everything that runs. */
  stop() {
    const focused = this.sections().find((s) => s.contains(document.activeElement));
    if (!focused?.cancelled?.()) for (const s of this.sections()) s.cancelled?.();
  }

  sections() { return ['duel', ...CHAPTERS.map(({ id }) => id)].map((id) => this.querySelector(`#${id}`)).filter(Boolean); }

  get parts() { return (this._parts ??= new Parts(this.lab)); }

  /** What follows once the opening figure is painted: sections that are near, and all others once the reader does anything. */
  rest() {
    this.parts.watch(this);
    const begin = () => {
      for (const sign of SIGNS) removeEventListener(sign, begin, true);
      this.readOn();
    };
    for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true });
  }

  /** All other sections, in idle moments. */
  async readOn() {
    if (!this.lab) return;
    await this.parts.all;
    this.whole = true;
  }

  updated(changed) {
    if (changed.has('trouble') && this.trouble) {
      Object.assign(this.querySelector('p2c-duel') ?? {}, { playing: false });
      disable(this.querySelector('main'));
    }
    if (!this.lab || this.started) return;
    this.started = true;
    this.read(false);
  }

  /** Applies the address. A jump inside the page scrolls; the first load scrolls once the sections have their heights. */
  async read(again) {
    const { lab, pairs, cut } = parseHash(location.hash);
    if (this.parts.has(lab)) await this.parts.load(lab);
    const section = LABS.includes(lab) ? this.querySelector(`#${lab}`) : null;
    if (section && (pairs.length || again)) section.applyLink?.(pairs);
    if (section && cut) section.notes = [...section.notes, { kind: 'link', text: CUT }];
    // Back to an address without settings: labs that have some, or a note about some, return to their defaults.
    else if (again && !lab) for (const one of LABS.map((id) => this.querySelector(`#${id}`))) if (one.pairs?.().length || one.notes?.some((n) => n.kind === 'link')) one.applyLink([]);
    if (lab && lab !== 'duel') setTimeout(() => this.goTo(lab, !again), again ? 0 : 60);
  }

  /** Sections above must have their heights first. Far away is reached at once: a glide over sections that still settle may end halfway. */
  async goTo(id, atOnce = false) {
    if (!this.whole) await this.readOn();
    const target = CHAPTERS.some((known) => known.id === id) ? document.getElementById(id) : null;
    const spot = location.hash.includes('?') ? target?.querySelector('[data-spot]') : null;
    const end = spot ?? target;
    const glides = end && !atOnce && Math.abs(end.getBoundingClientRect().top) < GLIDE * innerHeight;
    end?.scrollIntoView({ block: 'start', behavior: glides ? 'auto' : 'instant' });
    if (end && !glides) this.stayAt(end);
    target?.querySelector('h2')?.focus({ preventScroll: true });
  }

  /** Sections above may still find their heights: what was jumped to stays in place meanwhile, unless the reader moves. */
  stayAt(end) {
    this.leave?.();
    let tall;
    let place;
    const settling = new ResizeObserver(() => {
      end.scrollIntoView({ block: 'start', behavior: 'instant' });
      tall = document.documentElement.scrollHeight;
      place = end.getBoundingClientRect().top;
    });
    // By key, by wheel or by the bar: the place changes and the page does not.
    const moved = () => {
      const as = document.documentElement.scrollHeight === tall;
      if (as && Math.abs(end.getBoundingClientRect().top - place) > MOVED_PX) leave();
    };
    const leave = () => {
      settling.disconnect();
      removeEventListener('scroll', moved);
    };
    this.leave = leave;
    addEventListener('scroll', moved, { passive: true });
    settling.observe(this.querySelector('main'));
    setTimeout(leave, SETTLED_MS);
  }

  /** A press on an anchor keeps the section's settings in the address. */
  jump(e, id) {
    e.preventDefault();
    const section = this.querySelector(`#${id}`);
    flushHash();
    if (section?.writeLink) section.writeLink(true);
    else history.pushState(null, '', `#${id}`);
    this.goTo(id);
  }

  watch(scene) {
    this.querySelector('p2c-duel').watch(scene);
    scrollTo({ top: 0 });
  }

  async copy() {
    flushHash();
    // What no link can hold is offered by the bar of its section.
    const share = document.getElementById(parseHash(location.hash).lab)?.querySelector('p2c-share');
    if (share?.tooLong()) return void share.offer();
    try {
      await navigator.clipboard.writeText(location.href);
      this.copied = 'Copied';
    } catch {
      this.copied = 'Copy it from the address bar';
    }
    setTimeout(() => { this.copied = undefined; }, COPIED_MS);
  }

  /** A worker died in the middle of a run; another does its part again. */
  lost() {
    clearTimeout(this.lostTimer);
    this.lostOne = true;
    this.lostTimer = setTimeout(() => { this.lostOne = false; }, LOST_MS);
  }

  render() {
    return html`<a class="skip" href="#bins" @click=${(e) => this.jump(e, 'bins')}>Skip to the first lab</a>
      <header class="top"><div class="wrap">
        <a class="mark" href="#" aria-label="P2C Lab, top of the page" @click=${(e) => { e.preventDefault(); scrollTo({ top: 0 }); }}>${icons.mark}P2C Lab</a>
        <nav aria-label="Sections">${LINKS.map(([id, label]) => html`<a href="#${id}" @click=${(e) => this.jump(e, id)}>${label}</a>`)}</nav>
        <div class="act">
          <button class="btn ghost ico" aria-label="Switch between light and dark" @click=${toggleTheme}>${icons.theme}</button>
          <button class="btn bar-size" @click=${this.copy}>${this.copied ?? 'Copy link'}</button>
        </div></div></header>
      <main @p2c-watch=${(e) => this.watch(e.detail)} @p2c-versus=${(e) => { this.versus = e.detail; }}>
        <div class="wrap hero"><div class="hero-head"><h1>Look twice.</h1>
          <p class="lead">Both fleets get <b>the same requests at the same instants.</b> ${this.versus ?? 'Left: each goes to a random replica. Right: each looks at two and joins the shorter queue.'} Nothing else differs.</p></div>
          ${this.trouble ? html`<div class="note bad" role="alert">${icons.warn}<span>${this.trouble}</span></div>` : nothing}
          ${this.lab ? html`<p2c-duel .lab=${this.lab}></p2c-duel>` : this.trouble ? nothing : html`<p class="hint" role="status">Loading the simulator…</p>`}
        </div>
        ${this.lab ? html`${contents((e, id) => this.jump(e, id))}${chapters(this.lab)}` : nothing}
      </main>
      <div role="status">${this.lostOne ? html`<p class="toast">${icons.warn}A worker of this browser has died. Its part of the run is done again; the result is the same.</p>` : nothing}</div>
      <footer><div class="wrap"><p><b>P2C Lab.</b> Every number on this page comes from one C++ core, with its uncertainty: what you see first was simulated when the page was built, everything after that while you look, in WebAssembly. The same settings and seed give the same numbers everywhere.</p>
        <p>Time is in mean service times unless it says otherwise. Nothing is loaded from elsewhere and nothing is stored. Code under the MIT licence; typeface Inter under the SIL Open Font License.${this.lab ? ` Version ${this.lab.version}.` : ''}</p></div></footer>`;
  }
}
customElements.define('p2c-page', Page);
