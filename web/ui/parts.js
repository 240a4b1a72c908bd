// The sections below the opening figure. Their code, and the results that they show first, come once that is painted: at once when a
// section comes near or is asked for, the others in the order of the page, in idle moments, once the reader reads on.

import { CHAPTERS } from './story.js';

const IDLE_MS = 300;
const PAINTED_MS = 1000;
const NEAR = '600px';

const CODE = Object.fromEntries(CHAPTERS.filter(({ code }) => code).map(({ id, code }) => [id, code]));

/** Once the first contents of the page are on screen; a hidden page does not wait for that. */
export function painted() {
  return new Promise((done) => {
    setTimeout(done, PAINTED_MS);
    if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return;
    new PerformanceObserver((list) => { if (list.getEntriesByName('first-contentful-paint').length) done(); }).observe({ type: 'paint', buffered: true });
  });
}

/** The next idle moment, or soon. */
const idle = () => new Promise((done) => { (globalThis.requestIdleCallback ?? setTimeout)(() => done(), { timeout: IDLE_MS }); });

export class Parts {
  #results;
  #loaded = new Map();

  /** @param lab takes the results */
  constructor(lab) { this.lab = lab; }

  has(id) { return Object.hasOwn(CODE, id); }

  /** The code of a section, once; what did not come is asked for again. Without the results the engine makes them. */
  load(id) {
    this.#results ??= import('../../build/generated/results.json').then((m) => this.lab.ship(m.default), () => {});
    if (!this.#loaded.has(id)) this.#loaded.set(id, this.#results.then(CODE[id]).catch(() => this.#loaded.delete(id)));
    return this.#loaded.get(id);
  }

  /** All sections, one after another. */
  get all() { return (this.every ??= this.#each()); }

  async #each() {
    for (const id of Object.keys(CODE)) {
      if (!this.#loaded.has(id)) await idle();
      await this.load(id);
    }
  }

  /** Loads sections that come near before their turn. */
  watch(page) {
    const near = new IntersectionObserver((all) => {
      for (const { isIntersecting, target } of all) if (isIntersecting) {
        near.unobserve(target);
        this.load(target.id);
      }
    }, { rootMargin: NEAR });
    for (const id of Object.keys(CODE)) near.observe(page.querySelector(`#${id}`));
  }
}
