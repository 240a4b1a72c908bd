// The exact law of the fullest bin when each ball goes to a uniformly random bin.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace p2c::bins {

/// A law of a whole number in steps: entry i of `probability` is that of (from + (i − 1)·step, from + i·step], which
/// for a step of 1 is the single value from + i.
struct MaxLaw {
    double mean = 0;
    double deviation = 0;  ///< standard deviation
    double from = 0;
    double step = 1;
    std::vector<double> probability;

    /// Least value that is not exceeded with probability at least p (between grid values: linear, rounded up).
    double quantile(double p) const;

    /// The most likely value, or the middle of the most likely step.
    double mode() const;
};

/// Law of the maximum of m = balls in n = bins, for any whole n ≥ 1, m ≥ 1. Loads are independent Poisson variables
/// given that they sum to m, so P(max ≤ k) = P(X ≤ k)ⁿ · P(S = m | all ≤ k)/P(Poisson(m) = m), where the local
/// probability is an integral over its characteristic function (Kolchin, Sevastyanov and Chistyakov 1978), summed here
/// by the trapezoidal rule, which for a periodic function converges geometrically. Error of every probability below
/// 1e-11. Nothing when it would cost more than a few milliseconds (few bins with very many balls, above 1e6 balls per
/// bin).
std::optional<MaxLaw> one_choice_max(double bins, double balls);

}  // namespace p2c::bins
