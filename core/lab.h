// The façade: the only header that the wasm binding and black-box tests include; the command line adds base/paired.h.
// A run is a pure function of its configuration text: same version + same text = same numbers, bit for bit,
// on every platform, for any budget per step and any split of the replications.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace p2c {

/// Version of the core, as in package.json; part of every result.
std::string version();

/// Everything the core can do, as JSON text: experiments, policies, laws, parameters, metrics.
/// Command line help, forms, the JSON Schema and the tables of the documentation are views of it.
std::string catalogue();

/// JSON Schema (draft 2020-12) of a configuration, made from the catalogue.
std::string schema();

/// Replications [from, to) of those that the configuration asks for; to = 0 means up to the last.
struct Range {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

class Run {
public:
    virtual ~Run() = default;

    /// Simulates about `budget` balls or requests (at least one). False once nothing is left to do.
    virtual bool step(double budget) = 0;

    /// Live runs of a fleet: simulates replication `from` up to this model time, without end. Makes the run live.
    /// Returns true; false when this experiment has no time.
    virtual bool advance_to(double time) = 0;

    /// Share of the work done, 0…1.
    virtual double progress() const = 0;

    /// A column of the present state. Bins: load and looks (direct engine only), profile (the lowest load, then the number
    /// of bins with it, with one ball more, …), counts. Fleet: load, inService, looks, clock, counts.
    /// Throws ConfigError{"snapshot"} for any other name.
    virtual std::vector<double> snapshot(const std::string& name) const = 0;

    /// Changes a parameter of a running fleet ("load"); makes the run live. Throws ConfigError otherwise.
    virtual void set(const std::string& name, double value) = 0;

    /// JSON text over the replications finished so far.
    virtual std::string result() const = 0;

    /// Of that text what merge() reads: all that is needed of a run that only lends a hand. Not for live runs.
    virtual std::string part() const = 0;
};

/// Checks the configuration completely (types, ranges, memory) and takes no memory for it. Throws ConfigError.
void check(const std::string& text);

/// Checks the same and returns a run that cannot fail. Throws ConfigError.
std::unique_ptr<Run> create_run(const std::string& text, Range range = {});

/// One part of a run whose length is found by running it.
struct Stage {
    std::string config;  ///< to be run next; empty: nothing is left to run
    std::string result;  ///< the result of the whole, once nothing is left
    double from, to;     ///< about which part of all work it is
};

/// The next stage of a configuration, given the result of the last one (empty: there was none). A configuration whose
/// requests are a number has one stage, itself; with "auto" each has twice the requests of the last, until the interval of
/// the metric that `precision` names is narrow enough. The result is that of the last stage, with "auto" beside it:
/// {"metric","asked","reached","met","stages"}. create_run() goes through all stages by itself. Throws ConfigError.
Stage next_stage(const std::string& text, const std::string& previous);

/// One result out of the results of shards (any order, contiguous, no overlap), text for text what one run gives.
/// Throws ConfigError when they do not belong together.
std::string merge(const std::vector<std::string>& results);

/// Verdicts on claims, by the rules and in the form of reproduce/verdict.h. Throws ConfigError.
std::string judge(const std::string& text);

}  // namespace p2c
