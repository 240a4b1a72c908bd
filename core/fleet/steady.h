// Whether a fleet has a steady state at all, and how long it takes to reach it.
#pragma once
#include <cstdint>

#include "settings.h"

namespace p2c::fleet {

/// What is overloaded: all, the slowest replicas, one of them, those that dispatchers know, or those that a key can go to.
enum class Overload { none, fleet, slowest, replica, subsets, set };

struct Steady {
    bool exists() const { return overload == Overload::none; }

    Overload overload = Overload::none;
    std::uint64_t replicas = 0;  ///< all, or the slowest so many; or the number of the one
    double load = 0;             ///< of what is loaded most
    double relaxation = 0;       ///< in mean service times
    const char* field = "machines";  ///< the setting that makes a replica the most loaded
};

/// Of a checked configuration; where replicas join or leave, of those that are there in the end. Where requests are turned away there always is one.
Steady steady_state(const Json& config, const Settings& settings);

}  // namespace p2c::fleet
