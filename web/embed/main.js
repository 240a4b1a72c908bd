import { openLab } from '../api/index.js';
import { P2cLab as Element } from './lab-element.js';

// The script for other people's pages: one tag, and <p2c-lab> can be written. As a module it gives the library too.

/**
 * <p2c-lab>: a part of the lab. Attributes are settings of the experiment, by their paths in the catalogue or as much of their ends
 * as is clear, and `experiment`, `part`, `chart`, `policies`, `theme`, `bg`, `lab`.
 *
 * Events, all of which bubble: "p2c-result" (detail: a result), "p2c-progress" (detail: { fraction }) and "p2c-error"
 * (detail: { kind, field, message }).
 * @typedef {HTMLElement & { config: import('../api/types.js').Config }} LabElement `config`: with every default filled in; what is set
 *   replaces the attributes that are settings
 */

/** @type {{ new (): LabElement, prototype: LabElement }} */
export const P2cLab = /** @type {any} */ (Element);

if (!customElements.get('p2c-lab')) customElements.define('p2c-lab', P2cLab);

export { openLab };
