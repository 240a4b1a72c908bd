// The direct engine: a load per bin, ball after ball. Here is what does not depend on how loads are kept; counters.h has
// the plain process, with a counter per bin, and general.h all others.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "model/draws.h"
#include "model/simulation.h"
#include "settings.h"

namespace p2c::bins {

class DirectBase : public Simulation {
public:
    explicit DirectBase(const Settings& settings);
    Tables tables() const override;
    void begin(std::uint32_t replication) override;
    double work() const override { return static_cast<double>(settings_.balls); }
    double left() const override { return static_cast<double>(settings_.balls - thrown_); }
    void advance(std::uint64_t count) override;
    void finish(Tables& tables) override;
    std::vector<double> snapshot(const std::string& name) override;

protected:
    struct Extremes {
        double low, high;
    };

    /// Empties the bins and forgets what the policy remembers.
    virtual void clear(std::uint32_t replication) = 0;
    /// Throws `count` balls.
    virtual void run(std::uint64_t count) = 0;
    virtual std::vector<std::uint32_t> last_looks() = 0;

    virtual Extremes extremes() const = 0;
    virtual double average() const = 0;
    virtual std::vector<double> loads() const = 0;
    /// out[k] = number of bins with a load from first + k to below first + k + 1; all are within.
    virtual void count_levels(std::int64_t first, std::vector<std::uint64_t>& out) const = 0;

    Settings settings_;
    Draws draws_;
    std::uint64_t thrown_ = 0;
    std::uint64_t reads_ = 0;
    std::uint32_t last_ = 0;  ///< bin of the last ball

private:
    std::vector<double> row_;
    std::size_t next_checkpoint_ = 0;
};

/// Whether a checked configuration is the plain process: unit balls, equal bins, any bins together, loads fresh and exact.
bool is_plain(const Json& config);

/// The engine for a checked configuration.
std::unique_ptr<Simulation> make_direct(const Json& config);
std::unique_ptr<Simulation> make_counters(const Json& config);
std::unique_ptr<Simulation> make_general(const Json& config);

/// Bytes that make_direct's engine takes.
double direct_bytes(const Json& config);
double general_bytes(const Json& config);

}  // namespace p2c::bins
