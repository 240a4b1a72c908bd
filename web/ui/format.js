// Numbers as text. Thousands are grouped with commas, decimals are fixed by size, the minus sign is a real one.

/** The space between a number and its per cent sign: narrow, and no place to break the line. */
export const THIN = '\u202f';

export function fixed(x, digits) {
  const [whole, rest] = Math.abs(x).toFixed(digits).split('.');
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  const text = rest ? `${grouped}.${rest}` : grouped;
  return x < 0 && Number(x.toFixed(digits)) !== 0 ? `−${text}` : text;
}

/** Three significant digits or so, without an exponent. */
export function brief(x) {
  if (!Number.isFinite(x)) return '–';
  const size = Math.abs(x);
  if (size === 0) return '0';
  if (size >= 100) return fixed(x, 0);
  if (size >= 10) return fixed(x, 1);
  return fixed(x, size >= 0.1 ? 2 : 3);
}

/** The shortest text that reads back as the number (for edit fields): 0.1, 64, 1e-7. */
export const plain = (x) => (typeof x === 'number' ? String(Number(x.toPrecision(12))) : String(x));

/** Large round numbers for ticks: 10000 becomes 10k, 1000000 becomes 1M, beyond that powers of ten. `short`: 1000 becomes 1k as well. */
export function tickText(x, short = false) {
  if (Math.abs(x) >= 1e9) return power(x);
  if (Math.abs(x) >= 1e6) return `${plain(x / 1e6)}M`;
  if (Math.abs(x) >= (short ? 1e3 : 1e4)) return `${plain(x / 1e3)}k`;
  return x >= 1000 ? fixed(x, 0) : plain(x);
}

const RAISED = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/** 10³, 10⁻⁷: the power of ten next below x, and what it is multiplied by unless that is 1. */
export function power(x) {
  const exponent = Math.floor(Math.log10(x) + 1e-9);
  const factor = Number((x / 10 ** exponent).toPrecision(2));
  return `${factor === 1 ? '' : `${factor}·`}10${[...String(exponent)].map((c) => RAISED[c]).join('')}`;
}

export const percent = (share) => {
  const x = share * 100;
  if (x === 0) return `0${THIN}%`;
  if (x < 1e-5) return power(share);
  return `${x >= 10 ? fixed(x, x >= 99.95 || Number.isInteger(x) ? 0 : 1) : Number(x.toPrecision(2))}${THIN}%`;
};

/** Half width of a metric's interval; null when the metric carries none. */
export const halfWidth = (m) => (m && m.low != null && m.high != null ? (m.high - m.low) / 2 : null);

/** Value and ± as two texts with the same decimals, fitted to the size of the error. */
export function withError(m, decimals) {
  if (!m || m.value == null) return ['too few', ''];
  const e = halfWidth(m);
  if (e == null || e === 0) return [decimals === undefined ? brief(m.value) : fixed(m.value, decimals), ''];
  const digits = decimals ?? (e >= 2 ? 0 : e >= 0.2 ? 1 : e >= 0.0095 ? 2 : 3);
  return [fixed(m.value, digits), fixed(e, digits)];
}

export const times = (ratio) => fixed(ratio, ratio >= 9.95 ? 0 : 1);
export const signed = (x, digits) => `${x < 0 ? '−' : '+'}${fixed(Math.abs(x), digits)}`;
export const plural = (n, one, many = `${one}s`) => `${fixed(n, 0)} ${n === 1 ? one : many}`;
