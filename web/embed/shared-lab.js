import { openLab } from '../api/index.js';

// All elements of a page share one lab, and with it one pool of workers; it is opened when the first of them is seen.

let opening;

export const sharedLab = () => (opening ??= openLab());
