import { drawTrace } from './trace.js';
import { fixed } from './format.js';
import { rawTable } from './take-data.js';

// The last minute of the opening figure as it leaves the page, and as a table.

const TALL = 150;

/** @param log samples per fleet, the newest last */
export function traceData(log, names) {
  const last = log[0].length - 1;
  return rawTable([['Samples ago', (i) => last - i], ...names.map((name, k) => [`${name}, busiest ahead`, (i) => log[k][i]])], log[0].map((_, i) => i));
}

export const traceFinding = (log, names) => `Over the last minute the busiest replica was up to ${log.map((l, k) => `${fixed(Math.max(...l), 0)} ahead of the average with ${names[k]}`).join(', ')}`;

/** @param lines as trace.js has them · most samples in a full minute · runs [{name, result}] · count of requests so far */
export function traceTake({ log, names, lines, most, runs, count }) {
  const title = traceFinding(log, names);
  return {
    name: 'trace', title, runs, text: `${title}. Both fleets under the same requests.`, sub: 'Busiest replica ahead of the average over the last minute, in requests.',
    notes: [`Ten samples a second while it plays, one for each request that is stepped; up to request ${fixed(count, 0)}. It is not a run with a fingerprint.`],
    data: traceData(log, names), drawing: { height: TALL, draw: (x, w) => drawTrace({ x, w, h: TALL }, log, lines, most) },
  };
}
