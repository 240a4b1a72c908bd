// The shapes that cross the library's border, for readers and for `tsc --checkJs`. No code.
// Units: time is in whatever unit the service mean is given in (1 by default, so mean service times);
// loads and shares are fractions; counts are plain numbers. The catalogue has every parameter and metric
// with its label, unit, range and default; this file only says how they are put together.

/**
 * A policy, a law or an arrival process: an entry of the catalogue's families and that entry's parameters.
 * @typedef {{ id: string, [parameter: string]: unknown }} Part
 */

/**
 * What to run. Every key but `experiment` is optional and has the core's default; unknown keys are refused.
 * @typedef {object} BinsConfig
 * @property {"bins"} experiment
 * @property {number} [bins] how many bins
 * @property {number} [ballsPerBin] balls thrown, per bin
 * @property {Part} [policy]
 * @property {number[]} [checkpoints] balls per bin at which the gap is recorded
 * @property {number} [replications] independent repetitions
 * @property {number} [seed] whole number up to 2^53 - 1
 * @property {string} [engine] "auto" or the name of an engine
 *
 * @typedef {object} FleetConfig
 * @property {"fleet"} experiment
 * @property {number} [replicas]
 * @property {number} [workers] requests that one replica serves at the same time
 * @property {number} [load] offered load as a fraction of the capacity
 * @property {Part} [arrivals]
 * @property {Part} [service]
 * @property {Part} [policy]
 * @property {{ signal?: string }} [information] what the dispatcher compares
 * @property {number | "auto"} [requests] per replication, warm-up included; "auto": until `precision` is reached
 * @property {{ metric?: string, relative?: number, cap?: number }} [precision] what automatic requests go by
 * @property {number} [warmup] share of the requests that is not counted
 * @property {number} [replications] independent repetitions
 * @property {number} [seed] whole number up to 2^53 - 1
 * @property {string} [engine] "auto" or the name of an engine
 *
 * @typedef {{ experiment: "fanout" | "hashing" }} OtherConfig
 *
 * @typedef {(BinsConfig | FleetConfig | OtherConfig) & { [setting: string]: unknown }} Config settings as the catalogue has them; the
 *   usual ones are typed
 */

/**
 * An estimate: the mean over replications and its 95 % interval (null with one replication; absent where
 * there is no randomness). `value` is null when there are no grounds for a number; `reason` says why.
 * @typedef {object} Metric
 * @property {number | null} value
 * @property {number | null} [low]
 * @property {number | null} [high]
 * @property {number} [pooled] the percentile of all replications taken together
 * @property {string} [flag] "few-samples": believe it with care
 * @property {string} [reason] "few-samples" or "no-steady-state"
 */

/**
 * @typedef {object} Warning
 * @property {string} id "run-too-short" or "no-steady-state"
 * @property {string} field the parameter to change
 * @property {string} message one sentence
 * @property {number} [covered] relaxation times that the run covers
 */

/**
 * @typedef {Metric | Metric[] | number | { [name: string]: Metric }} MetricEntry
 *
 * @typedef {object} Result
 * @property {number} schema version of this format
 * @property {string} version version of the core
 * @property {string} engine the engine that ran
 * @property {Config} config the configuration with every default filled in
 * @property {{ from: number, to: number, of: number }} replications which ones the result covers
 * @property {{ [name: string]: MetricEntry }} metrics as the catalogue lists them
 * @property {{ [name: string]: { [column: string]: number[] } }} series columns of equal length
 * @property {{ [name: string]: unknown }} theory exact values, where there are any for this configuration
 * @property {Warning[]} warnings
 * @property {{ metric: string, asked: number, reached: number | null, met: boolean, stages: number[], message: string }} [auto]
 *   of automatic requests: the relative half width asked and reached, and the requests of each stage that was run
 * @property {string} [fingerprint] 16 hexadecimal digits over all numbers
 *
 * @typedef {object} LiveResult what a fleet without an end has shown since the last change of its load
 * @property {number} schema
 * @property {string} version
 * @property {true} live
 * @property {Config} config
 * @property {{ [name: string]: MetricEntry }} metrics values are null until there is enough for one
 * @property {number} requests how many the metrics cover
 * @property {number} covered relaxation times since the last change
 * @property {boolean} settled whether that is enough
 * @property {number} load
 */

/**
 * One parameter, metric or family entry of the catalogue; see `p2c catalogue`.
 * @typedef {{ name: string, label: string, default?: unknown, [key: string]: unknown }} Parameter
 *
 * @typedef {object} Experiment
 * @property {string} id
 * @property {string} label
 * @property {string} help
 * @property {Parameter[]} params
 * @property {{ name: string, label: string, unit: string, help: string }[]} metrics
 *
 * @typedef {object} Catalogue
 * @property {number} schema
 * @property {string} version
 * @property {Experiment[]} experiments
 * @property {{ [family: string]: { id: string, label: string, params: Parameter[], [key: string]: unknown }[] }} families
 */

/**
 * @typedef {object} RunOptions
 * @property {AbortSignal} [signal] aborting it ends the run; the promise rejects with an AbortError
 * @property {boolean} [undivided] one worker does all replications: for short runs of which many are under way at once
 * @property {(fraction: number, replications: { finished: number, of: number }) => void} [onProgress]
 *   called with a fraction that never falls and ends at 1
 */

export {};
