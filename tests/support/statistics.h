// What the tests need to tell chance from error. Written apart from the core's own statistics, with the C++ library's
// functions, so that a mistake in the core cannot hide itself.
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

namespace check {

/// Below this probability a difference is called an error. Seeds are fixed: a test that passes goes on passing,
/// and a change that moves every draw raises a false alarm once in 10,000 comparisons.
inline constexpr double kAlarm = 1e-4;

/// The same threshold in standard errors of a normal estimate (two-sided probability 6e-5).
inline constexpr double kErrors = 4.0;

struct Estimate {
    double mean = 0;
    double error = 0;  ///< standard error of the mean
};

/// Mean of independent values, with the standard error that they show themselves.
Estimate estimate(const std::vector<double>& values);

/// Distance of an estimate from a value, in standard errors (the error of the value, if it has one, is added in
/// squares).
double deviation(const Estimate& found, double expected, double expected_error = 0);

/// Chance of a chi-square statistic at least this large.
double chi_square_tail(double statistic, double degrees);

/// Chance of counts at least as far from the probabilities as these (Pearson; cells are put together until 5 are
/// expected in each). Zero if something was seen that cannot happen.
double fit(const std::vector<double>& counts, const std::vector<double>& probabilities);

/// Chance of two rows of counts at least as different as these if both come from one law.
double same_law(const std::vector<double>& first, const std::vector<double>& second);

/// Kolmogorov and Smirnov: chance of a sample at least as far from this distribution function. Sorts its copy.
double fit_continuous(std::vector<double> sample, const std::function<double(double)>& distribution);

/// The normal distribution function.
double normal(double x);

}  // namespace check
