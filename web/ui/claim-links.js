import { FLEET } from './presets.js';
import { show } from './config.js';
import { isLong } from './numbers.js';
import { policyPairs } from './policy-links.js';
import { formatHash } from './router.js';

// From the configurations of a claim to the lab that shows them.

const MOST_CARDS = 4;
const rest = ({ [FLEET.policy]: _, ...config }) => JSON.stringify(config);

/** The policies of all runs that differ from this one in nothing else, this one's first. */
function companions(config, runs) {
  const all = [config, ...runs.filter((r) => r.experiment === config.experiment && rest(r) === rest(config))].map((r) => r[FLEET.policy]);
  return all.filter((p, i) => all.findIndex((q) => JSON.stringify(q) === JSON.stringify(p)) === i).slice(0, MOST_CARDS);
}

/** The link to a lab with this configuration; a fleet's has cards for the other policies of the claim. */
export function labLink(catalogue, config, runs) {
  const { experiment, ...settings } = config;
  const pairs = catalogue.changes(experiment, settings).filter(([, value]) => !isLong(value)).map(([path, value]) => [path, show(value)]);
  if (experiment !== 'fleet') return formatHash(experiment, pairs);
  const own = pairs.filter(([path]) => path.split('.')[0] !== FLEET.policy);
  return formatHash(experiment, [...own, ...policyPairs(catalogue, companions(config, runs), FLEET.compared)]);
}
