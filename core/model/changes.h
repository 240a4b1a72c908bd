// Replicas that join or leave in mid-run.
#pragma once
#include <cstdint>
#include <vector>

#include "part.h"

namespace p2c {

Parts describe_changes();

/// The replicas present are always the first so many: those that join or leave are the last ones.
struct Changes {
    Changes(const Json& config, std::uint32_t replicas, std::uint64_t requests);

    bool any() const { return before != after; }

    std::uint32_t before, after;  ///< replicas present
    std::uint64_t at;             ///< request just before which the number changes; at the number of requests: never
    bool fails = false;           ///< those that leave lose what they have
};

/// Rules across parameters. Throws ConfigError.
void check_changes(const Json& config, std::uint32_t replicas);

}  // namespace p2c
