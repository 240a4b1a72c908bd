// Configurations are plain nested objects that hold only what was set. Paths are dotted, as in the link and in the core's errors.

const SAFE = /^[A-Za-z][A-Za-z0-9-]*$/;
/** A place in a list. */
const PLACE = /^\d{1,2}$/;
const BLOCKED = new Set(['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']);

/** Is this a path that may enter an object? Keeps links from reaching anything but plain keys. */
export const isPath = (path) => path.length <= 80 && path.split('.').every((s, i) => (SAFE.test(s) && !BLOCKED.has(s)) || (i > 0 && PLACE.test(s)));

export function get(config, path) {
  return path.split('.').reduce((at, key) => (at != null && Object.hasOwn(at, key) ? at[key] : undefined), config);
}

/** A copy with one value changed; undefined removes it. Choosing another part drops the settings of the old one. */
export function set(config, path, value) {
  const out = structuredClone(config);
  const keys = path.split('.');
  const last = keys.pop();
  let at = out;
  keys.forEach((key, i) => {
    if (!Object.hasOwn(at, key) || typeof at[key] !== 'object' || at[key] === null) at[key] = PLACE.test(keys[i + 1] ?? last) ? [] : {};
    at = at[key];
  });
  if (last === 'id' && at[last] !== value) for (const key of Object.keys(at)) delete at[key];
  if (value === undefined) delete at[last];
  else at[last] = value;
  return out;
}

/** A link's text as the kind of value that the parameter takes. What does not fit stays text, for the core to refuse. */
export function parse(param, text) {
  const number = text.trim() === '' ? NaN : Number(text);
  switch (param?.kind) {
    case 'int': case 'real': case 'seed': return Number.isNaN(number) ? text : number;
    case 'bool': return text === 'true' ? true : text === 'false' ? false : text;
    case 'parts': return text.split(',').filter(Boolean).map((id) => ({ id: id.trim() }));
    case 'list': return text === '' ? [] : text.split(',').map((t) => (Number.isNaN(Number(t)) ? t : Number(t)));
    default: return text;
  }
}

/** Pairs of a link with the choice of a part before what is inside it, so that the kind of each value is known. */
export const partsFirst = (pairs) => [...pairs].sort(([a], [b]) => b.endsWith('.id') - a.endsWith('.id'));

export const show = (value) => (Array.isArray(value) ? value.join(',') : String(value));
