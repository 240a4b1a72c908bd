import { brief, fixed } from './format.js';

// Sentences about results that should not be believed as they stand. The rule is the core's; the page adds what to do.

const ENOUGH = 50;

export function notesFor(section) {
  const all = (section.results ?? []).flatMap(({ policy, result }) => result.warnings.map((w) => ({ w, name: section.catalogue.name(policy), exact: result.theory?.wait?.p99 })));
  const texts = [...new Set(all.map(({ w }) => w.message))];
  // What is true of several policies is said once.
  return [...unmet(section), ...texts.map((text) => {
    const same = all.filter(({ w }) => w.message === text);
    const [{ w, exact }] = same;
    const short = w.id === 'run-too-short';
    const known = short && same.length === 1 && exact != null ? ` The exact p99 is ${brief(exact)}.` : '';
    const title = same.length === section.results.length && same.length > 1 ? undefined : `${same.map((s) => s.name).join(', ')}:`;
    return { kind: 'warning', title, text: text + known, action: short ? action(section, w) : undefined };
  })];
}

/** Automatic runs that ended before their interval was narrow enough. */
const unmet = (section) => (section.results ?? []).filter(({ result }) => result.auto?.met === false)
  .map(({ policy, result }) => ({ kind: 'warning', title: `${section.catalogue.name(policy)}:`, text: result.auto.message }));

function action(section, warning) {
  const factor = warning.covered > 0 ? Math.max(2, Math.ceil(ENOUGH / warning.covered)) : 3;
  return { label: `Run ${fixed(factor, 0)}× longer`, press: () => section.longer(factor) };
}
