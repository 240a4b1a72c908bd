import 'uplot/dist/uPlot.min.css';
import './css/fonts.css';
import './css/tokens.css';
import './css/base.css';
import './css/controls.css';
import './css/figures.css';
import './css/small.css';
import './css/access.css';
import './page.js';
import { openLab } from '../api/index.js';

// The library, for the console and for scripts of a page that includes this one.
globalThis.p2c = { openLab };

// Opens the library and hands it to the page. Without WebAssembly the page says so in a sentence.

const page = document.querySelector('p2c-page');
try {
  if (page) page.lab = await openLab({ onLost: () => page.lost() });
} catch (error) {
  page.trouble = `This browser cannot run the simulation: ${error.message}`;
}
