// Famous mistakes: what is run right and wrong, under the same requests, and which figures tell them apart.

const fleet = (config) => ({ experiment: 'fleet', ...config });
const two = { id: 'choices', d: 2 };
const every = { id: 'least' };
const steady = { requests: 100000, replications: 10 };
const slowOne = { replicas: 10, load: 0.5, machines: { id: 'some-slow', slow: 1, factor: 5 }, policy: two, requests: 60000, replications: 8 };
const uneven = { load: 0.6, service: { id: 'lognormal', sigma: 0.9 }, policy: two, requests: 60000, replications: 8 };
const young = { load: 0.9, policy: { id: 'random' }, replications: 30 };
const COUNTED = 20000;
const SETTLE = 180000;
const hundred = { load: 0.9, policy: two, requests: 4000, warmup: 0.975, replications: 200 };

/** How the figures of a mistake are read: of a result's metrics. */
const mean = { name: 'Mean wait', unit: 'service times', of: (m) => m.wait.mean };
const p99 = { name: 'p99 wait', unit: 'service times', of: (m) => m.wait.p99 };
const first = { name: 'Requests of the first replica', unit: '%', of: (m) => m.share[0] };
const slowest = { ...first, name: 'Requests of the slow replica' };

/**
 * id · name · makes: what the mistake is · does: what it does, once seen · right, wrong: tasks · figures: the first decides the
 * finding, which `words` begins · exact: of the right one, where the core knows it
 */
export const MISTAKES = [
  {
    id: 'repeats', name: 'Looks that may repeat', setting: 'four replicas at 90\u202f% load, two looks',
    makes: 'Both looks are drawn from all replicas, so that now and then one is looked at twice.',
    does: 'With n replicas one request in n goes wherever its only look fell, the fullest replica included.',
    right: fleet({ replicas: 4, load: 0.9, policy: two, ...steady }), wrong: fleet({ replicas: 4, load: 0.9, policy: { ...two, replacement: true }, ...steady }),
    figures: [mean, p99],
  },
  {
    id: 'ties', name: 'Ties to the first', setting: 'ten replicas at 10\u202f% load, least of all',
    makes: 'Of several that are equally empty, the one with the lowest number is taken.',
    does: 'While the fleet is quiet nearly everything is a tie, and the first replica does the work of many. The mean wait does not show it.',
    right: fleet({ replicas: 10, load: 0.1, policy: every, ...steady }), wrong: fleet({ replicas: 10, load: 0.1, policy: { ...every, ties: 'first-index' }, ...steady }),
    figures: [first, mean],
  },
  {
    id: 'lightest', name: 'A coin between the two lightest', setting: 'two replicas at 90\u202f% load',
    makes: 'Instead of the lighter of two random ones, a random one of the two lightest is taken.',
    does: 'With two replicas that is random dispatch. With more it reads every load and then throws away what it read.',
    right: fleet({ replicas: 2, load: 0.9, policy: two, ...steady }), wrong: fleet({ replicas: 2, load: 0.9, policy: { id: 'lightest-two' }, ...steady }),
    figures: [mean, p99],
  },
  {
    id: 'lifetime', name: 'Lifetime counters', setting: 'ten replicas at 50\u202f% load, one of them five times slower, two looks',
    makes: 'Compared is how many requests a replica was ever sent, instead of how many it has now.',
    does: 'The counters are made equal, whatever becomes of the requests: a slow replica gets its full share and drowns.',
    right: fleet(slowOne), wrong: fleet({ ...slowOne, information: { signal: 'sent' } }),
    figures: [p99, slowest],
  },
  {
    id: 'median', name: 'Load set by the median', setting: '64 replicas, a load of 60\u202f% asked for, lognormal sizes (σ 0.9), two looks',
    makes: 'The rate of arrivals is worked out from the median size, which is smaller than the mean.',
    does: 'Every run has e^(σ²/2) times the load that is written beside it: 1.5 times here. Asked for 95\u202f%, it would run at 142\u202f% and never settle.',
    right: fleet(uneven), wrong: fleet({ ...uneven, calibration: 'median' }),
    figures: [p99, { name: 'Load that arrived', unit: '%', of: (m) => m.realisedLoad }],
  },
  {
    id: 'warmup', name: 'No warm-up', setting: '64 replicas at 90\u202f% load, random dispatch, 20,000 requests counted',
    makes: 'Counting begins with the first request, while the fleet is still empty.',
    does: 'The queues that make the tail have not grown yet, so that the waits are too short. The slower a policy is to settle, the better it looks.',
    right: fleet({ ...young, requests: SETTLE + COUNTED, warmup: SETTLE / (SETTLE + COUNTED) }), wrong: fleet({ ...young, requests: COUNTED, warmup: 0 }),
    figures: [mean, p99], exact: (result) => result.theory?.wait?.mean,
  },
  {
    id: 'rank', name: 'Percentile off by one', setting: '64 replicas at 90\u202f% load, two looks, 100 requests counted',
    makes: 'The p99 of 100 values is read at index 99 of the sorted list, counted from 0.',
    does: 'That is the longest of all, not the 99th. With a hundred values p99 becomes the maximum; with a hundred thousand nobody would notice.',
    right: fleet(hundred), wrong: fleet({ ...hundred, percentile: 'floor' }),
    figures: [p99, { name: 'Longest wait', unit: 'service times', of: (m) => m.wait.max }],
  },
];
