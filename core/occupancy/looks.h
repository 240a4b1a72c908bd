// How balls and requests look, where it matters only how many bins or replicas have each load.
#pragma once

namespace p2c::occupancy {

/// What a ball or a request looks at.
struct Looks {
    int d = 2;              ///< looks of one, ≥ 1
    bool distinct = false;  ///< they are at different bins
    double beta = 1;        ///< probability that it looks at all d; otherwise at one
};

}  // namespace p2c::occupancy
