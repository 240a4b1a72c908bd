import { svg } from 'lit';
import { halfWidth, power } from './format.js';

// How claims are said: verdicts as an icon and a word, numbers with the digits that their intervals leave them.

const ring = svg`<circle cx="6.5" cy="6.5" r="5.4" fill="none" stroke="currentColor" stroke-width="1.2"/>`;
const line = (d) => svg`<path d=${d} fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>`;
const icon = (...body) => svg`<svg viewBox="0 0 13 13" aria-hidden="true">${body}</svg>`;

/** In the order in which they are counted. Shapes differ as well as words. */
export const VERDICTS = {
  reproduced: { icon: icon(svg`<circle cx="6.5" cy="6.5" r="6" fill="currentColor"/><path d="M3.7 6.7 5.7 8.7 9.4 4.6" fill="none" stroke="var(--bg)" stroke-width="1.5"/>`), says: 'the interval covers the figure' },
  depends: { icon: icon(ring, svg`<path d="M6.5 1.1a5.4 5.4 0 0 1 0 10.8z" fill="currentColor"/>`), says: 'true under a condition that is not stated' },
  differs: { icon: icon(ring, line('M2.8 10.2 10.2 2.8')), says: 'the interval excludes it' },
  asymptotic: { icon: icon(line('M1.5 11.5C2 5 5 2.6 12 2'), line('M1 12h11')), says: 'a law of growth, shown as a sweep with its slope' },
  literature: { icon: icon(line('M6.5 3.2C5 2 3 2 1.2 2.4v8.2c1.8-.4 3.8-.4 5.3.8 1.5-1.2 3.5-1.2 5.3-.8V2.4C10 2 8 2 6.5 3.2zM6.5 3.2v8.2')), says: 'cited, not measured' },
  open: { icon: icon(svg`<circle cx="6.5" cy="6.5" r="5.4" fill="none" stroke="currentColor" stroke-width="1.2" stroke-dasharray="2 2"/>`), says: 'the runs do not decide' },
};

export const ARTICLES = { 1: 'Article 1, on random dispatch', 2: 'Article 2, on balls into bins', 3: 'Article 3, on load balancing and tails' };

const SMALL = 1e-4;
const MOST_DIGITS = 7;

/** As many decimals as show two digits of this. */
const decimals = (x) => Math.max(0, Math.min(MOST_DIGITS, 1 - Math.floor(Math.log10(x))));

const grouped = (x, digits) => {
  const [whole, rest] = Math.abs(x).toFixed(digits).split('.');
  const text = (whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole) + (rest ? `.${rest}` : '');
  return x < 0 && Number(x.toFixed(digits)) !== 0 ? `−${text}` : text;
};

/** A number alone, to four digits or so. */
export function numberText(x) {
  if (x === 0) return '0';
  if (Math.abs(x) < SMALL) return x < 0 ? `−${power(-x)}` : power(x);
  return grouped(x, Math.max(0, Math.min(MOST_DIGITS, 3 - Math.floor(Math.log10(Math.abs(x)))))).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

/** [value, ± half-width], both with the same decimals; the second is empty where there is no noise. */
export function measuredTexts(one) {
  const half = halfWidth(one);
  if (!half) return [numberText(one.value), ''];
  if (half < SMALL / 10) return [numberText(one.value), numberText(Number(half.toPrecision(2)))];
  const digits = decimals(half);
  return [grouped(one.value, digits), grouped(half, digits)];
}

/** What the article has it compared with: a figure or a bound. */
export function saidText(compare) {
  const { article, atLeast, atMost, digits } = compare;
  if (article !== undefined) return digits > 0 && article >= SMALL ? grouped(article, digits) : numberText(article);
  if (atLeast !== undefined && atMost !== undefined) return `${numberText(atLeast)} to ${numberText(atMost)}`;
  return atLeast !== undefined ? `at least ${numberText(atLeast)}` : `at most ${numberText(atMost)}`;
}

/** What a comparison is for, where it is not as the article has it. */
export const ROLES = { condition: 'under the condition', beside: 'beside' };

/** "60 claims: 31 reproduced, 5 depend …" as [[verdict, number]]. */
export const countOf = (claims) => Object.keys(VERDICTS).map((v) => [v, claims.filter((c) => c.verdict === v).length]).filter(([, n]) => n > 0);
