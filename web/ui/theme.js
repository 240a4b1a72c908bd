// Light and dark. Canvases cannot use CSS variables, so the colours are read once per change and kept.

let cache = new WeakMap();
const listeners = new Set();
const dark = matchMedia('(prefers-color-scheme: dark)');
let scene;

/** Whatever is drawn next gets its colours from where this node stands: the page, or a scene with a colour scheme of its own. */
export function coloursAt(node) { scene = node.closest('[data-scene]'); }

/** The token's colour as the browser resolves it now, e.g. colour('ink-3'). */
export function colour(token) {
  const place = scene ?? document.body;
  if (!cache.has(place)) cache.set(place, new Map());
  const known = cache.get(place);
  if (!known.has(token)) {
    const probe = place.appendChild(Object.assign(document.createElement('i'), { hidden: true }));
    probe.style.color = `var(--${token})`;
    known.set(token, getComputedStyle(probe).color);
    probe.remove();
  }
  return known.get(token);
}

export function onTheme(f) {
  listeners.add(f);
  return () => listeners.delete(f);
}

/** Colours may be others now. */
export const changed = () => { cache = new WeakMap(); for (const f of listeners) f(); };
const chosen = () => document.documentElement.dataset.theme;
export const isDark = () => (chosen() ? chosen() === 'dark' : dark.matches);

export function toggleTheme() {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  changed();
}

dark.addEventListener('change', changed);
// Text on canvases is measured with the web font once that has arrived.
document.fonts?.ready.then(changed);

export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const FONT = '"Inter Variable", Inter, system-ui, sans-serif';
