// Documents that take down what is said in them, for engines that tell nobody: the same in all of them.

/** Runs before everything else of a page: what is said, what goes wrong, what the policy forbids; the work of workers, and events of the elements. */
function takeDown() {
  globalThis.said = [];
  const note = (kind, words) => said.push(`${kind}: ${String(words).slice(0, 300)}`);
  for (const kind of ['debug', 'log', 'info', 'warn', 'error']) console[kind] = (...words) => note(kind, words.join(' '));
  addEventListener('error', (e) => note('error', e.message ?? e.target?.outerHTML), true);
  addEventListener('unhandledrejection', (e) => note('rejection', e.reason?.stack ?? e.reason));
  document.addEventListener('securitypolicyviolation', (e) => note('policy', `${e.effectiveDirective} ${e.blockedURI} ${e.sample}`));
  // One that has answered anything but its opening has done a piece of work.
  globalThis.worked = 0;
  globalThis.Worker = class extends Worker {
    constructor(...values) {
      super(...values);
      this.addEventListener('message', ({ data }) => { if (data.type === 'done' && data.id !== 0) worked++; });
    }
  };
  // A document in a frame tells the one around it what it is told.
  globalThis.told = [];
  const tell = (name, detail) => {
    told.push([name, detail.fingerprint ?? detail.message]);
    if (parent !== window) parent.postMessage({ told: told.at(-1), said, asked: asked() }, '*');
  };
  for (const name of ['result', 'error']) addEventListener(`p2c-${name}`, (e) => tell(name, e.detail));
  globalThis.heights = [];
  globalThis.framed = [];
  addEventListener('message', (e) => { if (e.data.p2cHeight) heights.push(e.data.p2cHeight); else if (e.data.told) framed.push(e.data); });
  /** What has been fetched for this document, but for what it carries itself. */
  globalThis.asked = () => performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => !/^(blob|data):/.test(name));
}

/** The script that takes down, as text. */
export const TAKE_DOWN = `(${takeDown})()`;

/** A document with that script before all others: from an address, or in it. */
export const watched = (html, address) => html.replace('<head>', () => `<head><script${address ? ` src="${address}">` : `>${TAKE_DOWN}`}</script>`);
