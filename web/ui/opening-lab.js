// The library as the page has it from the start: version, catalogue and some results are there at once, made when the page was built;
// the engine comes later, and does everything else.

const REMEMBERED = 64;

export class OpeningLab {
  #arrive;
  #fail;
  #results = new Map();
  /** Configurations that the engine has found right. */
  #right = new Set();

  /** @param opening {version, catalogue, duel, thrown}, as scripts/defaults writes it */
  constructor(opening) {
    Object.assign(this, { opening, version: opening.version, catalogue: opening.catalogue, engine: undefined, failed: false });
    /** The engine, once it is there; rejects with an AbortError where it cannot be. */
    this.ready = new Promise((resolve, reject) => { this.#arrive = resolve; this.#fail = reject; });
    this.ready.catch(() => {});
  }

  /** True until the engine is there. */
  get pending() { return !this.engine; }

  /** Takes results that were made at build time: [[configuration as text, result]]. */
  ship(pairs) { for (const [text, result] of pairs) this.#results.set(text, result); }

  adopt(engine) {
    // Results of another version are not this engine's.
    if (engine.version !== this.version) this.#results.clear();
    Object.assign(this, { engine, version: engine.version, catalogue: engine.catalogue });
    this.#arrive(engine);
  }

  fail() {
    this.failed = true;
    this.#fail(new DOMException('There is no engine here.', 'AbortError'));
  }

  /** The result that was made of this configuration when the page was built, or undefined. It has what the page shows of it, and no more. */
  shown(config) { return this.#results.get(JSON.stringify(config)); }

  /** Waits for the engine. A run that is cancelled meanwhile never begins. */
  async run(config, options) { return (await this.ready).run(config, options); }

  async text(config, options) { return (await this.ready).text(config, options); }

  /** What cannot be judged yet passes: its run will tell. The same is asked before a change is taken and before it is run. */
  check(config) {
    const text = JSON.stringify(config);
    if (!this.engine || this.#right.has(text)) return;
    this.engine.check(config);
    if (this.#right.size >= REMEMBERED) this.#right.clear();
    this.#right.add(text);
  }

  /** Verdicts are the engine's. */
  judge(question) { return this.engine.judge(question); }

  live(config) { return this.engine.live(config); }

  get schema() { return this.engine?.schema; }

  close() { this.engine?.close(); }
}
