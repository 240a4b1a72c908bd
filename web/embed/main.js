import { openLab } from '../api/index.js';
import { P2cLab } from './lab-element.js';

// The script for other people's pages: one tag, and <p2c-lab> can be written. As a module it gives the library too.

if (!customElements.get('p2c-lab')) customElements.define('p2c-lab', P2cLab);

export { openLab, P2cLab };
