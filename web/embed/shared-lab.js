import catalogue from 'virtual:p2c-catalogue';
import { openGrowingLab } from '../api/growing-lab.js';
import { OpeningLab } from '../ui/opening-lab.js';

// All elements of a page share one lab, and with it one pool of workers; it is opened when the first of them is seen.

let opening;

export const sharedLab = () => (opening ??= open());

async function open() {
  const engine = await openGrowingLab(catalogue);
  const lab = new OpeningLab({ version: engine.version, catalogue: engine.catalogue, duel: [] });
  lab.adopt(engine);
  return lab;
}
