// A lab that begins with the small core, which is a third of the whole one, and goes over to that with the first thing that the small
// one cannot do. The small core does what the page's first labs do, with the same bits; in the place of everything else it has a trap,
// and it explains nothing, so that a configuration that is not right is left to the whole core as well.
import { LabError, abortError } from './errors.js';
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
  #closing = new AbortController();
  #underWay = 0;
  #small;

  /** @param {Lab} small @param {() => Promise<Lab>} openWhole */
  constructor(small, openWhole) {
    this.#now = this.#small = small;
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
    this.growing = true;
    try {
      const whole = await this.#openWhole();
      this.#now = whole;
      this.#grown = true;
      this.catalogue = whole.catalogue;
      if (this.#closing.signal.aborted) whole.close();
      this.#onIdle = () => this.#small.retire();
      if (this.#underWay === 0) this.#onIdle();
      return whole;
    } catch (error) {
      this.#whole = undefined;
      throw error;
    } finally {
      this.growing = false;
    }
  }

  /** The small core's workers end with the last run that they have; its live runs go on. */
  #onIdle = () => {};

  /** @param {Config | string} config @param {RunOptions} [options] @returns {Promise<import('./types.js').Result>} */
  async run(config, options) {
    return JSON.parse(await this.text(config, options));
  }

  /** @param {Config | string} config @param {RunOptions} [options] @returns {Promise<string>} */
  async text(config, options = {}) {
    if (this.#grown) return this.#now.text(config, options);
    const { signal, onProgress } = options;
    const rising = { ...options, onProgress: onProgress && risen(onProgress) };
    this.#underWay++;
    try {
      return await this.#now.text(config, rising);
    } catch (error) {
      if (!isBeyond(error)) throw error;
    } finally {
      if (--this.#underWay === 0) this.#onIdle();
    }
    const whole = await unless([signal, this.#closing.signal], this.whole());
    return whole.text(config, rising);
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
    this.#closing.abort();
    this.#small.close();
    if (this.#grown) this.#now.close();
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

/**
 * What has gone a way already is not told again. @param {NonNullable<RunOptions['onProgress']>} tell
 * @returns {NonNullable<RunOptions['onProgress']>}
 */
function risen(tell) {
  let most = 0;
  return (fraction, replications) => {
    if (fraction <= most) return;
    most = fraction;
    tell(fraction, replications);
  };
}

/** The promise's end, unless one of the signals comes first. @template T @param {(AbortSignal | undefined)[]} signals @param {Promise<T>} promise @returns {Promise<T>} */
function unless(signals, promise) {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError('The run was cancelled.'));
    for (const signal of signals) {
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
    }
    promise.then(resolve, reject).finally(() => { for (const signal of signals) signal?.removeEventListener('abort', abort); });
  });
}

/** A trap looks like a defect, and of the small core it is none. The core's script may have a LabError of its own. @param {any} error */
const isBeyond = (error) => error?.kind === 'internal' || error?.kind === 'memory';
