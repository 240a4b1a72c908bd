// The engines of the bins, by number of bins: nanoseconds per ball of two choices, natively and as WebAssembly in Node, and
// the number of bins from which batches are faster than a counter per bin, which is what the core's rule goes by.
import { readFile } from 'node:fs/promises';
import { openCore } from '../../web/api/core.js';
import { measureCore } from './harness.js';

export const ENGINES = ['direct', 'profile', 'batched'];
const SIZES = [1e3, 1e4, 1e5, 1e6, 1e9, 1e12];
const CLOSE = [8192, 16384, 32768, 65536, 131072, 262144, 524288];  // to where the two cross
const ENOUGH = 2e6;  // balls of a pass, at least

/** Up to 5 balls per bin is one case of the rule, more the other. */
const LOADS = [{ ballsPerBin: 1, sizes: SIZES }, { ballsPerBin: 20, sizes: SIZES.filter((n) => n <= 1e9) }];

const bench = (engine, bins, ballsPerBin) => ({
  engine,
  config: { experiment: 'bins', engine, bins, ballsPerBin, checkpoints: [ballsPerBin], policy: { id: 'choices', d: 2 }, seed: 1,
    replications: Math.max(1, Math.round(ENOUGH / (bins * ballsPerBin))) },
  // A ball costs the profile engine the same everywhere, so it need not throw a trillion of them.
  most: engine === 'profile' ? 4 * ENOUGH : undefined,
});

/** The direct engine has no room for a billion bins and more. */
const possible = ({ engine, config }) => engine !== 'direct' || config.bins < 1e9;

function cases() {
  const list = LOADS.flatMap(({ ballsPerBin, sizes }) => [
    ...sizes.flatMap((n) => ENGINES.map((engine) => bench(engine, n, ballsPerBin))),
    ...CLOSE.flatMap((n) => ['direct', 'batched'].map((engine) => bench(engine, n, ballsPerBin))),
  ]);
  return list.filter(possible);
}

async function wasmOf(list, passes) {
  const core = await openCore(await WebAssembly.compile(await readFile(new URL('../../build/wasm/p2c.wasm', import.meta.url))));
  return list.map((one) => measureCore(core, one, passes));
}

/** Where the cost of batches passes that of counters for good, by interpolation of the logarithms; null if nowhere. */
function crossover(results, where, ballsPerBin) {
  const ratio = (n) => {
    const of = (engine) => results.find((r) => r.engine === engine && r.bins === n && r.ballsPerBin === ballsPerBin)[where];
    return Math.log(of('batched') / of('direct'));
  };
  for (let i = CLOSE.length - 1; i > 0; i--) {
    const [a, b] = [ratio(CLOSE[i - 1]), ratio(CLOSE[i])];
    if (a >= 0 && b < 0) return Math.round(CLOSE[i - 1] * (CLOSE[i] / CLOSE[i - 1]) ** (a / (a - b)));
  }
  return null;
}

/** @param {(list: object[]) => number[]} native ns per ball of each case */
export async function measureEngines(native, passes) {
  const list = cases();
  const [nativeNs, wasmNs] = [native(list), await wasmOf(list, passes)];
  const results = list.map(({ engine, config }, i) => ({
    engine, bins: config.bins, ballsPerBin: config.ballsPerBin, native: nativeNs[i], wasmNode: wasmNs[i],
  }));
  const crossovers = LOADS.map(({ ballsPerBin }) => ({
    ballsPerBin, native: crossover(results, 'native', ballsPerBin), wasmNode: crossover(results, 'wasmNode', ballsPerBin),
  }));
  return { results, crossovers };
}

/** Lines of cells, the first one a head. */
export function engineTable({ results, crossovers }) {
  const show = (x) => (x === undefined ? '–' : x >= 0.1 ? x.toFixed(2) : x.toPrecision(2));
  const lines = [['ns per ball, two choices', ...['native', 'wasm'].flatMap((where) => ENGINES.map((engine) => `${where} ${engine}`))]];
  for (const { ballsPerBin, native, wasmNode } of crossovers) {
    const sizes = [...new Set(results.filter((r) => r.ballsPerBin === ballsPerBin).map((r) => r.bins))].sort((a, b) => a - b);
    for (const n of sizes) {
      const cell = (engine, where) => show(results.find((r) => r.engine === engine && r.bins === n && r.ballsPerBin === ballsPerBin)?.[where]);
      lines.push([`${n.toLocaleString('en')} bins, ${ballsPerBin} per bin`,
        ...['native', 'wasmNode'].flatMap((where) => ENGINES.map((engine) => cell(engine, where)))]);
    }
    const cross = (x) => (x === null ? '–' : x.toLocaleString('en'));
    lines.push([`batched is faster from, ${ballsPerBin} per bin`, '', '', cross(native), '', '', cross(wasmNode)]);
  }
  return lines;
}
