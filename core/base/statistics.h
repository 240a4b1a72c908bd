// Intervals from independent replications.
#pragma once
#include <cstdint>
#include <vector>

namespace p2c {

/// Quantile of Student's t law: P(T ≤ value) = p for 1/2 ≤ p < 1 and whole degrees of freedom ≥ 1.
/// Exact finite sums for the distribution function (Abramowitz and Stegun 26.7.3–4), solved by bisection to 1e-12.
double student_t(double p, std::uint64_t degrees);

/// Mean and interval of independent values.
struct Estimate {
    double mean = 0;
    double deviation = 0;     ///< of a single value (divisor n − 1); 0 for fewer than two
    double half_width = 0;    ///< 95 %: t·s/√n
    bool has_interval = false;  ///< false for fewer than two values
};

Estimate estimate(const std::vector<double>& values);

/// The same from Σx and Σx² of whole numbers, each divided by `scale` afterwards.
/// `variance_times` is n·Σx² − (Σx)², formed exactly by the caller.
Estimate estimate(std::uint64_t count, double sum, double variance_times, double scale);

}  // namespace p2c
