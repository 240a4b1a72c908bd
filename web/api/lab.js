// A lab over one core: the whole one, or the small one that a page begins with.
import { closedError, configError, LabError } from './errors.js';
import { LiveRun } from './live.js';
import { LocalSeat } from './local-seat.js';
import { Pool } from './pool.js';
import { toText } from './config.js';
import { compileWasm, defaultWorkers, loadCore, makePace, readWasm, spawnWorker } from '#platform';
import { StageProgress } from './stages.js';
import { WorkerSeat } from './worker-seat.js';

/**
 * @typedef {import('./types.js').Config} Config
 * @typedef {import('./types.js').Result} Result
 * @typedef {import('./types.js').Catalogue} Catalogue
 * @typedef {import('./types.js').RunOptions} RunOptions
 * @typedef {{ workers?: number, onLost?: () => void }} LabOptions as openLab takes them
 */

const MOST_WORKERS = 64;

/**
 * @param {'whole' | 'small'} which
 * @param {LabOptions} options
 * @param {Catalogue} [catalogue] what a core that has none goes by
 * @returns {Promise<Lab>}
 */
export async function openOver(which, { workers = defaultWorkers(), onLost }, catalogue) {
  if (!(Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS))
    throw configError('workers', `workers must be a whole number from 1 to ${MOST_WORKERS}, not ${String(workers)}.`);
  const [module, openCore] = await Promise.all([compile(which), load()]);
  const core = await openCore(module);
  const makeLocal = () => new LocalSeat(core, makePace());
  const spawn = spawnWorker;
  /** @type {() => import('./pool.js').Seat} */
  const makeSeat = spawn ? () => new WorkerSeat(spawn, { module, bytes: () => readWasm(which) }) : makeLocal;
  return new Lab(core, new Pool(Array.from({ length: workers }, makeSeat), makeLocal, onLost), catalogue);
}

async function load() {
  try {
    return await loadCore();
  } catch (cause) {
    throw platformError(`The core could not be loaded: ${String(cause)}.`, cause);
  }
}

/** @param {'whole' | 'small'} which */
async function compile(which) {
  if (typeof WebAssembly !== 'object') throw platformError('WebAssembly is not available here, and the lab needs it.');
  try {
    return await compileWasm(which);
  } catch (cause) {
    if (cause instanceof LabError) throw cause;
    const forbidden = /unsafe-eval|content security|csp/i.test(String(cause));
    throw platformError(
      forbidden
        ? "The content security policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src."
        : `The core could not be compiled: ${String(cause)}.`,
      cause,
    );
  }
}

/** @param {string} message @param {unknown} [cause] */
const platformError = (message, cause) => new LabError({ kind: 'platform', field: '', message }, { cause });

export class Lab {
  #core;
  #pool;
  #closed = false;
  /** @type {object | undefined} */
  #schema;
  /** @type {Set<LiveRun>} */
  #lives = new Set();

  /** @param {import('./core.js').Core} core @param {Pool} pool @param {Catalogue} [catalogue] */
  constructor(core, pool, catalogue = JSON.parse(core.catalogue())) {
    this.#core = core;
    this.#pool = pool;
    /** Version of the core, part of every result. */
    this.version = core.version();
    /** All that can be run, with every parameter and metric. @type {Catalogue} */
    this.catalogue = catalogue;
  }

  /** JSON Schema (draft 2020-12) of a configuration. @returns {object} */
  get schema() {
    return (this.#schema ??= JSON.parse(this.#core.schema()));
  }

  /**
   * Runs a configuration. Several runs at once share the workers fairly.
   * @param {Config | string} config an object, or the same as a JSON text
   * @param {RunOptions} [options]
   * @returns {Promise<Result>} rejects with a LabError, or with an AbortError (a DOMException) when it was
   *   cancelled through `signal` or the lab was closed
   */
  async run(config, options) {
    return JSON.parse(await this.text(config, options));
  }

  /**
   * As `run`, but gives the JSON text of the result as the core wrote it: equal texts, equal runs.
   * @param {Config | string} config
   * @param {RunOptions} [options]
   * @returns {Promise<string>}
   */
  async text(config, options = {}) {
    if (this.#closed) throw closedError('lab');
    const text = toText(config);
    const replications = options.undivided ? NaN : this.#replications(text);
    const stages = new StageProgress(options.onProgress);
    for (let previous = ''; ; ) {
      const stage = this.#core.nextStage(text, previous);
      if (!stage.config) return stages.end(stage.result);
      previous = await this.#pool.run(stage.config, replications, { ...options, onProgress: stages.of(stage) });
    }
  }

  /**
   * Throws a LabError, naming the field, when a configuration would be refused. Takes no memory for its bins or replicas.
   * @param {Config | string} config
   */
  check(config) {
    if (this.#closed) throw closedError('lab');
    this.#core.check(toText(config));
  }

  /**
   * Verdicts on claims, by the core's rules; without `results` only which runs the claims need.
   * @param {{ claims: object, only?: string[], results?: { [run: string]: Result } }} question `claims`: a file of claims,
   *   as tests/reference/claims.json is one
   * @returns {{ errorRate: number, comparisons: number, claims: any[] }}
   */
  judge(question) {
    if (this.#closed) throw closedError('lab');
    return JSON.parse(this.#core.judge(JSON.stringify(question)));
  }

  /**
   * A run on this thread that the caller steps: for animations. Throws a LabError at once.
   * @param {Config | string} config
   */
  live(config) {
    if (this.#closed) throw closedError('lab');
    const live = new LiveRun(this.#core.createRun(toText(config)), (closed) => this.#lives.delete(closed));
    this.#lives.add(live);
    return live;
  }

  /** Lets the workers go. Live runs go on. */
  retire() {
    this.#pool.close();
  }

  /** Ends everything: runs under way reject with an AbortError, live runs are closed, workers stop. */
  close() {
    this.#closed = true;
    this.#pool.close();
    for (const live of this.#lives) live.close();
  }

  /**
   * How many replications a text asks for, so that they can be shared; NaN when that is for the core to say.
   * @param {string} text
   */
  #replications(text) {
    try {
      const { experiment, replications } = JSON.parse(text);
      if (replications !== undefined) return typeof replications === 'number' ? replications : NaN;
      const params = this.catalogue.experiments.find(({ id }) => id === experiment)?.params;
      return Number(params?.find(({ name }) => name === 'replications')?.default);
    } catch {
      return NaN;
    }
  }
}
