// The two cores side by side, for the tests of the small one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openCore } from '../../../web/api/core.js';
import { LabError } from '../../../web/api/errors.js';
import { Catalogue } from '../../../web/ui/catalogue.js';

export const read = (name) => readFileSync(new URL(`../../../${name}`, import.meta.url));
export const scenarios = JSON.parse(read('tests/golden/scenarios.json'));
export const compiled = { small: new WebAssembly.Module(read('build/wasm/small.wasm')), whole: new WebAssembly.Module(read('build/wasm/p2c.wasm')) };

export const whole = await openCore(compiled.whole);
export const catalogue = JSON.parse(whole.catalogue());
export const plan = new Catalogue(catalogue);
/** After a trap a core is in no state to be asked again. */
export const fresh = () => openCore(compiled.small);

export const BUDGET = 1e5;

export function through(run, end) {
  while (run.step(BUDGET));
  const got = run[end]();
  run.delete();
  return got;
}

export const result = (core, text) => through(core.createRun(text), 'result');
export const part = (core, text, from, to) => through(core.createRun(text, from, to), 'part');

/** What a call gives, or undefined where the small core ends. No other error may come of it: it would be taken for the reader's mistake. */
export function unlessBeyond(work) {
  try {
    return work();
  } catch (error) {
    assert.equal(error.kind, 'internal', error.message);
    return undefined;
  }
}

// Long texts differ in one place: the whole of them would say less.
export function same(got, right, what) {
  if (got === right) return;
  const at = [...right].findIndex((letter, i) => letter !== got?.[i]);
  assert.fail(`${what}\n  …${right.slice(Math.max(0, at - 60), at + 60)}… is in the small core\n  …${got?.slice(Math.max(0, at - 60), at + 60)}…`);
}
