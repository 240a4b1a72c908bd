// From what a caller passes as a configuration to the JSON text that the core reads. Whether the text makes
// sense is the core's business; here is only what JSON.stringify would change silently: NaN and infinities
// (they would become null), functions, maps, dates and whatever else is no JSON value.
import { configError } from './errors.js';

const DEEPEST = 100;

/**
 * @param {unknown} config a JSON text, passed on as it is, or an object
 * @returns {string}
 */
export function toText(config) {
  if (typeof config === 'string') return config;
  if (!isPlain(config) || Array.isArray(config))
    throw configError('', `The configuration must be an object or a JSON text, not ${describe(config)}.`);
  check(config, '', 0);
  return JSON.stringify(config);
}

/** @param {unknown} value @param {string} path @param {number} depth */
function check(value, path, depth) {
  if (depth > DEEPEST)
    throw configError(path.slice(0, 60), 'The configuration must not contain itself or be nested deeper than 100 levels.');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw configError(path, `${path} must be a finite number, not ${value}.`);
    return;
  }
  if (!isPlain(value)) throw configError(path, `${path} must be a JSON value, not ${describe(value)}.`);
  if (Array.isArray(value)) value.forEach((item, index) => check(item, `${path}[${index}]`, depth + 1));
  else
    for (const [key, item] of Object.entries(value))
      // JSON.stringify leaves such a key out, and a key left out means the default.
      if (item !== undefined) check(item, path ? `${path}.${key}` : key, depth + 1);
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isPlain(value) {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  // An object of another realm (a frame, a vm context) has an Object.prototype of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @param {unknown} value */
function describe(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return Array.isArray(value) ? 'an array' : `an object of the class ${value.constructor?.name ?? 'unknown'}`;
}
