// What each replication of a variant measured, metric by metric, and how two variants differ in it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "json.h"

namespace p2c::cli {

/// A metric that is a list in one replication: the value at level `from`, at `from` + 1, …
struct Levels {
    std::int64_t from = 0;
    std::vector<double> values;
};

/// One metric. Either `values` or `levels` has an entry for each replication.
struct Observation {
    std::string name;
    std::vector<double> values;
    std::vector<Levels> levels;
    bool certain = false;  ///< there is no randomness in it
    std::string reason;    ///< why a number is missing in some replication
    std::string flag;      ///< what is to be minded about it in some replication

    bool is_list() const { return !levels.empty(); }
};

class Observations {
public:
    explicit Observations(const std::vector<std::string>& names);

    /// The metrics of a result over one replication, the next one.
    void add(const Json& metrics);

    const std::vector<Observation>& all() const { return all_; }

private:
    std::vector<Observation> all_;
    std::size_t replications_ = 0;
};

/// {"wait.mean":{"value","low","high","ofIndependent","ratio":{"value","low","high"}},…}: each metric that both have,
/// minus the same of the reference, with 95 % intervals from the differences of the replications. ofIndependent is the
/// interval's width over that of two independent runs. Lists: {"value","low","high"} for each level, from nameFrom on.
Json differences(const Observations& variant, const Observations& reference);

}  // namespace p2c::cli
