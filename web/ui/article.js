// The figures of article 1, and the settings that they were run with. Looks were drawn with replacement there.

const look = (d) => ({ id: 'choices', d, replacement: true });
export const LOOKS = [1, 2, 4].map((d) => ({ d, policy: look(d) }));

/** Gap between the fullest bin and the average: 100 bins, mean of 200 runs. `exact` is the expectation, computed. */
export const BINS_TABLE = {
  config: { experiment: 'bins', bins: 100, replications: 200 },
  ballsPerBin: [1, 10, 100, 500, 2000],
  runs: 200,
  rounding: 0.01,
  article: { 1: [3.12, 8.61, 25.89, 57.16, 112.45], 2: [1.63, 1.93, 1.94, 1.87, 1.93], 4: [1.0, 1.0, 1.01, 1.0, 1.0] },
  exact: {
    1: [3.2326, 8.7617, 25.9594, 56.9703, 113.0483], 2: [1.5861, 1.9187, 1.92, 1.92, 1.92], 4: [1.0025, 1.0031, 1.0031, 1.0031, 1.0031],
  },
  setup: (policy, most, marks) => ({ ...BINS_TABLE.config, policy, ballsPerBin: most, checkpoints: marks }),
};

/**
 * p99 of the wait in units of the median service time: 64 replicas, lognormal sizes with sigma 0.9. The run is as long as the
 * slowest cell needs: 50 relaxation times of one look at 95 %, and some to spare. `exact` is known for one look alone.
 */
export const LATENCY_TABLE = {
  config: { experiment: 'fleet', replicas: 64, service: { id: 'lognormal', sigma: 0.9 }, requests: 800000, replications: 10 },
  loads: [0.5, 0.7, 0.85, 0.95],
  signals: [{ id: 'work', label: 'work left' }, { id: 'in-flight', label: 'requests in flight' }],
  article: { 1: [15.8, 29.0, 48.7, 153.9], 2: [3.2, 4.5, 5.8, 8.3], 4: [0.9, 1.5, 2.2, 3.7] },
  exact: { 1: [15.7, 27.21, 53.5, 156.8] },
  says: (fixed) => {
    const { replicas, service, replications, requests } = LATENCY_TABLE.config;
    return `${replicas} replicas, lognormal sizes with σ ${service.sigma}, load set by the mean size, looks may repeat, ${replications} runs of ${fixed(requests, 0)} requests per cell`;
  },
  setup: (policy, load, signal) => ({ ...LATENCY_TABLE.config, policy, load, information: { signal } }),
};
