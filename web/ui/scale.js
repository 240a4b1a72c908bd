// How a slider's position (0…1) maps to a value: lin, log (equal ratios), log0 (zero, then decades), headroom (equal steps
// halve the free capacity). Values are rounded to three significant digits; loads, to three digits of what is free.

export const FORWARD = {
  lin: (x) => x,
  log: (x) => Math.log(x),
  log0: (x) => (x <= 0 ? 0 : 1 + Math.max(0, Math.log10(x / 0.1))),
  headroom: (x) => -Math.log(1 - x),
};
export const BACK = {
  lin: (y) => y,
  log: (y) => Math.exp(y),
  log0: (y) => (y < 0.5 ? 0 : 0.1 * 10 ** Math.max(0, y - 1)),
  headroom: (y) => 1 - Math.exp(-y),
};

const rounded = (x, digits = 3) => Number(x.toPrecision(digits));

export function spanOf(param) {
  return param.slider ?? param.range;
}

export function toPosition(param, value) {
  const f = FORWARD[param.scale] ?? FORWARD.lin;
  const [lo, hi] = spanOf(param).map(f);
  const p = (f(Math.min(Math.max(value, spanOf(param)[0]), spanOf(param)[1])) - lo) / (hi - lo);
  return Number.isFinite(p) ? Math.min(1, Math.max(0, p)) : 0;
}

export function fromPosition(param, position) {
  const scale = FORWARD[param.scale] ? param.scale : 'lin';
  const [lo, hi] = spanOf(param).map(FORWARD[scale]);
  return settle(param, BACK[scale](lo + position * (hi - lo)));
}

/** The value that a slider may give near x. */
export function settle(param, x) {
  const [lo, hi] = spanOf(param);
  let v = param.scale === 'headroom' ? 1 - rounded(1 - x, 2) : rounded(x);
  if (param.scale === 'headroom') v = rounded(v, 4);
  if (param.kind === 'int') v = Math.round(param.step ? Math.round(v / param.step) * param.step : v);
  else if (param.step && (param.scale ?? 'lin') === 'lin') v = rounded(Math.round(v / param.step) * param.step, 6);
  return Math.min(hi, Math.max(lo, v));
}

/** One arrow key: a step on a linear slider, the next distinct value on the others. */
export function nudge(param, value, direction) {
  if ((param.scale ?? 'lin') === 'lin') return settle(param, value + direction * (param.step ?? (param.kind === 'int' ? 1 : 0.01)));
  for (let i = 1; i <= 40; i++) {
    const v = fromPosition(param, Math.min(1, Math.max(0, toPosition(param, value) + (direction * i) / 100)));
    if (v !== value) return param.kind === 'int' && Math.abs(v - value) > 1 && value < 20 ? value + direction : v;
  }
  return value;
}

/** Page up and down: the next tick. */
export function nextTick(param, value, direction) {
  const ticks = [...(param.ticks ?? []), ...spanOf(param)].sort((a, b) => a - b);
  const later = direction > 0 ? ticks.find((t) => t > value) : ticks.findLast((t) => t < value);
  return later ?? value;
}
