// <p2c-lab> where there is no document, as when a site is rendered on a server: nothing is defined, and the library works.

export { openLab } from '../api/index.js';

export const P2cLab = undefined;
