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

/** Writes the address: a new entry in the history for a jump, the same entry while something is dragged. */
export function writeHash(lab, pairs, push = false) {
  const hash = formatHash(lab, pairs);
  if (hash === location.hash) return;
  history[push ? 'pushState' : 'replaceState'](null, '', hash);
}
