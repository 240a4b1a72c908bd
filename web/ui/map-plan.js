// The crossover map: which policy is best at each load and age of information (or number of dispatchers). Pure: cells, their
// configurations, who wins a cell and whether that is decided, and how long the runs of the next round are.

export const AGES = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
export const BALANCERS = [1, 2, 4, 8, 16, 32, 64];
export const LOADS = [0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98];
export const POLICIES = [{ id: 'random' }, ...[2, 3, 4].map((d) => ({ id: 'choices', d })), { id: 'least' }];
/** What a cell's number and the words call them. */
export const NAMES = ['1', '2', '3', '4', 'all'];
/** The policy that looks at nothing: neither age nor dispatchers matter to it. */
export const BLIND = 0;
/** The metrics of a fleet's result by which a cell is judged; the less the better, both in mean services. */
export const JUDGES = { p99: 'wait.p99', mean: 'latency.mean' };

/** Requests of one run in the first round, and by how much a round is longer than the one before. */
export const FIRST = 10000;
export const STEP = 4;
export const MOST = FIRST * STEP ** 3;
export const RUNS = 6;
/** Larger fleets get more requests, so that a length is about the same span of time. */
const USUAL = 64;
/** With this many stretches the core also says when the warm-up is not over, and leaves out the limit between snapshots, which takes seconds. */
const STRETCHES = 10;

/** A win by less than these shares of the best value is shown paler, and palest. */
const CLEAR = 0.25;
const SLIGHT = 0.08;

export const columnsOf = (axis) => (axis === 'balancers' ? BALANCERS : AGES);

/** Who reads, and how old what they read is; an age is in mean services, and 0 is fresh. */
export function information(axis, x) {
  if (axis === 'balancers') return { scope: { id: 'dispatchers', count: x, sees: 'own' } };
  return x === 0 ? {} : { freshness: { id: 'periodic', every: x } };
}

/** What a cell changes in a fleet's configuration, without its policy. */
export const cellConfig = (axis, { x, load }) => ({ load, ...(x === 0 ? {} : { information: information(axis, x) }) });

/** Which policies there are: looking at as many as there are is looking at all. */
export const policiesOf = (replicas) => POLICIES.map((_, k) => k).filter((k) => !(POLICIES[k].d >= replicas));

export const requestsOf = (length, replicas) => Math.round(length * Math.max(1, replicas / USUAL));

/** The configuration of one policy in a cell. @param setting what all cells share: {replicas, …} */
export const taskOf = (setting, axis, cell, k, length) => ({
  ...setting, ...(k === BLIND ? { load: cell.load } : cellConfig(axis, cell)), policy: POLICIES[k], requests: requestsOf(length, setting.replicas), replications: RUNS, series: STRETCHES,
});

/** All cells: row by row, the lowest load first. */
export const cellsOf = (axis) => LOADS.flatMap((load) => columnsOf(axis).map((x) => ({ x, load })));

/**
 * The winner of a cell.
 * @param values one {value, low, high, short} per policy, in the order of POLICIES; a value of null is no result; `short` is the
 *   sentence of a run too short to be believed; without a steady state all three are Infinity
 * @returns {best, second, lead, decided, strength}: best and second are indices, lead is the share by which second exceeds best,
 *   decided says that no other interval reaches the best one's and no run is too short; strength is 'clear', 'slight' or 'bare'.
 *   Undefined below two results.
 */
export function winner(values) {
  const order = values.map((m, k) => ({ m, k })).filter(({ m }) => m?.value != null).sort((a, b) => a.m.value - b.m.value || a.k - b.k);
  if (order.length < 2 || order[0].m.value === Infinity) return undefined;
  const [first, ...others] = order;
  const lead = first.m.value > 0 ? others[0].m.value / first.m.value - 1 : others[0].m.value > 0 ? Infinity : 0;
  const decided = first.m.high != null && others.every(({ m }) => m.low != null && first.m.high < m.low) && !values.some((m) => m?.short);
  return { best: first.k, second: others[0].k, lead, decided, strength: lead >= CLEAR ? 'clear' : lead >= SLIGHT ? 'slight' : 'bare' };
}

const reaches = (m, best) => m?.value != null && !(m.low > best.high);
const point = (m) => m.low === m.value && m.high === m.value;

/** Two policies share the least value, which is the same in every run: longer ones will not part them. */
export const tied = (values, { best, second }) => values[best].value === values[second].value && point(values[best]) && point(values[second]);

/**
 * The policies of a cell that longer runs may decide: those whose interval reaches the best one's, it among them, and those whose run was too short.
 * Exact values need no runs.
 */
export function contenders(values, won) {
  const best = values[won.best];
  const near = values.map((_, k) => k).filter((k) => k !== won.best && reaches(values[k], best));
  const parted = !near.length || tied(values, won);
  const open = [...(parted ? [] : [won.best, ...near]), ...values.map((_, k) => k).filter((k) => values[k]?.short)];
  return [...new Set(open)].filter((k) => !values[k].exact).sort((a, b) => a - b);
}

/** Cells to run again with longer runs: those that are not decided and have runs left, those with the widest lead first. */
export const undecided = (cells, most) => cells.filter((c) => c.winner && !c.winner.decided && c.requests < most).sort((a, b) => b.winner.lead - a.winner.lead);

/** Wins by policy among the decided cells, and the number of cells that are not decided. */
export function tally(winners) {
  const wins = POLICIES.map((_, k) => winners.filter((w) => w?.decided && w.best === k).length);
  return { wins, open: winners.filter((w) => w && !w.decided).length, of: winners.filter(Boolean).length };
}
