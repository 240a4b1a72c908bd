// The limit of an infinite fleet whose dispatchers see snapshots: what the profile engine draws, with the law of large
// numbers in place of the draws.
#pragma once
#include <optional>
#include <vector>

#include "occupancy/looks.h"

namespace p2c::fleet {

struct FluidLimit {
    std::vector<double> tail;  ///< share of replicas with load at least k, averaged over the time between two snapshots
    double wait;               ///< mean, in mean service times
};

/// The state that repeats itself from snapshot to snapshot, reached from an empty fleet. Nothing where that takes too long
/// to be computed beside a run: periods above 20 mean service times, or so short that thousands of them are needed.
std::optional<FluidLimit> fluid_between_snapshots(occupancy::Looks looks, double load, double period);

}  // namespace p2c::fleet
