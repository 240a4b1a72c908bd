// What an experiment is to the façade: a description, checks, a simulation that runs replication after replication,
// and a report over what the replications left behind.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/histogram.h"
#include "base/tally.h"
#include "part.h"

namespace p2c {

/// What replications leave behind. Everything here merges exactly: rows are put in order, the rest are integers.
struct Tables {
    std::uint32_t from = 0;                   ///< replication of the first row
    std::size_t columns = 0;                  ///< numbers in a row
    std::vector<std::vector<double>> rows;    ///< one per replication, in the experiment's column order
    std::vector<Tally> tallies;
    std::size_t hashed = ~std::size_t{0};     ///< tallies that are part of the fingerprint, the first so many
    std::vector<Histogram> histograms;

    /// One column of the rows.
    std::vector<double> column(std::size_t index) const;
};

/// One experiment's engine. Work is counted in balls or requests.
class Simulation {
public:
    virtual ~Simulation() = default;

    /// Tables with no replication in them.
    virtual Tables tables() const = 0;

    virtual void begin(std::uint32_t replication) = 0;

    /// Work of one replication, and what is left of the present one.
    virtual double work() const = 0;
    virtual double left() const = 0;

    /// Does `count` of what is left; a simulation that works in batches may do a part of a batch more. The hot call:
    /// entered once per chunk, so that a virtual machine can swap in its optimised code, and never inlined, for the same
    /// reason.
    virtual void advance(std::uint64_t count) = 0;

    /// Adds the finished replication to the tables.
    virtual void finish(Tables& tables) = 0;

    /// Present state by name. Throws ConfigError{"snapshot"} for a name it does not know.
    virtual std::vector<double> snapshot(const std::string& name) = 0;

    /// Live runs; the defaults refuse.
    virtual bool live_to(double) { return false; }
    virtual void live_dispatch(std::uint64_t) {}
    virtual void live_set(const std::string& name, double value);
    virtual bool live() const { return false; }
    virtual Json live_report() const { return {}; }
};

struct Experiment {
    Text id;
    Words label, help;
    Params params;
    Metrics metrics;

    /// Rules across parameters, memory included. Throws ConfigError.
    void (*check)(const Json& config);
    std::unique_ptr<Simulation> (*create)(const Json& config);
    std::string (*engine)(const Json& config);

    /// {"metrics":…,"series":…,"theory":…,"warnings":…}
    Json (*report)(const Json& config, const Tables& tables);

    /// The laws that results set beside the data as theory.items: [{"id","label","of","source","range"}]; none: no such list.
    Json (*laws)() = nullptr;
};

/// An entry of theory.items without what depends on a run.
Json law_words(const Json& item);

/// {"value","low","high"}: a mean over replications with its 95 % interval.
Json metric(const Estimate& estimate);

/// Refuses a configuration whose state would not fit. `bytes` may be an estimate; the limit is the same everywhere.
void check_memory(double bytes, const std::string& field, const std::string& what);

[[noreturn]] void unknown_snapshot(const std::string& name, const std::vector<std::string>& known);

}  // namespace p2c
