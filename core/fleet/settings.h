// A checked configuration of a fleet, as the engines read it, and the columns of its rows.
#pragma once
#include <cstdint>

#include "base/histogram.h"
#include "model/changes.h"
#include "model/health.h"
#include "model/information.h"
#include "model/losses.h"
#include "model/machines.h"
#include "model/resilience.h"

namespace p2c::fleet {

struct Settings {
    explicit Settings(const Json& config);

    std::uint64_t replicas;
    std::uint32_t workers;
    double load;            ///< offered load over total capacity
    double factor;          ///< offered load over the load that is asked for: above 1 where that is set by the median size
    std::uint64_t requests;  ///< of one replication, warm-up included
    std::uint64_t warm;      ///< requests discarded at the start
    std::uint32_t stretches;  ///< of the series through the run; 0: none
    std::uint64_t seed;
    double mean;             ///< mean service time in the configuration's unit; the engines work in units of it
    Machines machines;
    Information information;
    Losses losses;
    Changes changes;
    Resilience resilience;
    Health health;
    bool floored;            ///< percentiles are read at the index ⌊pN⌋ from 0, one too far where pN is whole

    /// Rank of a percentile among so many, from 1.
    std::uint64_t rank(const Quantile& q, std::uint64_t total) const { return floored ? floored_rank(q, total) : nearest_rank(q, total); }

    /// Whether requests can be lost.
    bool lossy() const { return losses.any() || changes.fails || resilient(); }
    /// Whether more is asked of clients, dispatchers and replicas than one call each.
    bool resilient() const { return resilience.any() || health.any(); }

    /// Requests per mean service time at a load; each is so many leaves.
    double rate(double at_load) const { return at_load * machines.capacity() * workers / resilience.leaves; }
    std::uint64_t kept() const { return requests - warm; }

    /// Numbers in a row, and where those of the series begin.
    std::size_t columns() const;
    std::size_t first_series_column() const;
};

/// Offered load over total capacity: what the configuration asks for, or what recorded arrivals with a clock of their own
/// come to.
double offered_load(const Json& config);

/// Offered load over the load that a configuration asks for.
double load_factor(const Json& config);

/// Requests discarded as warm-up.
std::uint64_t warm_requests(std::uint64_t requests, double warmup);

/// Waits and latencies have six columns each: mean, the four quantiles, max.
inline constexpr std::size_t time_columns = 6;

/// Columns of a row; all times in mean service times.
enum Column : std::size_t {
    wait = 0,
    latency = wait + time_columns,
    utilisation = latency + time_columns,
    realised_load,
    realised_rate,
    mean_load,
    probes,
    half_difference,  ///< mean wait of the second half of the kept requests minus that of the first
    kept_time,        ///< from the first kept arrival to the last arrival
    columns,
    dropped = columns,  ///< from here on only where requests can be lost: share of them that is
    latency_all,        ///< the quantiles of latency with the lost as infinitely late; negative: one of the lost
    lossy_columns = latency_all + time_columns - 2,
    failed = lossy_columns,  ///< from here on only where resilience is: shares of the kept requests
    abandoned,
    hedged,
    extra_calls,   ///< beyond the first, per kept request
    wasted,        ///< share of the time in service of their calls that was not for the answer
    goodput,       ///< answered per mean service time; negative where no time passes
    leaf_p50,
    leaf_p99,
    leaf_achieved, ///< share of the leaves that answered within the p99 of the requests
    hit_rate,      ///< of the caches; negative where nothing has started
    growth,        ///< calls at the replicas, per kept request: rise over the first half of those, over the second
    resilient_columns = growth + 2
};

/// The last is not part of the fingerprint, which is older.
enum TallyIndex : std::size_t { share, queue_tail, wait_tail, latency_tail, replica_busy, tallies };

/// Fractions of time are stored in whole multiples of 2^-40.
inline constexpr double queue_scale = 0x1p40;

/// Offered load up to which a fleet is run: above 1 there is no steady state, and the run says so.
inline constexpr double max_load = 10;

/// Grid of the complementary distributions: eight points an octave, 2^-7 … 2^24 mean service times.
inline constexpr int tail_points = 31 * 8 + 1;
double tail_time(std::int64_t point);

}  // namespace p2c::fleet
