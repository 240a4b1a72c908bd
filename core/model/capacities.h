// How large bins are. The mean capacity is 1, so that load over capacity compares with balls per bin.
#pragma once
#include <cstdint>
#include <vector>

#include "part.h"

namespace p2c {

/// Two sizes, spread evenly over the numbers of the bins, or none.
class Capacities {
public:
    Capacities(const Json& config, std::uint32_t n);
    bool equal() const { return sizes_.empty(); }

    /// Load over capacity. The division comes first: where it is exact in the sizes' own ratio, ties stay ties.
    double relative(double load, std::uint32_t i) const { return sizes_.empty() ? load : load / sizes_[i] * mean_; }

private:
    std::vector<double> sizes_;  ///< 1 or the ratio
    double mean_ = 1;
};

/// Bytes of the capacities of n bins.
double capacity_bytes(const Json& config, double n);

Parts describe_capacities();

}  // namespace p2c
