import { SAMPLES } from './fleet-pair.js';
import { reducedMotion } from './theme.js';

// Time in the opening figure. While playing, `speed` requests pass per second. After a change of the load there is a time-lapse, in
// which the skyline visibly moves to its new state, and then a rush until the waits have settled or patience ends.

const SAMPLE_MS = 100;
const NUMBERS_MS = 500;
const LAPSE_RATE = 24000;
const LAPSE_MS = 2200;
const RUSH_MS = 9000;
const FRAME_MS = 4;
const RUSH_MOST = 60000;

export class Playback {
  static SAMPLES = SAMPLES;

  constructor(duel) {
    this.duel = duel;
    this.visible = true;
    this.owed = 0;
    this.last = 0;
    this.sampled = 0;
    this.counted = 0;
  }

  start() {
    this.observer = new IntersectionObserver((all) => { this.visible = all.at(-1).isIntersecting; });
    this.observer.observe(this.duel);
    this.frame = (now) => { this.request = requestAnimationFrame(this.frame); this.tryTick(now); };
    this.request = requestAnimationFrame(this.frame);
  }

  stop() {
    cancelAnimationFrame(this.request);
    this.observer?.disconnect();
  }

  /** What follows a change: 'start' rush from empty, 'lapse' visible time-lapse then rush, 'hidden' rush without drawing, 'none'. */
  settle(kind) {
    this.kind = kind;
    this.since = performance.now();
    this.counted = 0;
  }

  get rushing() { return this.kind === 'start' || this.kind === 'hidden' || (this.kind === 'lapse' && performance.now() - this.since > LAPSE_MS); }

  /** Single bricks flash only while they can be followed. */
  get flashing() { return this.duel.playing && this.kind === 'none' && this.duel.speed <= 3000; }

  finish() { if (this.kind !== 'none') this.kind = 'none'; }

  /** What the small core cannot go through with, the whole one begins anew. */
  tryTick(now) {
    try {
      this.tick(now);
    } catch (error) {
      if (error.kind !== 'beyond') throw error;
      this.duel.begin(true);
    }
  }

  tick(now) {
    const dt = Math.min(50, now - this.last);
    this.last = now;
    const { duel } = this;
    if (!duel.pair || !this.visible || document.hidden) return;
    if (duel.pair.still) return void duel.takeOver(FRAME_MS);
    if (this.kind !== 'none') this.settling(dt);
    else if (duel.playing) this.play(dt, duel.speed);
    else return;
    const sampled = this.sample(now);
    if (now - this.counted > NUMBERS_MS) this.numbers(now);
    if (this.kind !== 'hidden') duel.redraw(false, sampled);
  }

  play(dt, rate) {
    this.owed += (rate * dt) / 1000;
    this.duel.pair.advance(this.owed);
    this.owed = 0;
  }

  settling(dt) {
    if (!this.rushing) return this.play(dt, LAPSE_RATE);
    this.duel.pair.hurry(FRAME_MS, RUSH_MOST);
    if (performance.now() - this.since > RUSH_MS) this.settled();
    return undefined;
  }

  settled() {
    const started = this.kind === 'start';
    this.kind = 'none';
    // The trace starts full.
    if (started) this.duel.pair.fill(this.duel.speed);
    this.duel.redraw(true);
    this.duel.waits = this.duel.pair.waits();
  }

  sample(now) {
    if (now - this.sampled < SAMPLE_MS || !this.duel.pair.seen) return false;
    this.sampled = now;
    this.duel.pair.look();
    this.duel.pair.record(SAMPLES);
    return true;
  }

  numbers(now) {
    this.counted = now;
    const { duel } = this;
    duel.waits = duel.pair.waits();
    if (this.rushing && duel.waits.every((w) => w.settled)) this.settled();
    else if (reducedMotion()) duel.redraw(true);
  }
}
