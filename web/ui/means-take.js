import { withError } from './format.js';
import { tableDrawing } from './table-paper.js';
import { metric, rawTable } from './take-data.js';

// A table of measured values as it leaves the page: a row for each metric, and in columns the runs that are compared.

const text = (m) => { if (m?.value == null) return 'too few'; const [v, e] = withError(m); return `${v}${e ? ` ± ${e}` : ''}`; };

/**
 * @param name for the file · title · runs [{name, hue (or nothing), result}] · metrics of the catalogue · of(result, name): the metric's value and
 *   interval · exact(result, name): a number where one is known
 */
export function measuresTake({ name, title, runs, metrics, of, exact = () => undefined }) {
  return {
    name, title, sub: 'Means of the runs, ± 95\u202f%.', text: title, runs: runs.map((r) => ({ name: r.name, result: r.result })),
    data: rawTable([['measured', (m) => m.label], ...runs.flatMap((r) => [...metric(r.name, (m) => of(r.result, m.name)), [`${r.name}, theory`, (m) => exact(r.result, m.name)]])], metrics),
    drawing: tableDrawing({ groups: runs.every((r) => r.hue) ? runs.map((r) => ({ label: r.name, span: 1, hue: r.hue })) : [], columns: ['', ...runs.map((r) => (r.hue ? '' : r.name))], rows: metrics.map((m) => [m.label, ...runs.map((r) => text(of(r.result, m.name)))]) }),
  };
}
