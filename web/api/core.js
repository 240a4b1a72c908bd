// The WebAssembly core as JavaScript objects that throw. The same file serves page, worker and Node.
import createModule from '../../build/wasm/p2c.mjs';
import { LabError, toShape } from './errors.js';

/**
 * @param {WebAssembly.Module} compiled
 * @param {{ [name: string]: Function }} [heard] further functions that the core calls: only scripts/small has any
 * @returns {Promise<Core>}
 */
export function openCore(compiled, heard) {
  /** @type {any} */
  let exported;
  return new Promise((resolve, reject) => {
    createModule({
      /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} receive */
      instantiateWasm(imports, receive) {
        /** @type {WebAssembly.Memory} */
        let memory;
        const p2c = { number: (/** @type {number} */ at) => Number(asciiAt(memory, at)), ...heard };
        WebAssembly.instantiate(compiled, { ...imports, p2c }).then((instance) => {
          memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
          exported = instance.exports;
          receive(instance, compiled);
        }, reject);
        return {};
      },
    }).then((/** @type {any} */ module) => resolve(new Core(module, caller(exported))), reject);
  });
}

/** The letters up to a zero. @param {WebAssembly.Memory} memory @param {number} at */
function asciiAt(memory, at) {
  const bytes = new Uint8Array(memory.buffer);
  return String.fromCharCode(...bytes.subarray(at, bytes.indexOf(0, at)));
}

export class Core {
  #module;
  #call;

  /** @param {any} module what the Emscripten glue makes @param {(work: () => any) => any} [call] makes the calls, as caller() does */
  constructor(module, call = caller({})) {
    this.#module = module;
    this.#call = call;
  }

  /** @returns {string} */
  version() {
    return this.#call(() => this.#module.version());
  }

  /** @returns {string} JSON text */
  catalogue() {
    return this.#call(() => this.#module.catalogue());
  }

  /** @returns {string} JSON text */
  schema() {
    return this.#call(() => this.#module.schema());
  }

  /** @param {string} text a configuration; throws when it is not right @returns {void} */
  check(text) {
    this.#call(() => this.#module.check(text));
  }

  /**
   * @param {string} text a configuration
   * @param {number} [from] first replication
   * @param {number} [to] one past the last; 0 means all
   */
  createRun(text, from = 0, to = 0) {
    return new CoreRun(this.#call(() => this.#module.createRun(text, from, to)), this.#call);
  }

  /**
   * What to run next for a configuration whose length may be found by running it; `result` once nothing is left.
   * @param {string} text a configuration
   * @param {string} previous result of the stage before; empty: there was none
   * @returns {{ config: string, result: string, from: number, to: number }} `from`, `to`: part of all work, about
   */
  nextStage(text, previous) {
    return this.#call(() => this.#module.nextStage(text, previous));
  }

  /** @param {string} text what is to be judged, as core/reproduce/verdict.h has it @returns {string} JSON text */
  judge(text) {
    return this.#call(() => this.#module.judge(text));
  }

  /** @param {string[]} texts results of shards @returns {string} */
  merge(texts) {
    return this.#call(() => this.#module.merge(texts));
  }
}

/** A run inside the core; `delete()` gives its memory back. */
export class CoreRun {
  #run;
  #call;

  /** @param {any} run @param {(work: () => any) => any} call */
  constructor(run, call) {
    this.#run = run;
    this.#call = call;
  }

  /** @param {number} budget @returns {boolean} whether there is more to do */
  step(budget) {
    return this.#call(() => this.#run.step(budget));
  }

  /** @param {number} time @returns {boolean} */
  advanceTo(time) {
    return this.#call(() => this.#run.advanceTo(time));
  }

  /** @returns {number} */
  progress() {
    return this.#call(() => this.#run.progress());
  }

  /** @param {string} name @returns {Float64Array} */
  snapshot(name) {
    return this.#call(() => this.#run.snapshot(name));
  }

  /** @param {string} name @param {number} value @returns {void} */
  set(name, value) {
    this.#call(() => this.#run.set(name, value));
  }

  /** @returns {string} JSON text */
  result() {
    return this.#call(() => this.#run.result());
  }

  /** @returns {string} what merge() needs of the result, and no more */
  part() {
    return this.#call(() => this.#run.part());
  }

  delete() {
    this.#run.delete();
  }
}

/**
 * The core answers errors as plain objects. A throw comes from the glue (an argument of the wrong type) or from a trap of the machine;
 * that leaves the stack where it was, and it must be put back: it would grow with every trap until it meets what is below it.
 * @param {any} exported what the module exports; older and newer versions of Emscripten call the stack's pointer differently
 * @returns {(work: () => any) => any}
 */
const caller = ({ stackSave, stackRestore, emscripten_stack_get_current: save = stackSave, _emscripten_stack_restore: restore = stackRestore }) => (work) => {
  const stack = save?.();
  let answer;
  try {
    answer = work();
  } catch (cause) {
    restore?.(stack);
    throw new LabError(toShape(cause), { cause });
  }
  if (answer?.error) throw new LabError(answer.error);
  return answer;
};
