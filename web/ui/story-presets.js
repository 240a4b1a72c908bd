// What the chapters of the story run: configurations of the core, and the figures of the articles that stand beside them.

const random = { id: 'random' };
const two = { id: 'choices', d: 2 };
const every = { id: 'least' };

/** One throw of many requests, read on the way. */
export const WHY = {
  marks: [10, 100, 1000, 10000],
  policies: [{ policy: random, says: 'random' }, { policy: two, says: 'two looks' }],
  task: (policy) => ({ experiment: 'bins', bins: 64, ballsPerBin: 10000, checkpoints: WHY.marks, policy, replications: 40 }),
};

/** What is compared, everything else alike. The signal that is a mistake has its place among those. */
export const KNOWS = {
  signal: 'information.signal',
  signals: ['in-flight', 'waiting', 'latency', 'work', 'outstanding'],
  policies: [{ label: 'Look at 2', policy: two }, { label: 'All 64', policy: every }],
  task: (policy, signal) => ({ experiment: 'fleet', replicas: 64, load: 0.9, service: { id: 'lognormal', sigma: 1 }, policy, information: { signal }, requests: 80000, replications: 6 }),
};

/** Ten replicas of four workers in milliseconds, as article 3 has them: some are five times slower, what would wait a second is dropped. */
export const SLOW = {
  slow: [0, 1, 2],
  ages: [20, 100],
  usual: { slow: 1, age: 20 },
  rows: [
    { policy: { id: 'round-robin' }, says: { p50: 8.0, p99: 1057, p999: 1170, dropped: 0.0685, share: 0.1 } },
    { policy: random, says: { p50: 9.8, p99: 1054, p999: 1170, dropped: 0.0686, share: 0.1 } },
    { policy: every, says: { p50: 7.2, p99: 60, p999: 165, dropped: 0, share: 0.026 } },
    { policy: every, old: true, says: { p50: 22.1, p99: 193, p999: 557, dropped: 0, share: 0.026 } },
    { policy: { ...two, ties: 'first-look' }, says: { p50: 7.7, p99: 71, p999: 179, dropped: 0, share: 0.03 } },
    { policy: { ...two, ties: 'first-look' }, old: true, says: { p50: 9.7, p99: 102, p999: 228, dropped: 0, share: 0.03 } },
  ],
  blind: [0, 1],
  fresh: { all: 2, two: 4 },
  stale: { all: 3, two: 5 },
  task: ({ policy, old }, slow, age) => ({
    experiment: 'fleet', replicas: 10, workers: 4, load: 0.7, service: { id: 'exponential', mean: 10 },
    machines: slow ? { id: 'some-slow', slow, factor: 5 } : { id: 'equal' }, deadline: { id: 'on-arrival', wait: 1000 },
    policy, ...(old ? { information: { freshness: { id: 'periodic', every: age, taken: 'on-arrivals' } } } : {}), requests: 150000, warmup: 0, replications: 4,
  }),
  capacity: (slow) => (slow * 0.2) / (10 - slow * 0.8),
};

/** Runs beside the laws. */
export const LAWS = {
  bins: [100, 10000, 1e6, 1e9],
  looks: [2, 3, 4],
  perBin: [1, 10, 100, 1000, 10000],
  loads: [0.5, 0.7, 0.9, 0.95],
  queues: [1, 2, 3],
  heavy: 1000,
  one: (n) => ({ experiment: 'bins', bins: n, ballsPerBin: 1, policy: random, replications: 8 }),
  several: (n, d) => ({ experiment: 'bins', bins: n, ballsPerBin: 1, policy: { id: 'choices', d }, replications: 8 }),
  loaded: (m, d) => ({ experiment: 'bins', bins: LAWS.heavy, ballsPerBin: m, policy: d === 1 ? random : { id: 'choices', d }, replications: 12 }),
  queue: (load, d) => ({ experiment: 'fleet', replicas: 256, load, policy: d === 1 ? random : { id: 'choices', d }, requests: 250000, replications: 6 }),
};
