// How fast replicas are. A service takes its size over the speed of the replica; the fleet's capacity is the sum.
#pragma once
#include <cstdint>
#include <vector>

#include "part.h"

namespace p2c {

/// Speeds of n replicas; none are stored while all are 1.
class Machines {
public:
    Machines(const Json& config, std::uint64_t n);
    bool equal() const { return slowness_.empty(); }

    /// What a size is multiplied by at replica i: 1 / speed.
    double slowness(std::uint32_t i) const { return slowness_.empty() ? 1 : slowness_[i]; }
    /// Sum of the speeds.
    double capacity() const { return capacity_; }

private:
    std::vector<double> slowness_;
    double capacity_;
};

Parts describe_machines();

/// Rules that need the number of replicas. Throws ConfigError.
void check_machines(const Json& config, std::uint64_t n);

}  // namespace p2c
