// The address: #lab?key=value&key=value. One lab at a time is in the link, with what differs from the defaults.

const MAX = 2000;
const decode = (text) => { try { return decodeURIComponent(text.replace(/\+/g, ' ')); } catch { return text; } };
const encode = (text) => encodeURIComponent(text).replace(/%2C/g, ',');

export function parseHash(hash) {
  const text = hash.replace(/^#/, '').slice(0, MAX);
  const at = text.indexOf('?');
  const lab = at < 0 ? text : text.slice(0, at);
  const pairs = at < 0 ? [] : text.slice(at + 1).split('&').filter(Boolean).map((pair) => {
    const eq = pair.indexOf('=');
    return eq < 0 ? [decode(pair), ''] : [decode(pair.slice(0, eq)), decode(pair.slice(eq + 1))];
  });
  return { lab, pairs };
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
