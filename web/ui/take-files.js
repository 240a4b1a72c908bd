import { Catalogue } from './catalogue.js';
import { chartHeight, drawChart } from './chart-paper.js';
import { addressOf } from './share.js';
import { configLine, csvOf, fingerprintLine, jsonOf, originOf } from './take-text.js';
import { pngOf, svgOf } from './take-picture.js';

// A figure as a file: numbers as CSV or JSON, the picture as SVG or PNG. Each says which settings, seed, version and fingerprints it is of.

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json', svg: 'image/svg+xml', png: 'image/png' };

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60);

/** The lines below a picture: settings, and what made it. */
function captions({ runs, link }, catalogue) {
  const { version } = originOf(runs);
  return [configLine(catalogue, runs), `P2C Lab ${version}, ${fingerprintLine(runs)}.`, ...(link.length <= 120 ? [link] : [])];
}

function pictureOf(take, catalogue) {
  const { spec, title, sub, text, runs, link } = take;
  const drawing = take.drawing ?? { height: chartHeight(spec), draw: (x, w) => drawChart(x, spec, w) };
  return { title, sub, text, drawing, notes: captions(take, catalogue), about: { title, link, ...originOf(runs) } };
}

/**
 * @param kind csv, json, svg or png · take as save-menu.js says · element of the page that shows it: what it stands in knows its address
 * @returns {Promise<{ name: string, blob: Blob }>}
 */
export async function makeFile(kind, take, element) {
  const { section, link } = addressOf(element);
  const all = { sub: '', ...take, link };
  const catalogue = new Catalogue(section.lab.catalogue);
  const make = { csv: () => csvOf(all), json: () => jsonOf(all), svg: () => svgOf(pictureOf(all, catalogue)), png: () => pngOf(pictureOf(all, catalogue)) };
  const content = await make[kind]();
  const first = take.runs[0].result.fingerprint ?? 'live';
  return { name: `p2c-${slug(`${section.id}-${take.name}`)}-${first.slice(0, 8)}.${kind}`, blob: new Blob([content], { type: TYPES[kind] }) };
}
