import { drawSkyline } from './skyline.js';
import { fixed, withError } from './format.js';
import { rawTable } from './take-data.js';
import { FONT, colour } from './theme.js';

// The opening figure as it leaves the page, as it stands at that moment: both skylines, and the requests at each replica.

const HEAD = 26;
const TALL = 190;
const BETWEEN = 28;

export function duelData(sides, names) {
  const replicas = Array.from({ length: sides[0].load.length }, (_, i) => i);
  return rawTable([['Replica', (i) => i + 1], ...sides.flatMap((s, k) => [[names[k], (i) => s.load[i]], [`${names[k]}, in service`, (i) => s.inService[i]]])], replicas);
}

/** The moment in a sentence. */
export const duelFinding = (sides, names) =>
  `The busiest replica is ahead of the average by ${sides.map(({ busiest: { ahead } }, k) => `${fixed(ahead, ahead >= 9.95 ? 0 : 1)} with ${names[k]}`).join(', ')}`;

/** @param sides what each skyline shows, as skyline.js has it · names of the policies · waits {p99, settled} or nothing, per side · runs [{name, result}] */
export function duelTake({ sides, names, waits, runs, count }) {
  const title = duelFinding(sides, names);
  const settled = waits?.every((w) => w.settled);
  const waited = settled ? ` p99 wait in service times: ${waits.map((w, k) => { const [v, e] = withError(w.p99); return `${names[k]} ${v}${e ? ` ± ${e}` : ''}`; }).join(', ')}.` : '';
  return {
    name: 'skyline', title, text: `${title}. Requests at each replica, both fleets under the same requests.`, runs,
    sub: `Both fleets get the same requests at the same instants. Each brick is a request: solid is being served, light is waiting. Dashed: average.${waited}`,
    notes: [`A live moment, after request ${fixed(count, 0)}; it is not a run with a fingerprint.`],
    data: duelData(sides, names), drawing: { height: HEAD + TALL, draw: (x, w) => draw(x, w, sides, names) },
  };
}

function draw(x, w, sides, names) {
  const width = (w - BETWEEN) / 2;
  sides.forEach((view, k) => {
    x.save();
    x.translate(k * (width + BETWEEN), 0);
    x.font = `600 13.5px ${FONT}`;
    x.textAlign = 'left';
    x.fillStyle = colour(`${view.hue}-t`);
    x.fillText(names[k].charAt(0).toUpperCase() + names[k].slice(1), 0, 16);
    x.translate(0, HEAD);
    drawSkyline({ x, w: width, h: TALL }, { ...view, flash: null, looks: undefined });
    x.restore();
  });
}
