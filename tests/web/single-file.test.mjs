// The page as one file: from a folder without a network, and under the policy that it names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openLab } from '../../web/api/index.js';
import { launchChromium, openPage } from './support/chromium.mjs';
import { PATIENCE, built, missing, until } from './support/page.mjs';
import { serve } from './support/server.mjs';

const file = `${built}/p2c-lab.html`;
const SHORT = { experiment: 'fleet', load: 0.8, requests: 20000, replications: 4, seed: 3 };

describe('the page as one file', { skip: missing }, () => {
  let chromium;
  let server;
  before(async () => { chromium = await launchChromium(); });
  after(async () => {
    await chromium?.close();
    await server?.close();
  });

  const rightPrint = async () => {
    const lab = await openLab();
    const { fingerprint } = await lab.run(SHORT);
    lab.close();
    return fingerprint;
  };

  /** The fleet of a link runs by workers, in the typeface of the page, and nothing is asked for. */
  async function works({ page, said, asked }, url) {
    await page.waitForSelector('p2c-duel canvas');
    await until(page, () => Boolean(globalThis.p2c?.openLab));
    const found = await page.evaluate(async (config) => {
      const made = [];
      globalThis.Worker = class extends Worker { constructor(...p) { super(...p); made.push(this); } };
      const lab = await p2c.openLab({ workers: 2 });
      const { fingerprint } = await lab.run(config);
      lab.close();
      return { fingerprint, workers: made.length };
    }, SHORT);
    assert.equal(found.fingerprint, await rightPrint());
    assert.ok(found.workers > 0);
    assert.ok(await page.evaluate(() => document.fonts.check('500 14px "Inter Variable"')));
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--two') !== ''), true);
    assert.deepEqual(said, []);
    assert.deepEqual(asked.filter((address) => address !== url && !/^(blob|data):/.test(address)), []);
    await page.close();
  }

  test('from a folder: it runs, and no request leaves', async () => {
    const url = pathToFileURL(file).href;
    await works(await openPage(chromium.browser, url), url);
  });

  test('a link into it opens what it says', async () => {
    const { page, said } = await openPage(chromium.browser, `${pathToFileURL(file).href}#bins?bins=64&ballsPerBin=4&replications=10`);
    await until(page, () => /64 bins/.test(document.querySelector('#bins .prov')?.textContent ?? ''));
    assert.deepEqual(said, []);
    await page.close();
  });

  test('under the policy that stands at its head', async () => {
    const policy = /<!-- Content-Security-Policy: ([^]*?) -->/.exec(readFileSync(file, 'utf8'))[1];
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; /);
    const directives = Object.fromEntries(policy.split('; ').map((d) => [d.slice(0, d.indexOf(' ')), d.slice(d.indexOf(' ') + 1)]));
    server = await serve(built, { policy: directives });
    const url = `${server.origin}/p2c-lab.html`;
    await works(await openPage(chromium.browser, url), url);
  });
});
