// The library: a lab that runs configurations of the core, in a page or in Node (20 or later).
//
//     const lab = await openLab();
//     const result = await lab.run({ experiment: 'bins', bins: 100, policy: { id: 'choices', d: 2 } });
//     console.log(result.metrics.gap.value);
//
// The same configuration and version give the same text, bit for bit, whatever runs it and however many
// workers share the replications. Shapes and units are in types.js.
import { openOver } from './lab.js';

export { LabError } from './errors.js';

/**
 * @typedef {import('./types.js').Config} Config
 * @typedef {import('./types.js').Result} Result
 * @typedef {import('./types.js').Catalogue} Catalogue
 * @typedef {import('./types.js').RunOptions} RunOptions
 */

/**
 * Opens a lab: compiles the core and, in a page, starts the workers.
 * @param {{ workers?: number, onLost?: () => void }} [options] `workers`: how many share the replications of a run; by default one
 *   per processor, at most 4. In Node, and where a page's policy forbids workers, everything happens on the
 *   calling thread, in short chunks. `onLost` is called when a worker died in the middle of a run: its part is
 *   done again by another, and the result is the same.
 * @returns {Promise<import('./lab.js').Lab>} rejects with a LabError of the kind "platform" where WebAssembly is not available
 */
export const openLab = (options = {}) => openOver('whole', options);
