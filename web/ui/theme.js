// Light and dark. Canvases cannot use CSS variables, so the colours are read once per change and kept.

const cache = new Map();
const listeners = new Set();
const dark = matchMedia('(prefers-color-scheme: dark)');
const light = new Map();
let kept = cache;
let probe;

/** The token's colour as the browser resolves it now, e.g. colour('ink-3'). */
export function colour(token) {
  if (!kept.has(token)) {
    probe ??= Object.assign(document.body.appendChild(document.createElement('i')), { hidden: true });
    probe.style.colorScheme = kept === light ? 'light' : '';
    probe.style.color = `var(--${token})`;
    kept.set(token, getComputedStyle(probe).color);
  }
  return kept.get(token);
}

/** Runs a function that draws, with the colours of the light theme: for what leaves the page. */
export function onPaper(draw) {
  kept = light;
  try {
    return draw();
  } finally {
    kept = cache;
  }
}

export function onTheme(f) {
  listeners.add(f);
  return () => listeners.delete(f);
}

const changed = () => { cache.clear(); for (const f of listeners) f(); };
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
