// Somebody's post: documents on one origin with a policy of its own, and the lab's files on another.
import { serve } from './server.mjs';
import { openPage } from './chromium.mjs';
import { PATIENCE, built } from './page.mjs';

/** The least that a host's policy must allow for the script tag, with `origin` being where the lab's files are. */
export const leastFor = (origin) => ({ 'default-src': "'none'", 'script-src': `${origin} 'wasm-unsafe-eval'`, 'worker-src': 'blob:', 'img-src': 'data:' });

const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,">';

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {{ close: () => Promise<void> }[]} servers where the new servers are put, to be closed
 */
export function posts(browser, servers) {
  const start = async (...parameters) => { const server = await serve(...parameters); servers.push(server); return server; };

  /**
   * Opens a post. `body`: HTML, in which LAB stands for the origin of the lab's files. `policy`: of the post, from that origin.
   * Events of the elements are taken down in the page as `told`: [name, detail].
   */
  return async function post(body, { policy = leastFor, size = { width: 640, height: 600 }, script = '<script defer src="LAB/p2c-lab.js"></script>', before = () => {} } = {}) {
    const lab = await start(built);
    const documents = { '/post.html': `${head}${script}${body}`.replaceAll('LAB', lab.origin) };
    const host = await start(built, { policy: policy(lab.origin), documents });
    const listen = `(() => { globalThis.told = []; for (const name of ['result', 'progress', 'error']) addEventListener('p2c-' + name, (e) => told.push([name, e.detail]));
      globalThis.made = []; globalThis.Worker = class extends Worker { constructor(...p) { super(...p); made.push(this); } };
      globalThis.shadow = (i = 0) => document.querySelectorAll('p2c-lab')[i].shadowRoot; (${before})(); })()`;
    const opened = await openPage(browser, 'about:blank');
    await opened.page.setViewport(size);
    opened.page.setDefaultTimeout(PATIENCE);
    await opened.page.evaluateOnNewDocument(listen);
    opened.said.length = opened.asked.length = 0;
    await opened.page.goto(`${host.origin}/post.html`);
    const elsewhere = () => opened.asked.filter((url) => !/^(blob|data):/.test(url) && ![`${host.origin}/post.html`, `${lab.origin}/p2c-lab.js`].includes(url));
    return { ...opened, lab, host, elsewhere };
  };
}
