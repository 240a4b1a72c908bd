const known = new WeakMap();

/**
 * The settings of a starting point as text, to be compared with those of a section. They do not change, and sections are drawn many times.
 * @param start an object of presets.js · pairs() its settings as [path, text]
 */
export function startKey(start, pairs) {
  if (!known.has(start)) known.set(start, JSON.stringify(pairs()));
  return known.get(start);
}
