import { svg } from 'lit';

const icon = (box, body) => svg`<svg viewBox="0 0 ${box} ${box}" aria-hidden="true">${body}</svg>`;
const stroke = (d, width = 1.3) => svg`<path d=${d} fill="none" stroke="currentColor" stroke-width=${width} stroke-linejoin="round"/>`;
const solid = (d) => svg`<path d=${d} fill="currentColor"/>`;

export const table = icon(16, stroke('M1.5 3h13v10h-13zM1.5 6.4h13M1.5 9.7h13M6 3v10'));
export const save = icon(16, stroke('M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11'));
export const warn = icon(12, [stroke('M6 1.2 11.4 10.6H.6z', 1.2), stroke('M6 4.6v2.8M6 8.6v.6', 1.2)]);
export const play = icon(16, solid('M4 2.5v11l9-5.5z'));
export const pause = icon(16, solid('M4 3h3v10H4zM9 3h3v10H9z'));
export const step = icon(16, solid('M3 3v10l7-5zM11 3h2v10h-2z'));
export const reset = icon(16, stroke('M3 8a5 5 0 1 0 1.6-3.7M3 2v3.2h3.2', 1.5));
export const close = icon(16, stroke('M4 4l8 8M12 4l-8 8', 1.5));
export const theme = icon(16, [svg`<circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.5"/>`, solid('M8 1.8a6.2 6.2 0 0 1 0 12.4z')]);
export const mark = svg`<svg viewBox="0 0 22 20" aria-hidden="true"><rect x="1" y="3" width="8" height="16" rx="2" fill="none" stroke="currentColor" stroke-width="1.6"/><rect x="13" y="10" width="8" height="9" rx="2" fill="currentColor"/>${stroke('M17 1v5m-2.4-2.3L17 6.2l2.4-2.5', 1.5)}</svg>`;

// Verdicts differ in shape as well as in words.
const ring = svg`<circle cx="6.5" cy="6.5" r="5.4" fill="none" stroke="currentColor" stroke-width="1.2"/>`;
const named = (label, body) => svg`<svg viewBox="0 0 13 13" role="img" aria-label=${label}>${body}</svg>`;
export const verdicts = {
  agrees: named('agrees', [svg`<circle cx="6.5" cy="6.5" r="6" fill="currentColor"/>`, svg`<path d="M3.7 6.7 5.7 8.7 9.4 4.6" fill="none" stroke="var(--bg)" stroke-width="1.5"/>`]),
  near: named('just outside the noise', [ring, stroke('M3.2 7.3c1-1.6 2.2-1.6 3.3-.7s2.3.9 3.3-.7')]),
  differs: named('differs', [ring, stroke('M2.8 10.2 10.2 2.8', 1.4)]),
  open: named('not known yet', [svg`<circle cx="6.5" cy="6.5" r="5.4" fill="none" stroke="currentColor" stroke-width="1.2" stroke-dasharray="2 2"/>`]),
};
