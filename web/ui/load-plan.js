import { FLEET } from './presets.js';

// What the figure of p99 over the load runs.

export const LOADS = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98];
// A third of the runs is enough to see the shape; the cards keep the full count.
const SHARE = 3;
const LEAST_RUNS = 4;

/** Every policy at every load: [{k, load, task}]. `section` has the full configuration, and makes others complete. */
export function loadTasks(section, config, policies) {
  const runs = Math.max(LEAST_RUNS, Math.ceil(section.full[FLEET.runs] / SHARE));
  return LOADS.flatMap((load) => policies.map((policy, k) => ({
    k, load, task: section.asked({ ...config, [FLEET.dial]: load, [FLEET.runs]: runs, [FLEET.policy]: policy }),
  })));
}
