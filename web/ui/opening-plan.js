import { BINS, DUEL, FANOUT, FLEET, HASHING } from './presets.js';
import { binsTasks, comparedWith, throwOf } from './bins-plan.js';
import { loadTasks } from './load-plan.js';

// What the page shows before its engine is there, and so is run when the page is built. scripts/defaults runs it.

/** The opening figure's fleets, in a window wide or narrow: [[left, right]]. */
export function duelPairs(catalogue) {
  return [{}, DUEL.small].map((base) => DUEL.policies.map((policy) => catalogue.complete('fleet', { ...base, policy })));
}

/** The throw of balls into bins, and the same with one look. */
export function thrown(catalogue) {
  const own = throwOf(catalogue.complete('bins', {}));
  return [own, { ...own, [BINS.policy]: BINS.base }];
}

/** What each section runs first, by what is shown of it. */
export function openingTasks(catalogue) {
  const bins = binsTasks(catalogue, {}, comparedWith(catalogue, {}));
  const fleet = { full: catalogue.filled('fleet', {}), asked: (config) => catalogue.complete('fleet', config) };
  const cards = FLEET.compared.map((policy) => fleet.asked({ [FLEET.policy]: policy }));
  const loads = loadTasks(fleet, {}, FLEET.compared);
  const second = (call) => catalogue.complete('fanout', { [FANOUT.second]: call });
  return {
    throws: bins.short, sweeps: bins.long, cards, loads: loads.map(({ task }) => task),
    fanout: [second(FANOUT.never)], calls: FANOUT.sweep.map((quantile) => second({ id: FANOUT.swept, quantile })), ...hashingTasks(catalogue),
  };
}

function hashingTasks(catalogue) {
  const scheme = catalogue.filled('hashing', {})[HASHING.scheme];
  const { over, values } = HASHING.figures[scheme.id];
  const others = values.filter((value) => value !== scheme[over]);
  return { hashing: [catalogue.complete('hashing', {})], schemes: others.map((value) => catalogue.complete('hashing', { [HASHING.scheme]: { ...scheme, [over]: value } })) };
}
