import { halfWidth } from './format.js';

// Standard error behind a 95 % interval. With few runs Student's factor is larger than 1.96, so this errs on the careful side.
export const standardError = (m) => (halfWidth(m) ?? 0) / 1.96;

/** Two metrics are called different only when they are 2.5 combined standard errors apart. */
export function apart(a, b) {
  if (a?.value == null || b?.value == null) return false;
  return Math.abs(a.value - b.value) > 2.5 * Math.hypot(standardError(a), standardError(b));
}

/** How a measured value compares with a published one, both with a standard error, the latter rounded to `unit`. */
export function verdict(measured, error, published, publishedError, unit) {
  const rounding = unit / Math.sqrt(12);
  const z = Math.abs(measured - published) / Math.hypot(error, publishedError, rounding);
  return z <= 1.96 ? 'agrees' : z <= 3.3 ? 'near' : 'differs';
}
