#include "statistics.h"

#include <cmath>  // sqrt only

namespace p2c {

namespace {

constexpr double pi = 3.14159265358979323846;

/// arctan of x ≥ 0: two halvings of the angle, then the alternating series.
double arctan(double x) {
    if (x > 1) return pi / 2 - arctan(1 / x);
    for (int i = 0; i < 2; ++i) x = x / (1 + std::sqrt(1 + x * x));
    double term = x;
    double sum = 0;
    for (int k = 1; k < 60; k += 2, term *= -x * x) sum += term / k;
    return 4 * sum;
}

/// P(|T| ≤ t) for `degrees` degrees of freedom.
double two_sided(double t, std::uint64_t degrees) {
    const auto nu = static_cast<double>(degrees);
    const double cos2 = nu / (nu + t * t);
    const double sine = t / std::sqrt(nu + t * t);
    const bool odd = degrees % 2 == 1;
    double term = odd ? std::sqrt(cos2) : 1;
    double sum = degrees == 1 ? 0 : term;
    for (std::uint64_t k = odd ? 3 : 2; k + 1 < degrees; k += 2) {
        term *= cos2 * static_cast<double>(k - 1) / static_cast<double>(k);
        sum += term;
        if (term < 1e-18 * sum) break;
    }
    if (!odd) return sine * sum;
    return 2 / pi * (arctan(t / std::sqrt(nu)) + sine * sum);
}

}  // namespace

double student_t(double p, std::uint64_t degrees) {
    // Beyond 10^5 degrees the law moves by less than 1e-5 relative; its sums would be needlessly long.
    if (degrees > 100000) degrees = 100000;
    double low = 0;
    double high = 2;
    while (two_sided(high, degrees) < 2 * p - 1) high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = (low + high) / 2;
        (two_sided(middle, degrees) < 2 * p - 1 ? low : high) = middle;
    }
    return (low + high) / 2;
}

Estimate estimate(std::uint64_t count, double sum, double variance_times, double scale) {
    Estimate e;
    if (count == 0) return e;
    const auto n = static_cast<double>(count);
    e.mean = sum / n / scale;
    if (count < 2) return e;
    const double variance = variance_times / (n * (n - 1));
    e.deviation = std::sqrt(variance > 0 ? variance : 0) / scale;
    // Every metric of a result has the same count, so the quantile is remembered.
    static thread_local std::uint64_t last_count = 0;
    static thread_local double last_t = 0;
    if (count != last_count) {
        last_t = student_t(0.975, count - 1);
        last_count = count;
    }
    e.half_width = last_t * e.deviation / std::sqrt(n);
    e.has_interval = true;
    return e;
}

Estimate estimate(const std::vector<double>& values) {
    if (values.empty()) return {};
    // About the first value, so that equal values have exactly that mean and no spread.
    double sum = 0;
    for (const double x : values) sum += x - values[0];
    const auto n = static_cast<double>(values.size());
    const double mean = values[0] + sum / n;
    double squares = 0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    Estimate e = estimate(values.size(), 0, n * squares, 1);
    e.mean = mean;
    return e;
}

}  // namespace p2c
