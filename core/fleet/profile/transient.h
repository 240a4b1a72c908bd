// One M/M/1 queue from a known load on, and a fleet whose dispatchers see a snapshot: between two snapshots every replica
// is such a queue, with an arrival rate that depends on the load it had then, independent of all others.
#pragma once
#include <vector>

#include "occupancy/looks.h"

namespace p2c::fleet {

/// P(load = k) after some time, and the expected time spent at each load until then; entry i is load first + i.
struct Transient {
    std::size_t first = 0;
    std::vector<double> after, spent;
};

/// Service rate 1. By uniformisation (Jensen 1953); the work grows as time².
Transient transient(std::size_t load, double rate, double time);

/// Arrivals per mean service time at each replica of old load k when counts[k] of them have it, and the fleet gets `load`
/// per replica. Counts may be shares of an infinite fleet, with looks that are not distinct.
std::vector<double> rates_by_load(const occupancy::Looks& looks, const std::vector<double>& counts, double load);

}  // namespace p2c::fleet
