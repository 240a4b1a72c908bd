// Differences between two series that met the same requests, replication by replication.
#pragma once
#include <vector>

#include "statistics.h"

namespace p2c {

/// What replications r = 0, 1, … of two series say about each other. Common random numbers move both alike, so most of
/// the noise leaves the difference.
struct Paired {
    Estimate difference;     ///< value − reference, from the differences of the replications
    double independent = 0;  ///< 95 % half-width that two independent runs of as many replications would have
    bool has_ratio = false;  ///< false when the reference may be 0 (its interval covers it)
    Estimate ratio;  ///< mean value over mean reference, linearised: its interval is that of value − ratio·reference
};

/// Both of the same length. Equal series differ by exactly 0 and have the ratio 1, without any spread.
Paired paired(const std::vector<double>& values, const std::vector<double>& reference);

}  // namespace p2c
