import { valueWords } from './dot-rows.js';
import { dotsDrawing } from './dots-paper.js';
import { fixed, percent, withError } from './format.js';
import { tableDrawing } from './table-paper.js';
import { metric, rawTable } from './take-data.js';

// The figures of the chapters as they leave the page: what save-menu.js asks for, of each.

const said = ([v, e]) => `${v}${e ? ` ± ${e}` : ''}`;
const strong = (text) => ({ text, weight: 600 });
const noteOf = (m) => (m?.value == null ? (m?.reason ?? null) : null);

/** Why random fails quietly: both policies at every mark. @param sides [{name, hue, result}] · gap(side, mark) its metric · mark the picked one */
export function whyTake({ title, sides, marks, mark, gap }) {
  const over = (m, by) => m && { value: m.value / by, low: m.low / by, high: m.high / by };
  const share = (m, by) => { const { value, low, high } = over(m, by); return `+${percent(value)} ± ${percent((high - low) / 2)}`; };
  return {
    title, name: 'shares', sub: 'The busiest of 64 replicas over its fair share, and requests ahead of the average, ± 95\u202f%.', runs: sides,
    text: `${title}. The busiest replica over its share, and ahead of the average, by requests per replica so far.`,
    data: rawTable([['requests per replica', (m) => m], ...sides.flatMap((s) => [...metric(`${s.name}, over its share`, (m) => over(gap(s, m), m)), ...metric(`${s.name}, requests ahead`, (m) => gap(s, m))])], marks),
    drawing: tableDrawing({
      groups: sides.map(({ name, hue }) => ({ label: name, span: 2, hue })), columns: ['Requests per replica', ...sides.flatMap(() => ['over its share', 'requests ahead'])],
      rows: marks.map((m) => {
        const shown = m === mark ? strong : (text) => text;
        return [fixed(m, 0), ...sides.flatMap((s) => [share(gap(s, m), m), `+${said(withError(gap(s, m)))}`])].map(shown);
      }),
    }),
  };
}

/** What the dispatcher knows. @param rows [{name, hue, metric, result}] */
export const knowsTake = ({ title, looks, rows, unit }) => ({
  title, name: looks, sub: `By what is compared; ${looks}. Bars: 95\u202f% intervals.`, text: `${title}. ${unit}, by what is compared: ${rows.map((r) => `${r.name} ${said(valueWords(r.metric))}`).join('; ')}.`,
  runs: rows.map(({ name, result }) => ({ name, result })),
  data: rawTable([['compared', (r) => r.name], ...metric(unit, (r) => r.metric)], rows), drawing: dotsDrawing(rows, { unit }),
});

const SHOWN = [['p50', 'latency.p50'], ['p99', 'latency.p99'], ['p99.9', 'latency.p999'], ['dropped', 'dropped'], ['to slow replicas', 'slow']];

/** One slow replica. @param rows [{name, hue, result, said (the article's p99, or nothing), slow: the share of the slow replicas, or nothing}] */
export function slowTake({ title, rows, settings }) {
  const of = (row, path) => (path === 'slow' ? row.slow : path.split('.').reduce((at, key) => at[key], row.result.metrics));
  const article = rows.some((r) => r.said !== undefined);
  const time = (row, path) => said(withError(of(row, path)));
  return {
    title, name: 'policies', sub: `Latency of the requests served, in ms, ± 95\u202f%. ${settings}.`, text: `${title}. Percentiles of the latency and requests dropped, by policy.`, notes: ['Times in milliseconds.'],
    runs: rows.map(({ name, result }) => ({ name, result })),
    data: rawTable([['policy', (r) => r.name], ...SHOWN.flatMap(([name, path]) => metric(name, (r) => of(r, path))), ...(article ? [['p99, article 3', (r) => r.said]] : [])], rows),
    drawing: tableDrawing({
      columns: ['Policy', 'p50', 'p99', ...(article ? ['article 3'] : []), 'p99.9', 'dropped', 'to slow'],
      rows: rows.map((r) => [{ text: r.name, token: `${r.hue}-t` }, time(r, 'latency.p50'), strong(time(r, 'latency.p99')), ...(article ? [fixed(r.said, 0)] : []), time(r, 'latency.p999'), percent(r.result.metrics.dropped.value), r.slow ? percent(r.slow.value) : '–']),
    }),
  };
}

/** A law beside its run. @param rows [what, by the law, metric, and both as texts] */
export const lawTake = ({ id, title, says, sub, runs, rows }) => ({
  title: `${title}: ${says}`, name: id, sub, runs, text: `${title}. ${says}`,
  data: rawTable([['quantity', ([what]) => what], ['the law says', ([, law]) => law], ...metric('measured', ([, , m]) => m)], rows),
  drawing: tableDrawing({ columns: ['Quantity', 'the law says', 'measured'], rows: rows.map(([what, , , law, measured]) => [what, law, strong(measured)]) }),
});

/** A mistake: right, and wrong where it was made. @param sides [{name, result}] · figures [{name, unit, of(result), text(result)}] */
export const slipTake = ({ id, title, sub, sides, figures }) => ({
  title, name: id, sub, runs: sides, text: `${title}. ${sub}`,
  data: rawTable([['figure', (f) => f.name], ['unit', (f) => f.unit], ...sides.flatMap(({ name, result }) => [...metric(name, (f) => f.of(result)), [`${name}, note`, (f) => noteOf(f.of(result))]])], figures),
  drawing: tableDrawing({ columns: ['', ...sides.map((s) => s.name)], rows: figures.map((f) => [`${f.name}, ${f.unit}`, ...sides.map(({ result }) => strong(f.text(result)))]) }),
});
