// What the page starts from: the settings that its sections show first, as configurations of the core.

export const look = (d) => (d === 1 ? { id: 'random' } : { id: 'choices', d });
const every = { id: 'least' };

/** The two fleets of the opening figure, and the controls under it. `SPEED` belongs to the page, not to the model. */
export const DUEL = {
  policies: [look(1), look(2)],
  says: ['a random replica', 'the shorter of two'],
  dial: 'load',
  size: 'replicas',
  small: { replicas: 32 },
};
export const SPEED = {
  name: 'speed', label: 'Speed', unit: 'req/s', kind: 'int', range: [1, 20000], slider: [1, 20000], scale: 'log', step: 1, default: 300,
  ticks: [1, 100, 10000], help: 'Requests per second of your time.',
};

export const BINS = {
  dial: 'ballsPerBin',
  policy: 'policy',
  size: 'bins',
  runs: 'replications',
  seed: 'seed',
  marks: 'checkpoints',
  engine: 'engine',
  weights: { name: 'weights', even: 'unit' },
  capacities: { name: 'capacities', even: 'equal' },
  looks: [
    { label: '1', policy: look(1) }, { label: '2', policy: look(2) }, { label: '3', policy: look(3) }, { label: '4', policy: look(4) },
    { label: 'all', policy: every },
  ],
  compared: [look(1), look(2), look(4)],
  base: look(1),
  spread: ['max', 'gap', 'min'],
  means: ['max', 'gap', 'min', 'probesPerBall'],
  sweep: { over: 'ballsPerBin', metrics: ['gap', 'max', 'min', 'probesPerBall'], runs: { name: 'replications', most: 24 } },
  starts: [
    { label: '100 bins, 100 balls each', config: {} },
    { label: 'One ball per bin', config: { ballsPerBin: 1, bins: 10000 } },
    { label: '10,000 bins', config: { bins: 10000, replications: 50 } },
    { label: 'Second look half the time', config: { policy: { id: 'one-plus-beta', beta: 0.5 } } },
    { label: 'Always go left', config: { policy: { id: 'groups', d: 2 } } },
    { label: 'One look and a memory', config: { policy: { id: 'memory' } } },
    { label: 'Loads of one round ago', config: { information: { freshness: { id: 'batched', balls: 100 } } } },
    { label: 'Looks may repeat', config: { policy: { id: 'choices', d: 2, replacement: true } } },
  ],
};

/** The fullest bin against the number of bins, with as many balls as bins. */
export const GROWTH = {
  size: 'bins',
  runs: 'replications',
  metric: 'max',
  config: { ballsPerBin: 1 },
  policies: [1, 2, 3, 4].map((d) => ({ id: 'choices', d })),
};

/** For each scheme of hashing, which setting its figure varies, over what, and what it shows of each run. */
export const HASHING = {
  scheme: 'scheme',
  seed: 'seed',
  runs: 'replications',
  sizes: [['scheme.cells', 'cell'], ['scheme.nodes', 'node']],
  figures: {
    cuckoo: { over: 'functions', values: [2, 3, 4], metric: 'loadAtFailure' },
    consistent: { over: 'virtualNodes', values: [1, 2, 5, 10, 20, 50, 100, 200], metric: 'maxShare' },
    bounded: { over: 'slack', values: [0.05, 0.1, 0.2, 0.5, 1, 2], metric: 'displaced' },
  },
  starts: [
    { label: 'Cuckoo, two functions', config: {} },
    { label: 'Cuckoo, three functions', config: { scheme: { id: 'cuckoo', functions: 3 } } },
    { label: 'A ring, one point per node', config: { scheme: { id: 'consistent' } } },
    { label: 'A ring, 100 points per node', config: { scheme: { id: 'consistent', virtualNodes: 100 } } },
    { label: 'Bounded loads', config: { scheme: { id: 'bounded' } } },
  ],
};

/** A fan-out, and the percentiles of a single call after which its second figure sends another. */
export const FANOUT = {
  leaves: 'leaves',
  second: 'secondCall',
  never: { id: 'none' },
  swept: 'after-quantile',
  sweep: [0.99, 0.98, 0.95, 0.9, 0.8, 0.7, 0.5],
  seed: 'seed',
  runs: 'replications',
  starts: [
    { label: '100 leaves, one call', config: {} },
    { label: 'Second call after p95', config: { secondCall: { id: 'after-quantile' } } },
    { label: 'Second call after 10', config: { secondCall: { id: 'after-time' } } },
    { label: 'Two at once', config: { secondCall: { id: 'after-time', delay: 0 } } },
    { label: '95 of 100 suffice', config: { spare: 5 } },
    { label: 'No stalls', config: { stalls: { probability: 0 }, secondCall: { id: 'after-quantile' } } },
  ],
};

/** Ten replicas of four workers, one five times slower, in milliseconds; what would wait a second is dropped. */
const SLOW = {
  replicas: 10, workers: 4, load: 0.7, service: { id: 'exponential', mean: 10 }, machines: { id: 'some-slow', slow: 1, factor: 5 },
  deadline: { id: 'on-arrival', wait: 1000 }, requests: 300000, warmup: 0,
};
const SNAPSHOTS = (every) => ({ id: 'periodic', every, taken: 'on-arrivals' });

/** The hedge whose delay a figure varies, and what may become of its losers. */
export const HEDGING = {
  name: 'hedge',
  id: 'after-time',
  delays: [0.5, 1, 2, 4, 6, 8, 10, 12, 16, 24],
  ways: [
    { id: 'service', text: 'cancel all', hue: 'left', dash: [] },
    { id: 'queue', text: 'cancel waiting', hue: 'left', dash: [2, 3] },
    { id: 'none', text: 'cancel nothing', hue: 'left', dash: [6, 4] },
  ],
};

const HEDGED = { load: 0.7, requests: 100000, replications: 8, hedge: { id: 'after-time', after: 4 } };
const FAST_FAILURES = { replicas: 10, load: 0.7, requests: 100000, replications: 8, faults: [{ id: 'failing', replicas: 1, probability: 0.5, takes: 0.1 }] };
/** A request waits for a hundred leaves, in milliseconds: mostly a few, and 1 % of the calls take 50 to 150 longer. */
const LEAVES = {
  replicas: 200, load: 0.3, service: { id: 'lognormal', sigma: 0.4, mean: 3.975 }, faults: [{ id: 'stalls', probability: 0.01, shortest: 50, longest: 150 }],
  fanout: { id: 'leaves', leaves: 100 }, requests: 4000, replications: 8,
};
const AFTER_10_MS = { id: 'after-time', after: 10 };
const INCIDENT = { load: 0.6, warmup: 0.1, requests: 100000, replications: 8, series: 50 };

export const FLEET = {
  dial: 'load',
  policy: 'policy',
  requests: 'requests',
  cap: 'precision.cap',
  runs: 'replications',
  warmup: 'warmup',
  seed: 'seed',
  unit: 'service.mean',
  compared: [look(1), look(2), look(4), every],
  added: [look(3), { id: 'round-robin' }],
  starts: [
    { of: 'Traffic', starts: [
      { label: 'Exponential, 90\u202f%', config: {} },
      { label: 'Nearly full, 98\u202f%', config: { load: 0.98, requests: 1000000 } },
      { label: 'From empty to full, through the run', config: { load: 0.95, warmup: 0.1, series: 50 } },
      { label: 'Uneven request sizes', config: { service: { id: 'lognormal', sigma: 1 } } },
      { label: 'Constant sizes', config: { service: { id: 'deterministic' } } },
      { label: 'Short prompts, long documents', config: { service: { id: 'two-point' } } },
      { label: 'Token costs, heavy-tailed', config: { service: { id: 'pareto' }, information: { signal: 'outstanding' } } },
      { label: 'Bursts', config: { arrivals: { id: 'bursts' } } },
      { label: 'Ten million replicas', config: { replicas: 1e7, requests: 4e8, replications: 5 },
        policies: [{ id: 'random' }, { id: 'choices', d: 2 }, { id: 'choices', d: 4 }] },
    ] },
    { of: 'What is known', starts: [
      { label: 'Comparing work left', config: { service: { id: 'lognormal', sigma: 1 }, information: { signal: 'work' } } },
      { label: 'Loads from the last snapshot', config: { information: { freshness: { id: 'periodic', every: 5 } } } },
      { label: 'Many dispatchers', config: { information: { scope: { id: 'dispatchers', count: 64, sees: 'own' } } } },
    ] },
    { of: 'Unequal replicas', starts: [
      { label: 'Unequal replicas, weights', config: { replicas: 12, machines: { id: 'speeds', speeds: [1, 2, 4] } },
        policies: [{ id: 'weighted-random' }, { id: 'weighted-choices' }, { id: 'least-weighted' }] },
      { label: 'One replica joins empty', config: { replicas: 8, changes: { id: 'join', count: 1, at: 0.5 }, requests: 4000, warmup: 0, replications: 50, series: 40 } },
      { label: 'One slow replica', config: SLOW },
      { label: 'One slow replica, latencies compared', config: { ...SLOW, information: { signal: 'latency', decay: 100 } } },
      { label: 'One slow replica, old loads', config: { ...SLOW, information: { freshness: SNAPSHOTS(20) } } },
      { label: 'Two slow replicas', config: { ...SLOW, machines: { id: 'some-slow', slow: 2, factor: 5 } } },
      { label: 'Loads 100 ms old', config: { ...SLOW, information: { freshness: SNAPSHOTS(100) } } },
    ] },
    { of: 'Second calls and fan-out', starts: [
      { label: 'Hedged after 4 service times', config: HEDGED, policies: [look(1), look(2)] },
      { label: 'Hedged, nothing cancelled', config: { ...HEDGED, hedge: { ...HEDGED.hedge, cancel: 'none' } }, policies: [look(1), look(2)] },
      { label: 'Hedged within a budget', config: { ...HEDGED, hedge: { ...HEDGED.hedge, cancel: 'none' }, budget: { id: 'share', share: 0.1 } }, policies: [look(1), look(2)] },
      { label: 'Tied requests', config: { ...HEDGED, load: 0.9, hedge: { id: 'tied' } }, policies: [look(1), look(2)] },
      { label: 'Ten leaves through the fleet', config: { load: 0.7, fanout: { id: 'leaves', leaves: 10 }, requests: 20000, replications: 8 } },
      { label: '100 leaves in ms, 1\u202f% stall', config: LEAVES, policies: [look(1), look(2)] },
      { label: 'The same, hedged after p95', config: { ...LEAVES, hedge: { id: 'after-quantile' } }, policies: [look(1), look(2)] },
      { label: 'The same, hedged after 10 ms', config: { ...LEAVES, hedge: AFTER_10_MS }, policies: [look(1), look(2)] },
      { label: 'The same, within a budget', config: { ...LEAVES, hedge: AFTER_10_MS, budget: { id: 'share', share: 0.05 } }, policies: [look(1), look(2)] },
    ] },
    { of: 'Keys and caches', starts: [
      { label: 'Hot keys', config: { replicas: 16, load: 0.7, keys: { id: 'zipf', count: 1000, exponent: 0.9 } },
        policies: [{ id: 'sticky' }, { id: 'bounded' }, { id: 'affinity' }, { id: 'choices', d: 2 }] },
      { label: 'Prefix caches', config: { replicas: 16, load: 0.8, requests: 100000, replications: 8, keys: { id: 'zipf', count: 2000, exponent: 0.8 }, cache: { id: 'lru', entries: 100, hit: 0.3 } },
        policies: [{ id: 'sticky' }, { id: 'bounded' }, { id: 'affinity' }, { id: 'choices', d: 2 }] },
    ] },
    { of: 'Failures', starts: [
      { label: 'Half of one replica\u2019s requests fail fast', config: FAST_FAILURES },
      { label: 'The same, with a penalty and retries', config: { ...FAST_FAILURES, penalty: { id: 'errors' }, retry: { id: 'again' } } },
      { label: 'The same, with ejection', config: { ...FAST_FAILURES, ejection: { id: 'by-errors' }, retry: { id: 'again' } } },
      { label: '0.5\u202f% of requests stall anywhere', config: { load: 0.5, requests: 100000, replications: 8, faults: [{ id: 'stalls', probability: 0.005, shortest: 50, longest: 50, of: 'request' }], hedge: { id: 'after-quantile' } }, policies: [look(1), look(2)] },
      { label: 'All turn slow for a while', config: { ...INCIDENT, faults: [{ id: 'all-slow', factor: 1.5 }], patience: { id: 'after', time: 30 }, retry: { id: 'again' } }, policies: [look(1), look(2)] },
      { label: 'All turn slow, hedges without a budget', config: { ...INCIDENT, faults: [{ id: 'all-slow', factor: 1.5 }], hedge: { id: 'after-time', after: 4, cancel: 'none' } }, policies: [look(1), look(2)] },
      { label: 'All turn slow, hedges with a budget', config: { ...INCIDENT, faults: [{ id: 'all-slow', factor: 1.5 }], hedge: { id: 'after-time', after: 4, cancel: 'none' }, budget: { id: 'share', share: 0.05 } }, policies: [look(1), look(2)] },
      { label: 'One of ten turns slow', config: { ...INCIDENT, replicas: 10, faults: [{ id: 'slow', replicas: 1, factor: 5 }] } },
    ] },
  ],
};

function unequal(full, catalogue) {
  const { machines } = full;
  if (machines.id === 'equal') return [];
  const text = machines.id === 'some-slow' ? `${machines.slow} of them ${machines.factor}× slower` : catalogue.entry('machines', machines.id)?.brief;
  return [{ text, path: 'machines' }, { text: '. ' }];
}

/** Who reads, and how old what they read is. */
function readers({ freshness, scope }, catalogue, counted) {
  const who = scope.id === 'dispatchers'
    ? [{ text: counted(scope.count, 'dispatcher'), path: 'information.scope' }, { text: ' read ' }] : [{ text: 'The balancer reads ' }];
  const own = scope.id === 'dispatchers' && scope.sees === 'own' ? [{ text: 'their own', path: 'information.scope' }, { text: ' ' }] : [];
  const age = freshness.id === 'periodic' ? `snapshots every ${freshness.every} of` : freshness.id === 'delayed' ? `${freshness.by} old`
    : freshness.id === 'piggyback' ? 'with each answer' : 'fresh';
  return [...who, ...own, ...(own.length ? [] : [{ text: age, path: 'information.freshness' }, { text: ' ' }])];
}

/** What goes wrong, and what is done about it: whatever of it is on, by its name. */
function troubles(full, catalogue) {
  const on = troublesOf(full, catalogue);
  return on.flatMap(({ name, family, id }, i) => [
    { text: i ? ', ' : ' With ' }, { text: catalogue.entry(family, id)?.short ?? id, path: name }, ...(i === on.length - 1 ? [{ text: '.' }] : []),
  ]);
}

/** The parts of that group which are not off: { name: their path, family, id }. */
export const troublesOf = (full, catalogue) =>
  catalogue.experiment('fleet').params.filter((p) => p.group === 'resilience').flatMap(({ kind, name, family, ...p }) => {
    if (kind === 'parts') return full[name].map(({ id }, i) => ({ name: `${name}.${i}`, family, id }));
    return kind === 'part' && full[name]?.id && full[name].id !== p.default.id ? [{ name, family, id: full[name].id }] : [];
  });

/** The scenario in words: pieces of text, and pieces with the path of the setting that they state. */
export function scenario(full, catalogue, counted) {
  const label = (family, part) => catalogue.entry(family, part.id)?.label ?? String(part.id);
  const law = label('services', full.service).toLowerCase();
  const { sigma, cv } = full.service;
  const spread = sigma !== undefined ? ` (σ ${sigma})` : cv !== undefined ? ` (CV ${cv})` : '';
  const load = full.arrivals.clock === 'own' ? 'the recorded pace' : `${Number((full.load * 100).toPrecision(6))}\u202f% load`;
  const signals = { 'in-flight': 'in-flight counts', waiting: 'counts of waiting requests', work: 'work left', outstanding: 'outstanding work', latency: 'latencies of late', sent: 'requests ever sent' };
  return [
    { text: counted(full.replicas, 'replica'), path: 'replicas' },
    ...(full.workers > 1 ? [{ text: ' with ' }, { text: `${full.workers} workers each`, path: 'workers' }] : []),
    { text: ' at ' }, { text: load, path: 'load' }, ...(full.calibration === 'median' ? [{ text: ' ' }, { text: 'set by the median size', path: 'calibration' }] : []), { text: '. ' },
    { text: `${label('arrivals', full.arrivals)} arrivals`, path: 'arrivals' }, { text: ', ' },
    { text: `${law} service${spread}`, path: 'service' }, { text: '. ' },
    ...unequal(full, catalogue), ...readers(full.information, catalogue, counted),
    { text: signals[full.information.signal] ?? String(full.information.signal), path: 'information.signal' }, { text: '.' },
    ...troubles(full, catalogue),
  ];
}
