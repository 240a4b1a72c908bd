// What dispatchers do about replicas that fail or are new, and what replicas remember of the keys that they have served.
#pragma once
#include <cstdint>
#include <vector>

#include "part.h"

namespace p2c {

Parts describe_ejections();
Parts describe_penalties();
Parts describe_caches();

/// Whether and by what replicas are sent nothing for a while.
enum class Ejection { none, errors, latency };

/// Of a checked configuration. Times are in mean service times.
struct Health {
    Health(const Json& config, double mean);

    /// Replicas that may be ejected at a time; 0.29 of 100 are 29, whatever the last bit of 0.29 is.
    std::uint32_t most_of(double replicas) const { return static_cast<std::uint32_t>(most * replicas + 1e-9); }
    bool any() const { return ejection != Ejection::none || penalty > 0 || slow_start > 0 || entries > 0; }

    Ejection ejection = Ejection::none;
    double above = 0;          ///< share of errors, or how many times the median latency of its peers
    double every = 0;          ///< from one inspection to the next
    std::uint32_t least = 0;   ///< answers since the last one, fewer say nothing
    double most = 0;           ///< share of the replicas that may be ejected at a time
    double time = 0;           ///< for which one is

    double penalty = 0;        ///< requests that an error adds to the load that is seen
    double decay = 1;          ///< in which it falls to 1/e
    double slow_start = 0;     ///< in which the weight of a new replica rises to 1

    std::uint32_t entries = 0;  ///< keys that a replica remembers; 0: it has no cache
    double hit = 1;             ///< what a hit costs, of its size
};

/// Rules across parameters. Throws ConfigError.
void check_health(const Json& config, double replicas);

}  // namespace p2c
