import { set } from './config.js';
import { fromPosition, settle, spanOf } from './scale.js';

// A sweep: one number of a configuration takes several values, everything else stays. Which numbers there are, says the catalogue.

/** Settings of the simulation itself, such as its runs and its seed: they are nothing to be swept. */
const RUN = 'run';
const DECADES_IN_HALVES = 5.5;
const DECADES_IN_WHOLE = 10;
const MOST_STEPS = 11;

/** Every number with a slider in a filled-in configuration, also inside its groups and chosen parts: [{path, param}]. */
export function sweepable(catalogue, experiment, full) {
  const walk = (params, value, before) => params.flatMap((p) => {
    if (p.group === RUN) return [];
    const path = `${before}${p.name}`;
    if (p.kind === 'int' || p.kind === 'real') return p.slider ? [{ path, param: p }] : [];
    return walk(catalogue.inner(p, value?.[p.name]), value?.[p.name], `${path}.`);
  });
  return walk(catalogue.experiment(experiment).params, full, '');
}

/** 8 to 12 values over the slider's span: even steps, or where the scale is logarithmic, whole or half powers of ten or every second. */
export function spaced(param) {
  const [lo, hi] = spanOf(param);
  if (param.scale === 'log') return distinct(logSteps(lo, hi).map((v) => settle(param, v)));
  if (param.scale === 'log0') return distinct([0, ...logSteps(param.kind === 'int' ? 1 : 0.1, hi)].map((v) => settle(param, v)));
  const steps = param.kind === 'int' ? Math.min(hi - lo + 1, MOST_STEPS) : MOST_STEPS;
  return distinct(Array.from({ length: steps }, (_, i) => (param.scale === 'headroom' ? fromPosition(param, i / (steps - 1)) : settle(param, lo + ((hi - lo) * i) / (steps - 1)))));
}

function logSteps(lo, hi) {
  const decades = Math.log10(hi / lo);
  const each = decades <= DECADES_IN_HALVES ? 0.5 : decades <= DECADES_IN_WHOLE ? 1 : 2;
  const inner = Array.from({ length: Math.ceil(decades / each) }, (_, i) => Number((lo * 10 ** (i * each)).toPrecision(1)));
  return [lo, ...inner.slice(1), hi];
}

const distinct = (values) => [...new Set(values)].sort((a, b) => a - b);

/** The values of a sweep: those of the slider's span and the present one. */
export const valuesOf = (param, now) => distinct([...spaced(param), ...(typeof now === 'number' ? [now] : [])]);

/** The configuration at one value, as the core is to be asked. */
export const taskAt = (catalogue, experiment, config, path, value) => catalogue.complete(experiment, set(config, path, value));

/** The command that makes the same numbers, for a shell. */
export function command(base, path, values, metric) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  return `echo ${quoted(JSON.stringify(base))} | p2c sweep - --over ${path}=${values.join(',')} --metric ${metric} --table`;
}
