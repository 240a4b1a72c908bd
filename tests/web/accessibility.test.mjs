// The built pages for everybody: axe finds nothing in light and dark, everything is reached and seen by keyboard, targets are large
// enough, 320 pixels are wide enough, and where motion is not wanted nothing moves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { openPage } from './support/chromium.mjs';
import { LABS, OTHERS, runLab } from './support/labs.mjs';
import { missing, PATIENCE, taken, theBuiltPage, until } from './support/page.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LEAST_TARGET = 24;

/** What axe finds: the rule, and where. */
async function found(page, rules) {
  const { violations } = await page.evaluate((only) => axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) }), rules);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes.slice(0, 3).map((n) => `${n.target.join(' ')}: ${n.any[0]?.message ?? n.html.slice(0, 100)}`).join(' | ')}`);
}

/** What depends on the colours: all else is the same in both schemes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Both schemes, with the page as it stands. */
async function inLightAndDark(page, when) {
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    // The page hears of it with the next frame, and draws anew.
    await page.evaluate(async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); });
    assert.deepEqual(await found(page, scheme === 'dark' ? COLOURS : undefined), [], `${when}, ${scheme}`);
  }
}

/** Stops everything, so that the page stands still. */
const standStill = (page) => page.evaluate(() => {
  const duel = document.querySelector('p2c-duel');
  if (duel.playing) duel.toggle();
  for (const e of document.querySelectorAll('main section.lab > .wrap > *')) e.cancelled?.();
});

/** Opens all that is folded. */
const unfold = (page) => page.evaluate(() => {
  document.querySelectorAll('details').forEach((d) => { d.open = true; });
  document.querySelectorAll('.rail.shut .rail-top').forEach((b) => { if (b.offsetParent) b.click(); });
});

/** Runs in the page: what is meant to be pressed or typed into and is smaller than so many pixels. A label is part of its target. */
function smallTargets(least) {
  const out = [];
  for (const e of document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')) {
    const own = e.getBoundingClientRect();
    if (!own.width || !own.height || e.closest('.vh, .skip') || getComputedStyle(e).visibility === 'hidden') continue;
    if (e.matches('a') && e.closest('p, li, td')) continue;  // inline in text
    const label = e.closest('label')?.getBoundingClientRect();
    const [width, height] = [Math.max(own.width, label?.width ?? 0), Math.max(own.height, label?.height ?? 0)];
    if (width < least - 0.01 || height < least - 0.01) out.push(`${e.tagName} ${e.className} ${width.toFixed(1)} × ${height.toFixed(1)} in ${e.closest('p2c-param')?.path ?? e.closest('[id]')?.id}`);
  }
  return out;
}

describe('the page for everybody', { skip: missing }, () => {
  const here = theBuiltPage();
  const { open } = here;

  test('axe finds nothing, before results, with them, and with a setting that is wrong; targets are large enough', async () => {
    const { page } = await open('#duel', { size: { width: 1280, height: 800 } });
    await until(page, () => !!document.querySelector('#article table'));
    await page.evaluate(axe);
    await inLightAndDark(page, 'before results');
    for (const id of Object.keys(LABS)) await runLab(page, id);
    await standStill(page);
    await page.evaluate(() => scrollTo(0, 0));
    await unfold(page);
    await inLightAndDark(page, 'with results');
    assert.deepEqual(await page.evaluate(smallTargets, LEAST_TARGET), []);
    await page.evaluate(() => document.querySelectorAll('.tools button').forEach((b) => b.click()));
    await page.evaluate(() => {
      document.querySelector('p2c-fleet').applyLink([['load', '7000']]);
      document.querySelector('p2c-map').applyLink([['replicas', '1']]);
      document.querySelector('p2c-bins').applyLink([['bins', '0.5']]);
    });
    await inLightAndDark(page, 'with tables open and settings that are wrong');
    await page.close();
  });

  for (const name of OTHERS)
    test(`axe finds nothing in ${name}`, async () => {
      const { page } = await openPage(here.chromium.browser, `${here.server.origin}/${name}`);
      await until(page, () => !!(document.querySelector('p2c-lab')?.shadowRoot ?? document).querySelector('canvas, .uplot, table'));
      await page.evaluate(axe);
      await inLightAndDark(page, name);
      await page.close();
    });

  test('Tab reaches every control, in the order of the page, shows where it is, and gets out at the end', async () => {
    // Without an anchor: it would be where Tab begins.
    const { page } = await open('', { before: () => {
      globalThis.observers = [];
      globalThis.IntersectionObserver = class extends IntersectionObserver { constructor(...values) { super(...values); observers.push(this); } };
    } });
    // Scrolling must not glide: where a control is, is asked at once.
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await until(page, () => !!document.querySelector('#article table'));
    await standStill(page);
    await page.evaluate(() => {
      document.querySelectorAll('details:not(.save)').forEach((d) => { d.open = true; });  // menus close when they are left
      // Nothing comes into view for the page any more, so no lab begins and adds what the walk cannot know of.
      observers.forEach((one) => one.disconnect());
      scrollTo(0, 0);
      document.activeElement.blur();
    });
    const walk = await page.evaluate(() => {
      const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0;
      const reached = (e) => !e.matches('input[type=radio]') || e.checked;
      globalThis.stops = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')].filter((e) => shown(e) && reached(e));
      return stops.length;
    });
    assert.ok(walk > 100, `${walk} controls`);
    const missed = [];
    for (let i = 0; i < walk; i++) {
      await page.keyboard.press('Tab');
      const wrong = await page.evaluate((k) => {
        const e = document.activeElement;
        const words = (x) => `${x.tagName} ${x.className} ${x.getAttribute('aria-label') ?? x.textContent.trim().slice(0, 30)}`;
        if (e !== stops[k]) return `stop ${k} is ${words(e)}, not ${words(stops[k])}`;
        const { outlineStyle, outlineWidth } = getComputedStyle(e.closest('.drop') ?? e);
        // The thumb of a slider has the outline; it cannot be asked.
        const seen = e.matches(':focus-visible') && (e.type === 'range' || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2));
        const { top, bottom } = e.getBoundingClientRect();
        if (!seen) return `no outline: ${words(e)}`;
        return bottom > 0 && top < innerHeight ? '' : `out of sight: ${words(e)}`;
      }, i);
      if (wrong) missed.push(wrong);
      if (missed.length > 5) break;
    }
    assert.deepEqual(missed, []);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement === document.body || document.activeElement === stops[0]), true, 'there is no trap');
    await page.close();
  });

  test(`320 pixels are enough: no sideways scroll with results, and targets of ${LEAST_TARGET} pixels`, async () => {
    const { page, said } = await open('#duel', { size: { width: 320, height: 800 } });
    await until(page, () => !!document.querySelector('#article table'));
    for (const id of Object.keys(LABS)) await runLab(page, id);
    await unfold(page);
    assert.deepEqual(await page.evaluate(smallTargets, LEAST_TARGET), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.deepEqual(said, []);
    await page.close();
  });

  test('with reduced motion nothing moves by itself: no play, no animation, no gliding', async () => {
    const page = await here.chromium.browser.newPage();
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.goto(here.server.origin);
    await page.waitForFunction(() => /×/.test(document.querySelector('[data-ratio]')?.textContent ?? ''), { timeout: PATIENCE });
    await taken(page);
    const look = () => page.evaluate(() => ({
      duel: [...document.querySelectorAll('p2c-duel canvas')].map((c) => c.toDataURL()).join(), play: document.querySelector('#duel [data-play]').textContent.trim(),
      animations: document.getAnimations().length, scroll: getComputedStyle(document.documentElement).scrollBehavior,
    }));
    const first = await look();
    assert.deepEqual({ ...first, duel: '' }, { duel: '', play: 'Play', animations: 0, scroll: 'auto' });
    await new Promise((done) => setTimeout(done, 500));
    assert.deepEqual(await look(), first);
    await page.close();
  });
});
