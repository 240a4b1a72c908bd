import { FLEET } from './presets.js';
import { isPath, parse, partsFirst, set, show } from './config.js';

// Several policies in one link: a.id, a.d, b.id … in the order of the cards. They stand there only where they are not the usual ones.

export const LETTERS = ['a', 'b', 'c', 'd'];

export const policyParam = (catalogue) => catalogue.experiment('fleet').params.find((p) => p.name === FLEET.policy);

/** Pairs of a link that speak of policies, and the others. */
export function splitPairs(pairs) {
  const own = pairs.filter(([k]) => LETTERS.includes(k.split('.')[0]) && k.includes('.') && isPath(k));
  return { own, rest: pairs.filter((p) => !own.includes(p)) };
}

/** The policies of a link; undefined when it names none. */
export function readPolicies(catalogue, pairs) {
  const found = {};
  for (const [path, text] of partsFirst(pairs)) {
    const [letter, ...rest] = path.split('.');
    if (!rest.length || !isPath(path)) continue;
    found[letter] ??= {};
    const inner = rest.join('.');
    const param = catalogue.param('fleet', `${FLEET.policy}.${inner}`, { [FLEET.policy]: found[letter] });
    found[letter] = set(found[letter], inner, parse(param, text));
  }
  const list = LETTERS.filter((l) => found[l]).map((l) => found[l]);
  return list.length ? list : undefined;
}

export function policyPairs(catalogue, policies, usual) {
  const param = policyParam(catalogue);
  const filled = (list) => list.map((p) => catalogue.fillOne(param, p));
  if (JSON.stringify(filled(policies)) === JSON.stringify(filled(usual))) return [];
  return filled(policies).flatMap((full, i) => {
    const changed = catalogue.inner(param, full).filter((p) => JSON.stringify(full[p.name]) !== JSON.stringify(p.default));
    return [[`${LETTERS[i]}.id`, full.id], ...changed.map((p) => [`${LETTERS[i]}.${p.name}`, show(full[p.name])])];
  });
}
