import 'uplot/dist/uPlot.min.css';
import './css/fonts.css';
import './css/tokens.css';
import './css/base.css';
import './css/controls.css';
import './css/figures.css';
import './css/share.css';
import './css/small.css';
import './css/paint.css';
import './css/access.css';
import './css/lists.css';
import './page.js';
import opening from '../../build/generated/opening.json';
import { OpeningLab } from './opening-lab.js';
import { painted } from './parts.js';

// Hands the page what was simulated when it was built; once that is painted, opens the library, which takes over. Without WebAssembly
// the page says so in a sentence.

// The library, for the console and for scripts of a page that includes this one.
globalThis.p2c = { openLab: async (options) => (await import('../api/index.js')).openLab(options) };

async function start(page) {
  const lab = new OpeningLab(opening);
  page.lab = lab;
  await page.updateComplete;
  await painted();
  page.rest();
  try {
    const { openGrowingLab } = await import('../api/growing-lab.js');
    lab.adopt(await openGrowingLab(opening.catalogue, { onLost: () => page.lost() }));
    performance.mark('p2c-engine');
  } catch (error) {
    lab.fail();
    page.trouble = `This browser cannot run the simulation: ${error.message} The figures below were simulated when this page was built; they stay as they are.`;
  }
}

const page = document.querySelector('p2c-page');
if (page) start(page);
