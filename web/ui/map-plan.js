// The crossover map: which policy is best at each load and age of information (or number of dispatchers). Pure: cells, their
// configurations, who wins a cell and whether that is decided, and how long the runs of the next round are.

export const AGES = [0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
export const BALANCERS = [1, 2, 4, 8, 16, 32, 64];
export const LOADS = [0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98];
export const POLICIES = [{ id: 'random' }, ...[2, 3, 4].map((d) => ({ id: 'choices', d })), { id: 'least' }];
/** The metrics of a fleet's result by which a cell is judged; the less the better, both in mean services. */
export const JUDGES = { p99: 'wait.p99', mean: 'latency.mean' };

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

/** All cells: row by row, the lowest load first. */
export const cellsOf = (axis) => LOADS.flatMap((load) => columnsOf(axis).map((x) => ({ x, load })));

/**
 * The winner of a cell.
 * @param values one {value, low, high} per policy, in the order of POLICIES; a value of null is no result
 * @returns {best, second, lead, decided, strength}: best and second are indices, lead is the share by which second exceeds best,
 *   decided says that no other interval reaches the best one's; strength is 'clear', 'slight' or 'bare'. Undefined below two results.
 */
export function winner(values) {
  const order = values.map((m, k) => ({ m, k })).filter(({ m }) => m?.value != null).sort((a, b) => a.m.value - b.m.value || a.k - b.k);
  if (order.length < 2) return undefined;
  const [first, ...others] = order;
  const lead = first.m.value > 0 ? others[0].m.value / first.m.value - 1 : others[0].m.value > 0 ? Infinity : 0;
  const decided = first.m.high != null && others.every(({ m }) => m.low != null && first.m.high < m.low);
  return { best: first.k, second: others[0].k, lead, decided, strength: lead >= CLEAR ? 'clear' : lead >= SLIGHT ? 'slight' : 'bare' };
}

/** Cells to run again with longer runs: those that are not decided and have runs left, those with the widest lead first. */
export const undecided = (cells, most) => cells.filter((c) => c.winner && !c.winner.decided && c.requests < most).sort((a, b) => b.winner.lead - a.winner.lead);

/** Wins by policy among the decided cells, and the number of cells that are not decided. */
export function tally(winners) {
  const wins = POLICIES.map((_, k) => winners.filter((w) => w?.decided && w.best === k).length);
  return { wins, open: winners.filter((w) => w && !w.decided).length, of: winners.filter(Boolean).length };
}
