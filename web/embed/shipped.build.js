// When the elements are built: runs the default comparisons in Node and gives them to the bundle, for readers whose browser or whose
// author's page forbids WebAssembly.
import { openLab } from '../api/index.js';
import { Catalogue } from '../ui/catalogue.js';
import { BINS, FANOUT, FLEET, HASHING } from '../ui/presets.js';

const NAME = 'virtual:p2c-shipped';

const byPolicy = (policies) => (catalogue) => policies.map((policy) => ({ name: catalogue.name(policy), config: { policy } }));
const { over, values, metric: shown } = HASHING.figures.cuckoo;

/** By experiment: its rows [{name, config}], and of each the metric, its unit, and in words how large it was. */
const TABLES = {
  fleet: { list: byPolicy(FLEET.compared), unit: 'p99 wait, service times', metric: (r) => r.metrics.wait.p99, size: ({ replicas, load }) => `${replicas} replicas at ${load * 100} % load` },
  fanout: {
    list: () => [{ name: 'One call', config: {} }, { name: 'A second call after p95', config: { [FANOUT.second]: { id: FANOUT.swept } } }],
    unit: 'p95 of a request', metric: (r) => r.metrics.request.p95, size: ({ leaves }) => `${leaves} leaves`,
  },
  hashing: {
    list: () => values.map((value) => ({ name: `Cuckoo, ${value} functions`, config: { [HASHING.scheme]: { id: 'cuckoo', [over]: value } } })),
    unit: 'load at which an insertion fails', metric: (r) => r.metrics[shown], size: ({ scheme }) => `${scheme.cells} cells`,
  },
  bins: { list: byPolicy(BINS.compared), unit: 'fullest bin ahead of the average, balls', metric: (r) => r.metrics.gap, size: ({ bins, ballsPerBin }) => `${bins} bins, ${ballsPerBin} balls each` },
};

async function table(lab, catalogue, experiment, { list, unit, metric, size }) {
  const asked = list(catalogue);
  const results = [];
  for (const one of asked) results.push(await lab.run({ experiment, ...one.config }));
  const { config, version } = results[0];
  const rows = results.map((result, i) => ({ name: asked[i].name, metric: metric(result), fingerprint: result.fingerprint }));
  const says = `Computed when this was published: ${size(config)}, ${config.replications} runs, seed ${config.seed}, version ${version}, fingerprints ${rows.map((r) => r.fingerprint).join(', ')}.`;
  return { unit, rows, says };
}

async function tables() {
  const lab = await openLab();
  const catalogue = new Catalogue(lab.catalogue);
  const entries = [];
  for (const [experiment, of] of Object.entries(TABLES)) entries.push([experiment, await table(lab, catalogue, experiment, of)]);
  lab.close();
  return Object.fromEntries(entries);
}

/** The tables are computed once, for all formats that are built. @returns {import('vite').Plugin} */
export function shippedResults() {
  let made;
  return {
    name: 'p2c-shipped',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: async (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(await (made ??= tables()))};` : undefined),
  };
}
