// The fluid limit: what the profile tends to for infinitely many bins, as differential equations in t = balls per bin.
#pragma once
#include <cstdint>
#include <vector>

#include "base/json.h"

namespace p2c::bins {

/// Shares s_k of bins with at least k balls: 1 for k ≤ full, share[i] for k = full + 1 + i, 0 above.
struct Profile {
    double full = 0;
    std::vector<double> share;

    double at(double k) const;

    /// Expected maximum of n bins that were independent: Σ_k P(max ≥ k), P(max ≥ k) = 1 − exp(−n s_k).
    double mean_max(double bins) const;
};

/// A placement rule in the limit. Without groups, a ball goes to a bin of load ≥ k with probability A(s_k):
///   d choices          A(s) = s^d                          (Mitzenmacher 1996; with or without replacement alike)
///   (1+β)              A(s) = β s² + (1 − β) s             (Peres, Talwar and Wieder 2015)
///   thinning at L      a load below L is taken at once; otherwise A(s) = s_L s: a second look decides
/// so ds_k/dt = A(s_{k−1}) − A(s_k), s_0 = 1. Always-go-left has one profile for each of its d groups (Vöcking 2003).
struct FluidRule {
    std::uint32_t looks = 1;  ///< d
    double beta = 1;          ///< for two looks: probability of the second
    double threshold = 0;     ///< above 0: thinning
    bool left = false;        ///< always-go-left, d groups

    double attraction(double s) const;
};

/// The profile at one time, and whether it is known: after 40 time units (80 for (1+β), 10 for d ≥ 8) the profile is a
/// travelling wave, which moves up one level in each unit of time, if the rule has settled into one by then (to 1e-6).
struct FluidState {
    double time = 0;
    bool known = false;
    Profile profile;
};

/// States at the given times, in their order. Runge–Kutta of order 4 in steps of at most 1/128 until t = 2; then 1/(32
/// d), and 1/16 for (1+β). Error of a share below 1e-9 (d ≤ 4; 1e-6 for (1+β) beyond t = 2). A few milliseconds for d
/// ≤ 64.
std::vector<FluidState> fluid(const FluidRule& rule, const std::vector<double>& times);

}  // namespace p2c::bins
