// The library as the page has it from the start: version, catalogue and some results are there at once, made when the page was built;
// the engine comes later, and does everything else. It begins with the small core (api/growing-lab.js): until the whole one is there,
// what takes that waits, as it waits for the engine.

const REMEMBERED = 64;

export class OpeningLab {
  #arrive;
  #fail;
  #arrived;
  #results = new Map();
  /** Configurations that the engine has found right. */
  #right = new Set();

  /** @param opening {version, catalogue, duel, thrown}, as scripts/defaults writes it */
  constructor(opening) {
    Object.assign(this, { opening, version: opening.version, catalogue: opening.catalogue, engine: undefined, failed: false });
    this.#arrived = new Promise((resolve, reject) => { this.#arrive = resolve; this.#fail = reject; });
    this.#arrived.catch(() => {});
  }

  /** The engine, once it is there with all that has been asked of it; rejects where it cannot be, with an AbortError where there is none. */
  get ready() { return this.engine?.growing ? this.whole() : this.#arrived; }

  /** The engine with the whole core. */
  async whole() {
    const engine = await this.#arrived;
    return engine.whole?.() ?? engine;
  }

  /** True until the engine is there, and while it waits for the whole core. */
  get pending() { return !this.engine || this.engine.growing === true; }

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
  async run(config, options) { return (await this.#arrived).run(config, options); }

  async text(config, options) { return (await this.#arrived).text(config, options); }

  /** What cannot be judged yet passes: its run will tell. The same is asked before a change is taken and before it is run. */
  check(config) {
    const text = JSON.stringify(config);
    if (!this.engine || this.#right.has(text)) return;
    try {
      this.engine.check(config);
    } catch (error) {
      if (error.kind === 'beyond') return;
      throw error;
    }
    if (this.#right.size >= REMEMBERED) this.#right.clear();
    this.#right.add(text);
  }

  live(config) { return this.engine.live(config); }

  close() { this.engine?.close(); }
}
