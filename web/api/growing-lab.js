// A lab that begins with the small core, which is a third of the whole one, and goes over to that with the first thing that the small
// one cannot do. The small core does what the page's first labs do, with the same bits; in the place of everything else it has a trap,
// and it explains nothing, so that a configuration that is not right is left to the whole core as well.
import { LabError } from './errors.js';
import { openLab } from './index.js';
import { openOver } from './lab.js';
import { hasSmall } from '#platform';

/**
 * @typedef {import('./types.js').Config} Config
 * @typedef {import('./types.js').RunOptions} RunOptions
 * @typedef {import('./lab.js').Lab} Lab
 * @typedef {import('./live.js').LiveRun} LiveRun
 */

/**
 * @param {import('./types.js').Catalogue} catalogue of the same version; the small core has none
 * @param {import('./lab.js').LabOptions} [options]
 * @returns {Promise<Lab | GrowingLab>} a whole lab where there is no small core
 */
export async function openGrowingLab(catalogue, options = {}) {
  if (!hasSmall) return openLab(options);
  return new GrowingLab(await openOver('small', options, catalogue), () => openLab(options));
}

export class GrowingLab {
  /** @type {Lab} */
  #now;
  #openWhole;
  /** @type {Promise<Lab> | undefined} */
  #whole;
  #grown = false;
  #closed = false;
  #underWay = 0;

  /** @param {Lab} small @param {() => Promise<Lab>} openWhole */
  constructor(small, openWhole) {
    this.#now = small;
    this.#openWhole = openWhole;
    /** True while the whole core is on its way. */
    this.growing = false;
    this.version = small.version;
    this.catalogue = small.catalogue;
  }

  /** The lab over the whole core, which is fetched when it is first asked for. Where that failed, asking again tries again. @returns {Promise<Lab>} */
  whole() {
    return (this.#whole ??= this.#grow());
  }

  async #grow() {
    const small = this.#now;
    this.growing = true;
    try {
      const whole = await this.#openWhole();
      this.#now = whole;
      this.#grown = true;
      this.catalogue = whole.catalogue;
      if (this.#closed) whole.close();
      this.#retire(small);
      return whole;
    } catch (error) {
      this.#whole = undefined;
      throw error;
    } finally {
      this.growing = false;
    }
  }

  /** The small core's workers end with the last run that they have; its live runs go on. @param {Lab} small */
  #retire(small) {
    if (this.#underWay === 0) small.retire();
    else this.#onIdle = () => small.retire();
  }

  #onIdle = () => {};

  /** @param {Config | string} config @param {RunOptions} [options] @returns {Promise<import('./types.js').Result>} */
  async run(config, options) {
    return JSON.parse(await this.text(config, options));
  }

  /** @param {Config | string} config @param {RunOptions} [options] @returns {Promise<string>} */
  async text(config, options) {
    if (this.#grown) return this.#now.text(config, options);
    this.#underWay++;
    try {
      return await this.#now.text(config, options);
    } catch (error) {
      if (!isBeyond(error)) throw error;
    } finally {
      if (--this.#underWay === 0) this.#onIdle();
    }
    return (await this.whole()).text(config, options);
  }

  /** Throws as the whole core does, or an error of the kind "beyond" while that is not there. @param {Config | string} config */
  check(config) {
    this.#try((lab) => lab.check(config));
  }

  /** As check(). @param {Config | string} config @returns {LiveRun} */
  live(config) {
    const live = this.#try((lab) => lab.live(config));
    return this.#grown ? live : this.#watched(live);
  }

  /** @param {Parameters<Lab['judge']>[0]} question */
  judge(question) {
    return this.#try((lab) => lab.judge(question));
  }

  close() {
    this.#closed = true;
    this.#now.close();
  }

  /** @template T @param {(lab: Lab) => T} work @returns {T} */
  #try(work) {
    try {
      return work(this.#now);
    } catch (error) {
      throw this.#grown ? error : this.#beyond(error);
    }
  }

  /** A live run of the small core may meet a trap on its way, too. @param {LiveRun} live @returns {LiveRun} */
  #watched(live) {
    const asked = (/** @type {Function} */ method) => (/** @type {unknown[]} */ ...values) => {
      try {
        return method.apply(live, values);
      } catch (error) {
        throw this.#beyond(error);
      }
    };
    return new Proxy(live, {
      get(target, name) {
        const value = /** @type {any} */ (target)[name];
        return typeof value === 'function' ? asked(value) : value;
      },
    });
  }

  /** What to throw in place of an error of the small core. @param {unknown} error */
  #beyond(error) {
    if (!isBeyond(error)) return error;
    this.whole().catch(() => {});
    return new LabError({ kind: 'beyond', field: '', message: 'This takes the whole core, which is on its way.' }, { cause: error });
  }
}

/** A trap looks like a defect, and of the small core it is none. The core's script may have a LabError of its own. @param {any} error */
const isBeyond = (error) => error?.kind === 'internal' || error?.kind === 'memory';
