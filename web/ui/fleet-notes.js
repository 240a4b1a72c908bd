import { brief, fixed } from './format.js';

// Sentences about results that should not be believed as they stand. The rule is the core's; the page adds what to do.

const ENOUGH = 50;

export function notesFor(section) {
  return (section.results ?? []).flatMap(({ policy, result }) => result.warnings.map((w) => {
    const name = section.catalogue.name(policy);
    const exact = result.theory?.wait?.p99;
    const known = w.id === 'run-too-short' && exact != null ? ` The exact p99 is ${brief(exact)}.` : '';
    return { kind: 'warning', title: `${name}:`, text: w.message + known, action: w.id === 'run-too-short' ? action(section, w) : undefined };
  }));
}

function action(section, warning) {
  const factor = warning.covered > 0 ? Math.max(2, Math.ceil(ENOUGH / warning.covered)) : 3;
  return { label: `Run ${fixed(factor, 0)}× longer`, press: () => section.longer(factor) };
}
