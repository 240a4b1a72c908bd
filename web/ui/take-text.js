import { set } from './config.js';

// What leaves the page as text: numbers as CSV and JSON, the command that makes them, a citation, the code that embeds a figure.
// Pure. Runs are [{name, result}], as the core gives results: config, version, fingerprint.

const FEW = 6;
const MOST_VARIANTS = 8;
/** What the runs of a comparison have to share. */
const PAIRED = ['experiment', 'seed', 'replications'];
const LONG = 50;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Each run once, in order. */
function distinct(runs) {
  const seen = new Map();
  for (const run of runs) {
    const key = `${run.result.fingerprint}${JSON.stringify(run.result.config)}`;
    if (!seen.has(key)) seen.set(key, run);
  }
  return [...seen.values()];
}

/**
 * Where numbers come from: one configuration, and what each run sets differently. {...config, ...run.set} is that run's configuration.
 * @returns {{ version: string, config: object, runs: { name: string, fingerprint: string, set: object }[] }}
 */
export function originOf(runs) {
  const all = distinct(runs);
  const { config, version } = all[0].result;
  return {
    version, config,
    runs: all.map(({ name, result }) => ({
      name, fingerprint: result.fingerprint,
      set: Object.fromEntries(Object.entries(result.config).filter(([key, value]) => !same(value, config[key]))),
    })),
  };
}

const oneLine = (text) => String(text).replace(/\s+/g, ' ').trim();

/** A field of a CSV file. Text that a spreadsheet would take for a formula is kept from it by an apostrophe. */
export function csvField(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param take title, sub, data: {columns, rows}, notes, link, runs */
export function csvOf({ title, sub, data, notes = [], link, runs }) {
  const { version, config, runs: list } = originOf(runs);
  const comments = [
    `P2C Lab ${version}: ${title}`, ...(sub ? [sub] : []), ...notes, `link: ${link}`, `seed: ${config.seed}`, `config: ${JSON.stringify(config)}`,
    ...list.map((r) => `run: ${r.name}${r.fingerprint ? `; fingerprint ${r.fingerprint}` : ''}${Object.keys(r.set).length ? `; differs by ${JSON.stringify(r.set)}` : ''}`),
  ];
  return [...comments.map((c) => `# ${oneLine(c)}`), ...[data.columns, ...data.rows].map((row) => row.map(csvField).join(','))].join('\r\n').concat('\r\n');
}

/** A list with a line for each of its items. */
const lines = (list) => (list.length ? `[\n${list.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n ]` : '[]');

/** The same as JSON: an object with a line for each run and each row. */
export function jsonOf({ title, sub, data, notes = [], link, runs }) {
  const { runs: list, ...origin } = originOf(runs);
  const top = { title, about: [sub, ...notes].filter(Boolean).join(' '), link, ...origin };
  const head = Object.entries({ ...top, columns: data.columns }).map(([key, value]) => ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${[...head, ` "runs": ${lines(list)}`, ` "rows": ${lines(data.rows)}`].join(',\n')}\n}\n`;
}

/** What differs from the defaults, as a configuration of the core. */
export function shortest(catalogue, { experiment, ...config }) {
  return catalogue.complete(experiment, catalogue.changes(experiment, config).reduce((out, [path, value]) => set(out, path, value), {}));
}

const isObject = (v) => v !== null && typeof v === 'object';

/** path=value for everything in a value; undefined where something cannot stand in one word. */
function settings(path, value) {
  if (Array.isArray(value) || (typeof value === 'string' && /[,=\s]/.test(value))) return undefined;
  if (!isObject(value)) return [`${path}=${value}`];
  const { id, ...rest } = value;
  const inner = Object.entries(rest).map(([key, v]) => settings(`${path}.${key}`, v));
  return inner.includes(undefined) ? undefined : [...(id === undefined ? [] : [`${path}=${id}`]), ...inner.flat()];
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const piped = (config, rest) => `echo ${quoted(JSON.stringify(config))} | p2c ${rest}`;
const unquotable = (words) => words.some((w) => !/^[\w.,=:+-]+$/.test(w));

/**
 * The command that makes the runs of these configurations: one run, a comparison of several, or where that cannot say it, a line for each.
 * @param configs whole configurations
 */
export function commandOf(catalogue, configs) {
  const short = configs.map((c) => shortest(catalogue, c));
  if (short.length === 1) return piped(short[0], 'run -');
  const keys = [...new Set(short.flatMap(Object.keys))].filter((key) => !short.every((c) => same(c[key], short[0][key])));
  const common = Object.fromEntries(Object.entries(short[0]).filter(([key]) => !keys.includes(key)));
  const named = short.map((c, i) => {
    const own = keys.filter((key) => c[key] !== undefined).map((key) => settings(key, c[key]));
    return own.length ? own : [byDefault(keys, configs[i])];
  });
  const words = named.map((all) => (all.includes(undefined) ? undefined : all.flat().join(',')));
  const unpaired = keys.some((key) => PAIRED.includes(key));
  if (unpaired || short.length > MOST_VARIANTS || words.includes(undefined) || unquotable(words)) return short.map((c) => piped(c, 'run -')).join('\n');
  return piped(common, `compare - ${words.map((w) => `--variant ${w}`).join(' ')}`);
}

/** A variant that is all defaults still has to set something: a part of it, by its name, or a number. */
function byDefault(keys, config) {
  const key = keys.find((k) => config[k]?.id !== undefined || !isObject(config[k])) ?? keys[0];
  return settings(key, config[key]?.id === undefined ? config[key] : { id: config[key].id });
}

/** A sweep over several settings, all combinations. @param overs [path, values] */
export const gridCommand = (catalogue, config, overs) => piped(shortest(catalogue, config), `sweep - ${overs.map(([path, values]) => `--over ${path}=${values.join(',')}`).join(' ')} --json`);

const worded = (value) => (Array.isArray(value) ? (value.length > FEW ? `${value.length} numbers` : value.join(' ')) : String(value));

const ALWAYS = ['replications', 'seed'];

/** The settings that all runs share, in one line: those that are no defaults, the main numbers, how many runs, and the seed. */
export function configLine(catalogue, runs) {
  const { config } = originOf(runs);
  const { label, params } = catalogue.experiment(config.experiment);
  const main = params.filter((p) => p.level === 'primary' && typeof config[p.name] === 'number' && runs.every(({ result }) => result.config[p.name] === config[p.name])).map((p) => p.name);
  const pairs = runs.map(({ result: { config: { experiment, ...rest } } }) => catalogue.changes(experiment, rest).map(([path, value]) => `${path}=${worded(value)}`));
  const common = pairs[0].filter((p) => pairs.every((other) => other.includes(p)));
  const named = (keys) => keys.map((key) => `${key}=${worded(config[key])}`);
  return `${label}: ${[...new Set([...named(main), ...common.filter((p) => !ALWAYS.includes(p.split('=')[0])), ...named(ALWAYS.filter((key) => runs.every(({ result }) => result.config[key] === config[key])))])].join(', ')}`;
}

/** The fingerprints of a few runs by name, of many that of the first. */
export function fingerprintLine(runs) {
  const list = originOf(runs).runs;
  if (!list[0].fingerprint) return 'live, as it stood';
  if (list.length === 1) return `fingerprint ${list[0].fingerprint}`;
  if (list.length > FEW) return `${list.length} runs, of which ${list[0].name} has the fingerprint ${list[0].fingerprint}`;
  return `fingerprints: ${list.map((r) => `${r.name} ${r.fingerprint}`).join(', ')}`;
}

/** A citation of a figure, as a sentence for people. The date of access is for the reader to add. */
export function citation({ title, link, runs }, catalogue) {
  const { version } = originOf(runs);
  return `“${title}.” P2C Lab ${version}. ${configLine(catalogue, runs)}; ${fingerprintLine(runs)}. ${link}`;
}

const tex = (text) => text.replace(/[\\{}]/g, '').replace(/[%&_#$]/g, '\\$&').replace(/~/g, '\\textasciitilde{}').replace(/\^/g, '\\textasciicircum{}');

export function bibtex({ title, link, runs }, catalogue) {
  const { version, runs: [first] } = originOf(runs);
  return `@software{p2clab-${(first.fingerprint ?? 'live').slice(0, 8)},
  title   = {${tex(title)}},
  author  = {{P2C Lab contributors}},
  version = {${version}},
  url     = {${link.replace(/[{}\\]/g, encodeURIComponent)}},
  note    = {${tex(`${configLine(catalogue, runs)}; ${fingerprintLine(runs)}`)}},
}`;
}

const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Any text as the content or an attribute of an XML or HTML element; what XML cannot hold becomes the replacement character. */
export const escapeXml = (text) => String(text).replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (c) => ENTITIES[c]);

/** The code that puts an address into another page. */
export function embedCode({ title, url, height }) {
  return `<iframe src="${escapeXml(url)}" width="100%" height="${height}" loading="lazy" title="${escapeXml(`P2C Lab: ${title}`)}"></iframe>`;
}

/** Lists that no link can hold: the numbers of them, the longest first. */
export const longLists = (catalogue, experiment, config) =>
  catalogue.changes(experiment, config).map(([, v]) => (Array.isArray(v) ? v.length : 0)).filter((n) => n > LONG).sort((a, b) => b - a);
