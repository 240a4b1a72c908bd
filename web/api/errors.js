// The two ways in which a call of the library fails: a LabError, or the AbortError of a cancelled run.

/**
 * @typedef {object} ErrorShape
 * @property {string} kind
 * @property {string} field
 * @property {string} message
 */

/** Something is wrong with what was asked for, or with the place where it should run. */
export class LabError extends Error {
  /**
   * @param {ErrorShape} shape
   * @param {ErrorOptions} [options]
   */
  constructor({ kind, field, message }, options) {
    super(message, options);
    this.name = 'LabError';
    /**
     * - "config": the configuration cannot be run; `field` says which part
     * - "memory": it does not fit into memory
     * - "platform": WebAssembly is not available here
     * - "closed": the lab or the live run was closed before
     * - "internal": a defect of the library
     * - "beyond": of a lab that begins with the small core (growing-lab.js): the whole one is on its way
     * @type {string}
     */
    this.kind = kind;
    /** JSON path of the culprit, as "policy.d"; empty when the text as a whole is at fault. @type {string} */
    this.field = field;
  }
}

/** @param {string} field @param {string} message */
export const configError = (field, message) => new LabError({ kind: 'config', field, message });

/** @param {string} what */
export const closedError = (what) =>
  new LabError({ kind: 'closed', field: '', message: `This ${what} has been closed.` });

/** @param {string} message */
export const abortError = (message) => new DOMException(message, 'AbortError');

/**
 * What a message to another thread can carry of an error.
 * @param {unknown} error
 * @returns {ErrorShape}
 */
export function toShape(error) {
  if (error instanceof LabError) return { kind: error.kind, field: error.field, message: error.message };
  return { kind: 'internal', field: '', message: `The core stopped: ${String(error)}.` };
}
