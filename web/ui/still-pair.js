// Two fleets as they were left when the page was built: what the opening figure shows until the same fleets are simulated here.

export class StillPair {
  still = true;

  /** @param state as scripts/defaults writes it */
  constructor(state) {
    Object.assign(this, { state, n: state.size, log: state.log.map((list) => list.map((ahead) => ahead / state.size)), seen: state.seen, flash: state.seen.map((s) => new Float64Array(s.load.length).fill(-1e9)) });
  }

  look() { return this.seen; }

  markArrivals() {}

  waits() { return this.state.waits; }

  close() {}
}
