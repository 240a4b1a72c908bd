// A JavaScript twin of the two hot loops, written as one would write them for speed: typed arrays, a small integer
// generator of its own (xoshiro128**), no object and no allocation per ball or request, the same measurements. It is
// the yardstick for what WebAssembly buys; the two make different random numbers.

class Generator {
  constructor(seed) {
    this.a = 0x9e3779b9 ^ seed;
    this.b = 0x243f6a88;
    this.c = 0xb7e15162;
    this.d = 0x6c078965;
    for (let i = 0; i < 16; i++) this.next();
  }

  /** 32 random bits. */
  next() {
    const m = Math.imul(this.b, 5);
    const result = Math.imul((m << 7) | (m >>> 25), 9) >>> 0;
    const t = this.b << 9;
    this.c ^= this.a;
    this.d ^= this.b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= t;
    this.d = (this.d << 11) | (this.d >>> 21);
    return result;
  }

  /** Uniform below n, with a bias of at most n / 2^32. */
  below(n) {
    return Math.floor(this.next() * 2.3283064365386963e-10 * n);
  }

  unit() {
    return (this.next() + 0.5) * 2.3283064365386963e-10;
  }

  exponential() {
    return -Math.log(this.unit());
  }

  /** Marsaglia's polar method, one of the pair kept. */
  normal() {
    if (this.spare !== undefined) {
      const spare = this.spare;
      this.spare = undefined;
      return spare;
    }
    let u, v, s;
    do {
      u = 2 * this.unit() - 1;
      v = 2 * this.unit() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s === 0);
    const f = Math.sqrt((-2 * Math.log(s)) / s);
    this.spare = v * f;
    return u * f;
  }
}

const TWO32 = 2 ** 32;
const BELOW = 1 / TWO32;

/**
 * Places are drawn without bias, as in the core (Lemire 2019): the whole part of word · n / 2^32, and the word is thrown
 * away when what is left over is below n, a few times in a million.
 *
 * The loops keep the generator's state in local variables: as fields they would be read and written at every draw, which
 * makes the loop four times slower.
 */
class Bins {
  constructor(d, { bins, ballsPerBin }) {
    this.d = d;
    this.load = new Uint32Array(bins);
    this.left = Math.round(bins * ballsPerBin);
    this.state = new Uint32Array([0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x6c078965]);
    this.flips = 1;
    this.looked = new Uint32Array(d);
  }

  step(budget) {
    const count = Math.min(budget, this.left);
    if (this.d === 1) this.one(count);
    else if (this.d === 2) this.two(count);
    else this.many(count);
    this.left -= count;
    return this.left > 0;
  }

  one(count) {
    const { load, state } = this;
    const n = load.length;
    let a = state[0], b = state[1], c = state[2], d = state[3];
    while (count > 0) {
      const m = Math.imul(b, 5), t = b << 9;
      const product = (Math.imul((m << 7) | (m >>> 25), 9) >>> 0) * n;
      c ^= a; d ^= b; b ^= c; a ^= d; c ^= t; d = (d << 11) | (d >>> 21);
      const place = (product * BELOW) >>> 0;
      if (product - place * TWO32 < n) continue;
      load[place]++;
      count--;
    }
    state[0] = a; state[1] = b; state[2] = c; state[3] = d;
  }

  two(count) {
    const { load, state } = this;
    const n = load.length;
    let a = state[0], b = state[1], c = state[2], d = state[3];
    let flips = this.flips;
    while (count > 0) {
      let m = Math.imul(b, 5), t = b << 9;
      const product = (Math.imul((m << 7) | (m >>> 25), 9) >>> 0) * n;
      const first = (product * BELOW) >>> 0;
      c ^= a; d ^= b; b ^= c; a ^= d; c ^= t; d = (d << 11) | (d >>> 21);
      m = Math.imul(b, 5); t = b << 9;
      const word = Math.imul((m << 7) | (m >>> 25), 9);
      const other = (word >>> 0) * n;
      const second = (other * BELOW) >>> 0;
      c ^= a; d ^= b; b ^= c; a ^= d; c ^= t; d = (d << 11) | (d >>> 21);
      if (product - first * TWO32 < n || other - second * TWO32 < n) continue;
      if (first === second) continue;  // looks are distinct
      // A tie takes one bit of a word that lasts for 31 balls.
      if (flips === 1) flips = word | 0x80000000;
      const tie = flips & 1;
      flips >>>= 1;
      // As arithmetic: which of the two is less is unpredictable.
      const pick = (2 * load[second] - 2 * load[first] - tie) >> 31;
      load[first ^ ((first ^ second) & pick)]++;
      count--;
    }
    this.flips = flips;
    state[0] = a; state[1] = b; state[2] = c; state[3] = d;
  }

  many(count) {
    const { load, state, looked, d: looks } = this;
    const n = load.length;
    let a = state[0], b = state[1], c = state[2], d = state[3];
    for (; count > 0; count--) {
      let best = 0, least = 0xffffffff, tied = 1;
      for (let k = 0; k < looks; ) {
        const m = Math.imul(b, 5), t = b << 9;
        const word = Math.imul((m << 7) | (m >>> 25), 9) >>> 0;
        c ^= a; d ^= b; b ^= c; a ^= d; c ^= t; d = (d << 11) | (d >>> 21);
        const product = word * n;
        const i = (product * BELOW) >>> 0;
        if (product - i * TWO32 < n) continue;
        let j = 0;
        while (j < k && looked[j] !== i) j++;
        if (j < k) continue;
        looked[k++] = i;
        const here = load[i];
        if (here < least) {
          least = here;
          best = i;
          tied = 1;
        } else if (here === least) {
          // The low bits of the word did not choose the place. One in `tied` takes over.
          tied++;
          if (((word & 0xffff) * tied) >>> 16 === 0) best = i;
        }
      }
      load[best]++;
    }
    state[0] = a; state[1] = b; state[2] = c; state[3] = d;
  }
}

const OCTAVES = 64;
const bits = new DataView(new ArrayBuffer(8));

/** Log-linear histogram, 1,024 buckets an octave. */
class Histogram {
  constructor() {
    this.counts = new Uint32Array(OCTAVES * 1024 + 3);
    this.sum = 0;
    this.max = 0;
  }

  add(x) {
    this.sum += x;
    if (x > this.max) this.max = x;
    if (x === 0) {
      this.counts[0]++;
      return;
    }
    bits.setFloat64(0, x);
    const i = (bits.getUint32(0) >>> 10) - (1023 - OCTAVES / 2) * 1024;
    this.counts[i < 0 ? 1 : i + 2]++;
  }
}

/** One worker per replica, completions expired when a replica is looked at: the lazy engine. */
class Fleet {
  constructor(d, { replicas, load, requests, service }) {
    this.d = d;
    this.n = replicas;
    this.rate = load * replicas;
    this.sigma = service.sigma;
    this.left = requests;
    this.now = 0;
    this.capacity = 4096;  // a power of two; a run that needs more grows
    this.rings = Array.from({ length: replicas }, () => new Float64Array(this.capacity));
    this.head = new Uint32Array(replicas);
    this.count = new Uint32Array(replicas);
    this.levels = new Float64Array(this.capacity + 1);
    this.share = new Uint32Array(replicas);
    this.waits = new Histogram();
    this.latencies = new Histogram();
    this.gaps = new Generator(1);
    this.sizes = new Generator(2);
    this.looks = new Generator(3);
  }

  expire(i, now) {
    const ring = this.rings[i];
    const mask = ring.length - 1;
    let head = this.head[i], count = this.count[i];
    while (count > 0 && ring[head & mask] <= now) {
      this.levels[count] += ring[head & mask];
      head++;
      count--;
    }
    this.head[i] = head;
    this.count[i] = count;
    return count;
  }

  choose(now) {
    const a = this.looks.below(this.n);
    if (this.d === 1) {
      this.expire(a, now);
      return a;
    }
    let b = this.looks.below(this.n);
    while (b === a) b = this.looks.below(this.n);
    const atA = this.expire(a, now), atB = this.expire(b, now);
    if (atA === atB) return this.looks.next() & 1 ? a : b;
    return atB < atA ? b : a;
  }

  step(budget) {
    const count = Math.min(budget, this.left);
    const { rings, head, levels, waits, latencies } = this;
    const shift = (this.sigma * this.sigma) / 2;
    for (let k = count; k > 0; k--) {
      const now = (this.now += this.gaps.exponential() / this.rate);
      const size = Math.exp(this.sigma * this.sizes.normal() - shift);
      const i = this.choose(now);
      if (this.count[i] === rings[i].length) this.grow(i);
      const ring = rings[i];
      const mask = ring.length - 1;
      const start = this.count[i] > 0 ? ring[(head[i] + this.count[i] - 1) & mask] : now;
      ring[(head[i] + this.count[i]) & mask] = start + size;
      levels[++this.count[i]] -= now;
      this.share[i]++;
      waits.add(start - now);
      latencies.add(start - now + size);
    }
    this.left -= count;
    return this.left > 0;
  }

  grow(i) {
    const old = this.rings[i];
    const larger = new Float64Array(2 * old.length);
    for (let k = 0; k < old.length; k++) larger[k] = old[(this.head[i] + k) & (old.length - 1)];
    this.rings[i] = larger;
    this.head[i] = 0;
    if (this.levels.length <= larger.length) {
      const levels = new Float64Array(larger.length + 1);
      levels.set(this.levels);
      this.levels = levels;
    }
  }
}

/** @param {{ kind: 'bins' | 'fleet', d: number }} twin */
export const makeTwin = ({ kind, d }, config) => (kind === 'bins' ? new Bins(d, config) : new Fleet(d, config));
