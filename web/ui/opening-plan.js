import { BINS, DUEL, FANOUT, FLEET, HASHING, look } from './presets.js';
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

/** Settings that a reader tries first, beside those that the labs begin with. */
const NEAR = {
  bins: [
    {}, { bins: 10000, ballsPerBin: 1 }, { bins: 7, ballsPerBin: 3 }, { bins: 1000, ballsPerBin: 30 }, { [BINS.policy]: look(3) }, { [BINS.policy]: { id: 'least' } },
    ...[1, 2, 5, 10, 20, 50].flatMap((ballsPerBin) => [{ bins: 50, ballsPerBin }, { bins: 64, ballsPerBin, [BINS.policy]: { id: 'least' } }]),
  ],
  fleet: [
    {}, { load: 0.5 }, { load: 0.75 }, { load: 0.98 }, { load: 1.1 }, { replicas: 8 }, { replicas: 16 }, { replicas: 1000 },
    ...['lognormal', 'deterministic', 'uniform', 'gamma', 'two-point', 'pareto'].map((id) => ({ service: { id } })),
  ],
};
/** Enough for all that a run may meet. */
const FEW = { replications: 3 };
const SHORT = 20000;

/** What the small core must be able to do: [{ config }], and runs on the page's own thread with what is asked of them, `live`. */
export function firstTasks(catalogue) {
  const bins = NEAR.bins.flatMap((near) => {
    const { short, long } = binsTasks(catalogue, near, comparedWith(catalogue, near));
    return [...short, ...(near.bins ? [] : long), ...short.map((config) => ({ ...config, [BINS.marks]: [] }))];
  });
  const fleet = NEAR.fleet.flatMap((near) => [...FLEET.compared, look(3)].map((policy) => catalogue.complete('fleet', { requests: SHORT, ...near, [FLEET.policy]: policy })));
  const cards = FLEET.compared.map((policy) => catalogue.complete('fleet', { [FLEET.policy]: policy }));
  const duels = duelPairs(catalogue).flat().map((config) => ({ config, live: { times: [0.1, 5, 20, 200, 4000], loads: [0.5, 0.98, config[DUEL.dial]], columns: ['load', 'inService', 'looks', 'clock', 'counts'] } }));
  const throws = thrown(catalogue).map((config) => ({ config, live: { columns: ['load', 'looks', 'profile', 'counts'] } }));
  // With few runs all that a run may meet, and with all of them, short ones, what they come to.
  const { throws: all, loads } = openingTasks(catalogue);
  const short = [...cards, ...loads].map((config) => ({ ...config, requests: SHORT / 10 }));
  return [...duels, ...throws, ...[...[...bins, ...fleet, ...cards].map((config) => ({ ...config, ...FEW })), ...all, ...short].map((config) => ({ config }))];
}

function hashingTasks(catalogue) {
  const scheme = catalogue.filled('hashing', {})[HASHING.scheme];
  const { over, values } = HASHING.figures[scheme.id];
  const others = values.filter((value) => value !== scheme[over]);
  return { hashing: [catalogue.complete('hashing', {})], schemes: others.map((value) => catalogue.complete('hashing', { [HASHING.scheme]: { ...scheme, [over]: value } })) };
}
