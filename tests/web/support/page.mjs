// What the tests of the built page share: one browser and one server per file, and waiting for what the page shows.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PATIENCE, launchChromium, openPage } from './chromium.mjs';
import { serve } from './server.mjs';

export const built = fileURLToPath(new URL('../../../build/page', import.meta.url));
/** Why the tests of a page are not run here; false when they are. */
export const missing = existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium') ? false : 'there is no Chromium here';
export { PATIENCE };

/** The text of an element, with single spaces. */
export const text = (page, selector) => page.$eval(selector, (e) => e.textContent.trim().replace(/\s+/g, ' '));

/** Waits until a function is true in the page. */
export const until = (page, f, ...values) => page.waitForFunction(f, { timeout: PATIENCE, polling: 50 }, ...values);

let lookouts = 0;

/**
 * Looks out for a state that may pass before it is asked for: `f` is called in the page after every change of the document from now
 * on, until it is true. To be called before what brings the state about; gives a function that waits for it. `f` may act on what it sees.
 */
export async function lookout(page, f, ...values) {
  const key = `lookout${lookouts++}`;
  await page.evaluate(`globalThis.${key} = new Promise((done) => {
    let seen = false;
    const look = () => {
      if (seen || !(${f})(...${JSON.stringify(values)})) return;
      seen = true;
      watch.disconnect();
      done(true);
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(() => done(false), ${PATIENCE});
    look();
  }), undefined`);
  return async () => assert.ok(await page.evaluate(`globalThis.${key}`), `not seen in ${PATIENCE / 1000} s: ${f}`);
}

/** Goes to another address of the open page, as by a link in it. What earlier links have set is gone by then, and this one is read. */
export const visit = (page, hash) => page.evaluate(async (to) => {
  const whole = document.querySelector('p2c-page');
  for (const address of ['', to]) {
    location.hash = address;
    // It is read at once, but for a section that is still to be loaded; what it changes is rendered in a moment.
    await whole.parts.all;
    await new Promise((done) => setTimeout(done));
    await Promise.all(whole.sections().map((section) => section.updateComplete));
  }
}, hash);

/**
 * Waits until a lab has figures of the settings that it shows, and their provenance, and stands still. Its sweep, further down, may be
 * at work. Where a slow machine makes the lab ask before it runs, the answer is yes.
 */
export const ready = (page, id) =>
  until(page, (s) => {
    document.querySelector(`${s} [data-ask] [data-run]`)?.click();
    const lab = document.querySelector(s);
    return lab?.good?.config === lab?.config && !lab.runner.busy && !lab.isUpdatePending
      && document.querySelectorAll(`${s} .charts .uplot`).length >= 2 && document.querySelector(`${s} .prov code`)
      && !document.querySelector(`${s} .running button:not(p2c-sweep button)`);
  }, `#${id}`);

/** Waits until all of the page is there, and its engine, and what was made when it was built has been taken over. */
export const taken = (page) => until(page, () => {
  const whole = document.querySelector('p2c-page');
  const duel = document.querySelector('p2c-duel');
  whole.readOn();
  if (!whole.whole || whole.lab.pending) return false;
  duel.takeOver();  // out of sight it waits to be seen
  return !duel.pair?.still;
});

/** Waits as `until` does; where a slow machine makes a lab ask before it runs, the answer is yes. */
export async function answered(page, id, f) {
  const yes = setInterval(() => page.$eval(`#${id} [data-ask] [data-run]`, (e) => e.click()).catch(() => {}), 500);
  try {
    await until(page, f);
  } finally {
    clearInterval(yes);
  }
}

/** Types a value into the field of a setting. */
export const type = (page, selector, value) =>
  page.$eval(`${selector} input[type=text]`, (e, v) => { e.value = v; e.dispatchEvent(new Event('change')); }, value);

/** To be called in a describe: a browser and the built page for its tests. */
export function theBuiltPage() {
  const here = { chromium: undefined, server: undefined, open, at };
  let shared;
  before(async () => {
    here.chromium = await launchChromium();
    here.server = await serve(built);
  });
  after(async () => {
    await here.chromium?.close();
    await here.server?.close();
  });

  /** Opens the page at an address. `size`: a viewport; `early`: as soon as there is something to see. */
  async function open(hash = '', { size, early = false, ...options } = {}) {
    const opened = await openPage(here.chromium.browser, `${here.server.origin}/${hash}`, { ...options, size });
    await opened.page.waitForSelector('p2c-duel canvas');
    if (!early) await taken(opened.page);
    return opened;
  }
  /**
   * One page for several tests: opened at the first address, it follows links to the others. It is left open.
   */
  async function at(hash, options) {
    if (shared) await visit(shared.page, hash);
    shared ??= await open(hash, options);
    return shared;
  }
  return here;
}
