// The labs of the page, made short: what several files of tests run through, and scripts/shots.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { until } from './engines.mjs';
import { built, PATIENCE } from './page.mjs';

/** The labs of the page: settings that make them short, and what is there when they have run. */
export const LABS = {
  duel: { done: () => [...document.querySelectorAll('#duel [data-p99]')].every((e) => /\d/.test(e.textContent)) },
  bins: { pairs: [['bins', '20'], ['ballsPerBin', '10'], ['replications', '20']], done: () => document.querySelectorAll('#bins .charts .uplot').length >= 2 && !!document.querySelector('#bins .prov code') },
  growth: { done: () => !!document.querySelector('#growth .uplot') },
  fleet: { pairs: [['requests', '4000'], ['replications', '3']], done: () => document.querySelectorAll('#fleet .card [data-p99]').length === 4 && document.querySelectorAll('#fleet .uplot').length >= 3 },
  map: { pairs: [['replicas', '4']], done: () => document.querySelector('p2c-map').cells.some((c) => c.winner) },
  fanout: { pairs: [['leaves', '10'], ['requests', '500']], done: () => !!document.querySelector('#fanout .uplot') && !!document.querySelector('#fanout [data-measures]') },
  hashing: { done: () => !!document.querySelector('#hashing .uplot') },
  article: { done: () => !!document.querySelector('p2c-bins-table td b') },
};

/** Makes a lab short, and brings it into view, which is when it begins. */
export function begin(id, pairs) {
  const lab = document.getElementById(id);
  if (!lab) return false;
  if (pairs) lab.applyLink(pairs);
  lab.scrollIntoView({ behavior: 'instant' });  // a glide may end halfway where sections above still settle
  return true;
}

/**
 * Runs a lab of an open page to its figures; where a slow machine makes it ask before it runs, the answer is yes.
 * `stop`: what goes on after that is cancelled, so that it does not slow the next one.
 */
export async function runLab(page, id, { stop = true } = {}) {
  const { pairs, done } = LABS[id];
  assert.ok(await page.evaluate(begin, id, pairs), `there is a lab ${id}`);
  const yes = setInterval(() => page.evaluate((s) => document.querySelector(s)?.click(), id === 'map' ? '#map [data-run]' : `#${id} [data-ask] [data-run]`).catch(() => {}), 1000);
  await until(page, PATIENCE, done).finally(() => clearInterval(yes));
  if (stop) await page.evaluate((one) => { document.getElementById(one).cancelled?.(); }, id);
}

/** Pages that the build has beside the first, under the same policy; the one that is a single file has another, and a test of its own. */
export const OTHERS = ['embed.html'].filter((name) => existsSync(`${built}/${name}`));
