// Measures in Node and in a page alike: nanoseconds per ball or request, the best of several passes, since whatever else
// the machine does only ever makes a pass slower.
const CHUNK = 100_000;

/** Milliseconds: of processor time where there is a process, as natively, else of the clock. */
const now = globalThis.process?.cpuUsage
  ? () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; }
  : () => performance.now();

/** Balls or requests of a pass; `most` ends it early. */
const units = ({ config, most = Infinity }) =>
  Math.min(most, config.replications * (config.experiment === 'bins' ? Math.round(config.bins * config.ballsPerBin) : config.requests));

/** Seconds of one pass: `run.step(budget)` until that many are done. */
function pass(open, all) {
  const run = open();
  const chunk = Math.max(CHUNK, all / 256);
  const start = now();
  for (let done = chunk; run.step(chunk) && done < all; done += chunk) {
    // The chunks do the work.
  }
  const seconds = (now() - start) / 1000;
  run.delete?.();
  return seconds;
}

function best(open, passes, all) {
  let least = Infinity;
  for (let i = 0; i < passes; i++) least = Math.min(least, pass(open, all));
  return least;
}

/** A request may be several calls, and those are counted then. @returns {number | null} ns per unit, null for the yardstick */
export const measureCore = (core, bench, passes) =>
  bench.config === undefined ? null : (1e9 * best(() => core.createRun(JSON.stringify(bench.config)), passes, units(bench))) / units(bench) / (bench.calls ?? 1);

/** @returns {number | null} ns per unit of the twin, null where there is none */
export const measureTwin = (makeTwin, bench, passes) =>
  bench.twin ? (1e9 * best(() => makeTwin(bench.twin, bench.config), passes, units(bench))) / units(bench) : null;

/** Milliseconds from createRun to 100,000 requests in an instance that has never run: the best of a few instances. */
export async function firstRequests(openCore, compiled, bench, times) {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const core = await openCore(compiled);
    const start = performance.now();
    const run = core.createRun(JSON.stringify({ ...bench.config, requests: 1_000_000 }));
    for (let done = 0; done < 100_000; done += 5_000) run.step(5_000);
    least = Math.min(least, performance.now() - start);
    run.delete();
  }
  return least;
}

/** ns per unit of each case, in a fresh instance. */
export async function measureCores({ openCore, compiled, cases, passes }) {
  const core = await openCore(compiled);
  return cases.map((bench) => measureCore(core, bench, passes));
}

export async function measureAll({ openCore, makeTwin, compiled, cases, passes }) {
  const core = await openCore(compiled);
  const fleet = cases.find(({ name }) => name === 'fleet, two looks');
  const first = await firstRequests(openCore, compiled, fleet, 3);
  const wasm = cases.map((bench) => measureCore(core, bench, passes));
  const twin = cases.map((bench) => measureTwin(makeTwin, bench, passes));
  return { wasm, twin, first };
}
