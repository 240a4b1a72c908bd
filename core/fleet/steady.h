// Whether a fleet has a steady state at all, and how long it takes to reach it.
#pragma once
#include <cstdint>

#include "settings.h"

namespace p2c::fleet {

struct Steady {
    bool exists;
    bool fleet;              ///< if not: whether the whole fleet is overloaded, or else one replica
    std::uint32_t replica;   ///< that one
    double load;             ///< of the fleet, or of the most loaded replica where the policy does not look
    double relaxation;       ///< in mean service times
};

/// Of a checked configuration. Where requests are turned away there always is one.
Steady steady_state(const Json& config, const Settings& settings);

}  // namespace p2c::fleet
