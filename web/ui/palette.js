// Colour means policy, and nothing else. It is bound to the policy's id, never to a position on the page.
// Each entry: name of the colour token, dash of its lines. Beyond these, colours follow the order of the catalogue.

const LOOKS = ['one', 'one', 'two', 'three', 'four'];

const STYLES = {
  random: () => ({ hue: 'one', dash: [] }),
  choices: (policy) => ({ hue: LOOKS[Math.min(policy.d ?? 2, LOOKS.length - 1)], dash: (policy.d ?? 2) > 4 ? [10, 3] : [] }),
  least: () => ({ hue: 'all', dash: [] }),
  'round-robin': () => ({ hue: 'turn', dash: [2, 3] }),
  'one-plus-beta': () => ({ hue: 'beta', dash: [8, 3] }),
  memory: () => ({ hue: 'memory', dash: [8, 3, 2, 3] }),
  groups: () => ({ hue: 'left', dash: [4, 3] }),
  // A second look at times, as with one-plus-beta; told apart by its dash.
  thinning: () => ({ hue: 'beta', dash: [3, 3] }),
};
const SPARE = [{ hue: 'memory', dash: [8, 3, 2, 3] }, { hue: 'left', dash: [4, 3] }];

export function styleOf(policy, catalogue) {
  const known = STYLES[policy?.id];
  if (known) return known(policy);
  const index = catalogue ? catalogue.data.families.policies.findIndex((p) => p.id === policy?.id) : 0;
  return SPARE[Math.max(0, index) % SPARE.length];
}

/** The same as the text of a style, to be bound as a property (an attribute would break a strict policy). */
export const tint = (policy, catalogue) => {
  const { hue } = styleOf(policy, catalogue);
  return `--c:var(--${hue});--ct:var(--${hue}-t)`;
};
