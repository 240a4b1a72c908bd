import { configError } from '../api/errors.js';
import { parse, set } from '../ui/config.js';
import { BINS, DUEL, FLEET } from '../ui/presets.js';

// From the attributes of <p2c-lab>, or the keys of a link, to what is to be shown. Which settings there are is for the catalogue to
// say; a setting is named by its path (policy.d), or by as much of its end as is clear (d), in any case and with or without hyphens.

const MOST_TEXT = 4000;
const MOST_POLICIES = 4;
/** Replicas of a live skyline: beyond that a column is thinner than a pixel can show. */
const MOST_COLUMNS = 4096;

/** What the element itself takes; everything else is a setting of the experiment. */
const OWN = ['experiment', 'part', 'chart', 'policies', 'theme', 'bg', 'lab', 'from'];
/** Attributes that any element may have, and what frameworks write on theirs. */
const FOREIGN = /^(class|id|style|slot|title|lang|dir|hidden|role|tabindex|inert|nonce|translate|is|popover|draggable|exportparts|(aria-|data-|v-|ng-|x-|on(?=[a-z])|item(?=[a-z])).*|.*[^a-z0-9.-].*|[^a-z].*)$/;

/** By experiment: its parts, the first being the usual one; its charts, likewise; the policies that are compared where none is chosen. */
export const LABS = {
  fleet: { parts: ['skyline', 'comparison', 'chart'], charts: ['waits', 'queues'], policies: { skyline: DUEL.policies, comparison: FLEET.compared, chart: FLEET.compared } },
  bins: { parts: ['comparison', 'chart'], charts: ['gap', 'profile'], policies: { comparison: BINS.compared, chart: BINS.compared } },
  fanout: { parts: ['chart'], charts: ['latency'], policies: { chart: [] } },
  hashing: { parts: ['chart'], charts: ['sweep'], policies: { chart: [] } },
};

const bare = (name) => name.toLowerCase().replaceAll('-', '');
const quoted = (text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
const list = (words) => words.map((w) => `“${w}”`).join(', ');

/** Attributes as pairs of what the element takes, without those that any element may have. */
export const pairsOf = (element) => [...element.attributes].map((a) => [a.name, a.value]).filter(([name]) => OWN.includes(name) || !FOREIGN.test(name));

/** Whether an attribute is a setting of the experiment, or names it. */
export const isSetting = (name) => name === 'experiment' || (!OWN.includes(name) && !FOREIGN.test(name));

/** Every parameter that a configuration has now: { path, param }, those of parts and groups after what they are in. */
function parameters(catalogue, experiment, config) {
  let level = catalogue.experiment(experiment).params.map((param) => ({ path: param.name, param, value: catalogue.filled(experiment, config)[param.name] }));
  const found = [];
  while (level.length) {
    found.push(...level);
    level = level.flatMap(({ path, param, value }) => inside(catalogue, param, value).map((p) => ({ path: `${path}.${p.name}`, param: p, value: value?.[p.name] })));
  }
  return found;
}

/** What is in a part, a group or a list of parts; a list has room for one more, in which there is nothing yet. */
function inside(catalogue, param, value) {
  if (param.vacant) return [];
  const known = catalogue.inner(param, value);
  return param.kind === 'parts' ? [...known, { ...catalogue.item(param, known.length), vacant: true }] : known;
}

/** The parameter that a name means; undefined when there is none. */
function find(known, name) {
  const wanted = bare(name.replace(/\.id$/, ''));
  const depth = (k) => k.path.split('.').length;
  const hits = known.filter(({ path }) => bare(path) === wanted || bare(path).endsWith(`.${wanted}`));
  const least = Math.min(...hits.map(depth));
  const nearest = hits.filter((k) => depth(k) === least);
  const own = nearest.filter(({ path }) => path.startsWith(`${FLEET.policy}.`));
  const [hit, ...others] = own.length ? own : nearest;
  if (others.length) throw configError(name, `${name} may mean ${nearest.map((k) => k.path).join(' or ')}: write one of them.`);
  return hit;
}

/**
 * The configuration that pairs of name and text make. `check` throws when the core would refuse one.
 * Throws a LabError that names the field.
 */
export function readConfig(catalogue, experiment, pairs, check) {
  let config = {};
  let rest = catalogue.modern(experiment, pairs);
  const long = pairs.find(([, text]) => text.length > MOST_TEXT);
  if (long) throw configError(long[0], `${long[0]} must not be longer than ${MOST_TEXT} characters.`);
  for (;;) {
    // The parts come first, since what is inside them depends on their choice.
    const known = parameters(catalogue, experiment, config);
    const parts = rest.filter(([name]) => find(known, name)?.param.kind === 'part');
    if (!parts.length) break;
    for (const [name, text] of parts) config = set(config, `${find(known, name).path}.id`, text);
    rest = rest.filter((pair) => !parts.includes(pair));
    check(catalogue.complete(experiment, config));
  }
  const known = parameters(catalogue, experiment, config);
  for (const [name, text] of rest) {
    const hit = find(known, name);
    if (!hit) throw configError(name, `${quoted(name)} is no setting of ${experiment}, or not with these policies and laws.`);
    if (hit.param.kind === 'group') throw configError(name, `${quoted(name)} is a group: name one of its settings, as ${hit.path}.${catalogue.inner(hit.param)[0]?.name}.`);
    config = set(config, hit.path, parse(hit.param, text));
  }
  return config;
}

/** "random, choices d=3": ids, each with settings of its own. */
export function readPolicies(catalogue, text) {
  const texts = text.slice(0, MOST_TEXT).split(',').map((t) => t.trim()).filter(Boolean);
  if (!texts.length || texts.length > MOST_POLICIES) throw configError('policies', `policies must name 1 to ${MOST_POLICIES} policies, not ${texts.length}.`);
  return texts.map((one) => {
    const [id, ...settings] = one.split(/\s+/);
    const params = catalogue.entry('policies', id)?.params ?? [];
    return settings.reduce((policy, setting) => {
      const [name, value = ''] = setting.split('=');
      const param = params.find((p) => bare(p.name) === bare(name));
      if (!param) throw configError('policies', `${quoted(name)} in policies is no setting of ${quoted(id)}.`);
      return { ...policy, [param.name]: parse(param, value) };
    }, { id });
  });
}

function oneOf(name, value, allowed) {
  if (!allowed.includes(value)) throw configError(name, `${name} must be one of ${list(allowed)}, not ${quoted(value)}.`);
  return value;
}

/** Whom a chosen policy is shown beside, unless that is said: one look, or beside that one, two. */
function beside(policy) {
  const [one, two] = DUEL.policies;
  return policy.id === one.id ? [policy, two] : [one, policy];
}

const withPolicy = (config, policy) => (policy ? { ...config, [FLEET.policy]: policy } : config);

/**
 * What to show: { experiment, part, chart, config, policies }, the configuration without the policies.
 * @param {{ check(config: object): void }} lab
 * @param {import('../ui/catalogue.js').Catalogue} catalogue
 * @param {string[][]} pairs names and texts
 * @param {object | string} [given] a whole configuration, or its JSON text, in place of the settings among the pairs
 */
export function readPlan(lab, catalogue, pairs, given) {
  const own = Object.fromEntries(pairs.filter(([name]) => OWN.includes(name)));
  if (given !== undefined) {
    lab.check(given);
    given = typeof given === 'string' ? JSON.parse(given) : structuredClone(given);
  }
  const experiment = oneOf('experiment', given?.experiment ?? own.experiment ?? 'fleet', Object.keys(LABS).filter((id) => catalogue.experiment(id)));
  const { parts, charts, policies: usual } = LABS[experiment];
  const part = oneOf('part', own.part ?? parts[0], parts);
  const chart = oneOf('chart', own.chart ?? charts[0], charts);
  for (const [name, allowed] of [['theme', ['auto', 'light', 'dark']], ['bg', ['page', 'transparent']]]) oneOf(name, own[name] ?? allowed[0], allowed);
  const check = (config) => lab.check(config);
  const settings = pairs.filter(([name]) => !OWN.includes(name));
  const { [FLEET.policy]: policy, experiment: _, ...config } = given ?? readConfig(catalogue, experiment, settings, check);
  const chosen = policy && catalogue.complete(experiment, { policy }).policy;
  if (own.policies !== undefined && !usual[part].length) throw configError('policies', `There are no policies in ${experiment}.`);
  const named = own.policies !== undefined && !(given && chosen);
  const policies = named ? readPolicies(catalogue, own.policies) : chosen ? beside(chosen) : usual[part];
  if (part === 'skyline' && policies.length !== 2) throw configError('policies', `The skyline shows two policies, not ${policies.length}.`);
  for (const p of policies.length ? policies : [undefined]) check(catalogue.complete(experiment, withPolicy(config, p)));
  const columns = catalogue.filled(experiment, config)[DUEL.size];
  if (part === 'skyline' && columns > MOST_COLUMNS) throw configError(DUEL.size, `${DUEL.size} must be at most ${MOST_COLUMNS} for the skyline, not ${columns}.`);
  return { experiment, part, chart, config, policies };
}

/** The configuration of the plan as a whole, with its last policy. */
export const wholeConfig = (catalogue, { experiment, config, policies }) => ({ experiment, ...catalogue.filled(experiment, withPolicy(config, policies.at(-1))) });
