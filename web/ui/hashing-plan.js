import { HASHING } from './presets.js';

// What a figure of hashing runs: the scheme at several values of its main setting, its own among them.

/**
 * The configurations in the order of that setting; what the core refuses at other values than the present one is left out.
 * @param full a whole configuration · check(config) throws where the core would refuse
 */
export function hashingTasks(full, check) {
  const { experiment: _, ...config } = full;
  const scheme = config[HASHING.scheme];
  const { over, values } = HASHING.figures[scheme.id] ?? { values: [] };
  const all = [...new Set([...values, scheme[over]])].filter((v) => v !== undefined).sort((a, b) => a - b);
  const takes = (task) => {
    try {
      check(task);
      return true;
    } catch {
      return false;
    }
  };
  return all.map((value) => ({ ...config, [HASHING.scheme]: { ...scheme, [over]: value } })).filter((task) => task[HASHING.scheme][over] === scheme[over] || takes(task));
}
