// The library inside a browser, as the built page carries it: the same fingerprints as everywhere, workers
// that hang, die or are forbidden, and a strict content security policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchChromium, openPage } from './support/chromium.mjs';
import { serve, STRICT_POLICY } from './support/server.mjs';

const built = fileURLToPath(new URL('../../build/page', import.meta.url));
const scenarios = JSON.parse(readFileSync(new URL('../golden/scenarios.json', import.meta.url), 'utf8'));
const SHORT = { experiment: 'bins', bins: 50, ballsPerBin: 20, replications: 12, seed: 7 };
const LONG = { experiment: 'fleet', replicas: 64, requests: 5_000_000, replications: 12, seed: 7 };

/** The scripts of the built page in an empty document: the library without the page around it. */
function emptyDocument() {
  const html = readFileSync(`${built}/index.html`, 'utf8');
  const scripts = html.match(/<script\b[^>]*\bsrc=[^>]*><\/script>/g) ?? [];
  assert.ok(scripts.length > 0, 'the built page has no script with a src');
  return `<!doctype html><meta charset="utf-8"><title>p2c</title><link rel="icon" href="data:,">${scripts.join('')}`;
}

/** Runs in the page before its scripts: keeps every worker that is made, so that a test can mistreat it. */
function recordWorkers() {
  globalThis.madeWorkers = [];
  globalThis.mistreat = () => {};
  globalThis.Worker = class extends Worker {
    constructor(...parameters) {
      super(...parameters);
      globalThis.madeWorkers.push(this);
      globalThis.mistreat(this);
    }
  };
}

/** Runs in the page: the script is a module, so it may come after the load event. */
async function whenLoaded() {
  for (let i = 0; i < 500 && !globalThis.p2c; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  return Boolean(globalThis.p2c?.openLab);
}

describe('the library in Chromium', () => {
  let chromium;
  const servers = [];

  before(async () => {
    chromium = await launchChromium();
  });
  after(async () => {
    await chromium?.close();
    for (const server of servers) await server.close();
  });

  async function open(policy = STRICT_POLICY) {
    const server = await serve(built, { policy, documents: { '/empty.html': emptyDocument() } });
    servers.push(server);
    const opened = await openPage(chromium.browser, `${server.origin}/empty.html`, { before: recordWorkers });
    assert.ok(await opened.page.evaluate(whenLoaded), 'the page sets globalThis.p2c = { openLab }');
    return { ...opened, origin: server.origin };
  }

  /** The text of a run of SHORT where nothing goes wrong. */
  async function rightText(page) {
    return page.evaluate(async (config) => {
      const lab = await p2c.openLab({ workers: 2 });
      const text = await lab.text(config);
      lab.close();
      return text;
    }, SHORT);
  }

  // With two: engines.test.mjs.
  for (const workers of [1, 3])
    test(`fingerprints are those of the golden scenarios with ${workers} worker(s), in silence`, async () => {
      const { page, said, asked, origin } = await open();
      const found = await page.evaluate(
        async (all, count) => {
          const lab = await p2c.openLab({ workers: count });
          const results = Object.entries(all).map(async ([name, { config }]) => [name, (await lab.run(config)).fingerprint]);
          const fingerprints = Object.fromEntries(await Promise.all(results));
          lab.close();
          return { fingerprints, workers: madeWorkers.length };
        },
        scenarios,
        workers,
      );
      for (const [name, { fingerprint }] of Object.entries(scenarios)) assert.equal(found.fingerprints[name], fingerprint, name);
      assert.ok(found.workers >= workers, 'the work was done by workers');
      assert.deepEqual(said, []);
      const elsewhere = asked.filter((url) => !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url));
      assert.deepEqual(elsewhere, []);
      await page.close();
    });

  /** Cancels a long run at its first sign of progress, then runs a short one. `deaf`: the last worker never hears of the cancel. */
  const cancelThenRun = (page, workers, deaf) =>
    page.evaluate(
      async (short, long, count, ignores) => {
        // A worker that hears of it answers in time, however busy the machine is.
        const { setTimeout } = globalThis;
        if (!ignores) globalThis.setTimeout = (work, time) => setTimeout(work, time * 60);
        const lab = await p2c.openLab({ workers: count });
        await lab.text(short);
        const worker = madeWorkers.at(-1);
        const made = madeWorkers.length;
        if (ignores) worker.postMessage = (message) => message.type !== 'cancel' && Worker.prototype.postMessage.call(worker, message);
        const abort = new AbortController();
        const error = await lab
          .run(long, { signal: abort.signal, onProgress: () => abort.abort() })
          .catch((reason) => reason);
        const text = await lab.text(short);
        lab.close();
        return { name: error.name, isDom: error instanceof DOMException, text, respawned: madeWorkers.length - made };
      },
      SHORT,
      LONG,
      workers,
      deaf,
    );

  for (const [title, workers, deaf, respawned] of [
    ['a run can be cancelled, and the next one is right', 2, false, 0],
    ['a worker that ignores a cancel is replaced', 1, true, 1],
  ])
    test(title, async () => {
      const { page } = await open();
      const right = await rightText(page);
      assert.deepEqual(await cancelThenRun(page, workers, deaf), { name: 'AbortError', isDom: true, text: right, respawned });
      await page.close();
    });

  test('a worker that dies during a run, loudly or in silence, does not change the result', async () => {
    const { page } = await open();
    const outcome = await page.evaluate(async (long) => {
      const config = { ...long, requests: 400_000 };
      // The watch over silent workers beats once a second; here ten times, so that the test is shorter.
      const { setInterval } = globalThis;
      globalThis.setInterval = (work, time) => setInterval(work, time / 10);
      const kill = { loudly: (worker) => worker.dispatchEvent(new ErrorEvent('error', { cancelable: true })), silently: (worker) => worker.terminate() };
      const texts = {};
      for (const how of ['loudly', 'silently']) {
        const lab = await p2c.openLab({ workers: 2 });
        const begun = madeWorkers.length;
        let killed = false;
        texts[how] = await lab.text(config, {
          onProgress(fraction) {
            if (killed || fraction < 0.2) return;
            killed = true;
            kill[how](madeWorkers[begun - 1]);
          },
        });
        lab.close();
        texts[how + 'Respawned'] = madeWorkers.length > begun;
      }
      const lab = await p2c.openLab({ workers: 2 });
      texts.undisturbed = await lab.text(config);
      lab.close();
      return texts;
    }, LONG);
    assert.equal(outcome.loudly, outcome.undisturbed);
    assert.equal(outcome.silently, outcome.undisturbed);
    assert.ok(outcome.loudlyRespawned && outcome.silentlyRespawned, 'new workers took over');
    await page.close();
  });

  test('workers that throw, or never answer, leave the work to the page', async () => {
    const { page } = await open();
    const right = await rightText(page);
    const texts = await page.evaluate(async (short) => {
      const ways = {
        throws: () => {
          throw new DOMException('no', 'SecurityError');
        },
        silent: (worker) => (worker.postMessage = () => {}),
      };
      const run = async (way) => {
        globalThis.mistreat = way;
        const lab = await p2c.openLab({ workers: 2 });
        const text = await lab.text(short);
        lab.close();
        return text;
      };
      return [await run(ways.throws), await run(ways.silent)];
    }, SHORT);
    assert.deepEqual(texts, [right, right]);
    await page.close();
  });

  test("worker-src 'none': the page does the work, with the same fingerprints", async () => {
    const { page } = await open({ ...STRICT_POLICY, 'worker-src': "'none'" });
    const found = await page.evaluate(async (all) => {
      const [whole, shared] = [await p2c.openLab({ workers: 1 }), await p2c.openLab({ workers: 3 })];
      const fingerprints = {};
      // What is cut into shards costs more than it is: some of them.
      for (const [i, [name, { config }]] of Object.entries(all).entries()) fingerprints[name] = (await (i % 8 ? whole : shared).run(config)).fingerprint;
      whole.close();
      shared.close();
      return fingerprints;
    }, scenarios);
    for (const [name, { fingerprint }] of Object.entries(scenarios)) assert.equal(found[name], fingerprint, name);
    await page.close();
  });

  test("without 'wasm-unsafe-eval' there is one clear sentence", async () => {
    const { page } = await open({ ...STRICT_POLICY, 'script-src': "'self'" });
    const error = await page.evaluate(() => p2c.openLab().then(() => null, ({ name, kind, message }) => ({ name, kind, message })));
    assert.equal(error?.name, 'LabError');
    assert.equal(error.kind, 'platform');
    assert.match(error.message, /^The content security policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' [^.]*\.$/);
    await page.close();
  });
});
