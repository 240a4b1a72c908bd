// The address: #lab?key=value&key=value. One lab at a time is in the link, with what differs from the defaults.

/** No more of an address than this is read. */
export const LONGEST = 2000;
const decode = (text) => { try { return decodeURIComponent(text.replace(/\+/g, ' ')); } catch { return text; } };
const encode = (text) => encodeURIComponent(text).replace(/%2C/g, ',');

/** What a reader is told of an address that was cut. */
export const CUT = `The link is longer than ${LONGEST.toLocaleString('en-US')} characters. What stands beyond them was left out.`;

/** The parts of an address. `cut`: it is longer than is read, and the settings that are not whole by then are left out. */
export function parseHash(hash) {
  const whole = hash.replace(/^#/, '');
  const cut = whole.length > LONGEST;
  const text = cut ? whole.slice(0, LONGEST).replace(/[?&][^?&]*$/, '') : whole;
  const at = text.indexOf('?');
  const lab = at < 0 ? text : text.slice(0, at);
  const pairs = at < 0 ? [] : text.slice(at + 1).split('&').filter(Boolean).map((pair) => {
    const eq = pair.indexOf('=');
    return eq < 0 ? [decode(pair), ''] : [decode(pair.slice(0, eq)), decode(pair.slice(eq + 1))];
  });
  return { lab, pairs, cut };
}

export function formatHash(lab, pairs) {
  const query = pairs.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&');
  return query ? `#${lab}?${query}` : `#${lab}`;
}

/** Browsers refuse addresses that change more often than about seven times a second for long. */
const APART_MS = 200;
let written = -Infinity;
let due;

function write(hash, push) {
  if (hash === location.hash) return;
  written = performance.now();
  history[push ? 'pushState' : 'replaceState'](null, '', hash);
}

/** What is due is written now. */
export function flushHash() {
  const { hash } = due ?? {};
  dropHash();
  if (hash) write(hash, false);
}

/** What is due is no longer wanted: the reader has gone elsewhere. */
export function dropHash() {
  clearTimeout(due?.timer);
  due = undefined;
}

/**
 * Writes the address: a new entry in the history for a jump, the same entry while something is dragged. The first change is written at once, those that
 * follow closely after a moment.
 */
export function writeHash(lab, pairs, push = false) {
  const hash = formatHash(lab, pairs);
  if (push) {
    flushHash();
    write(hash, true);
    return;
  }
  dropHash();
  const wait = written + APART_MS - performance.now();
  if (wait > 0) due = { hash, timer: setTimeout(flushHash, wait) };
  else write(hash, false);
}
