// Names beside the ends of lines.

/** A name that stands beside a line: a long one is cut, and is whole in the readings and the table. */
export const endName = (name) => (name.length > 22 ? `${name.slice(0, 21).trimEnd()}…` : name);

/** Room to the right of a plot for names of this length, in pixels. */
export const roomFor = (names) => 18 + 6.9 * Math.max(...names.map((n) => endName(n).length));
