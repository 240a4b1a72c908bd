// The numbers of a figure as they came, for files: no rounding, intervals in columns of their own.

/** Value and interval of a metric as three columns. @param of gives the metric for a row */
export const metric = (name, of) => [
  [name, (row) => of(row)?.value], [`${name}, 95 % low`, (row) => of(row)?.low], [`${name}, 95 % high`, (row) => of(row)?.high],
];

const cell = (v) => (v === undefined || (typeof v === 'number' && !Number.isFinite(v)) ? null : v);

/** Two columns of one name are told apart by a number. */
function told(names) {
  const seen = new Map();
  return names.map((name) => {
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n > 1 ? `${name} (${n})` : name;
  });
}

/** @param columns [name, (row) => value] pairs · @param rows what the functions are given */
export const rawTable = (columns, rows) => ({ columns: told(columns.map(([name]) => name)), rows: rows.map((row) => columns.map(([, of]) => cell(of(row)))) });

/** Rows by their x: every x of all the lists of points, in order; `at(list, x)` finds the point. */
export const allX = (lists) => [...new Set(lists.flatMap((points) => points.map((p) => p.x)))].sort((a, b) => a - b);
export const pointAt = (points, x) => points.find((p) => p.x === x);
