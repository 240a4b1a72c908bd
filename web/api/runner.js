// One shard from its configuration to its result, in chunks short enough to stay responsive.

/**
 * Chunks are sized by time, not by work: the cost of a ball differs a thousandfold between configurations.
 * They start small because the first ones run before the machine's optimiser has seen the code.
 */
const FIRST_BUDGET = 64;
const LARGEST_CHANGE = 4;

/**
 * @typedef {object} Shard
 * @property {string} text a configuration
 * @property {number} from first replication
 * @property {number} to one past the last; 0 means all
 *
 * @typedef {object} Surroundings
 * @property {import('./pace.js').Pace} pace
 * @property {() => boolean} cancelled
 * @property {(fraction: number) => void} onProgress
 */

/**
 * @param {import('./core.js').Core} core
 * @param {Shard} shard
 * @param {Surroundings} surroundings
 * @returns {Promise<string | null>} the result as JSON text, or of a shard what merging needs of it; null when it was cancelled
 */
export async function runShard(core, { text, from, to }, { pace, cancelled, onProgress }) {
  const run = core.createRun(text, from, to);
  try {
    let budget = FIRST_BUDGET;
    for (;;) {
      const begun = performance.now();
      const more = run.step(budget);
      const took = performance.now() - begun;
      if (!more) return to === 0 ? run.result() : run.part();
      budget = nextBudget(budget, pace.slice, took);
      onProgress(run.progress());
      await pace.breathe();
      if (cancelled()) return null;
    }
  } finally {
    run.delete();
  }
}

/** @param {number} budget @param {number} wanted @param {number} took */
function nextBudget(budget, wanted, took) {
  const factor = Math.min(Math.max(wanted / took, 1 / LARGEST_CHANGE), LARGEST_CHANGE);
  return Math.min(Math.max(1, Math.round(budget * factor)), Number.MAX_SAFE_INTEGER);
}
