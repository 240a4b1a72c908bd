// The latency of one leaf call: a law, and now and then a stall on top; with a second call for those that take long.
#pragma once
#include <limits>
#include <memory>

#include "base/json.h"
#include "model/law.h"

namespace p2c::fanout {

/// Exact distribution functions. Times are in the configuration's unit.
class Leaf {
public:
    /// Of a checked configuration.
    explicit Leaf(const Json& config);

    /// P(one call takes at most x).
    double one(double x) const;

    /// P(a leaf is answered by x), its second call included.
    double answered(double x) const;

    /// Smallest x with P(one call ≤ x) ≥ p; of the leaf with its second call.
    double one_quantile(double p) const;
    double answered_quantile(double p) const;

    double mean_of_one() const { return mean_ + stalls_ * (from_ + to_) / 2; }

    Law& law() const { return *law_; }
    double mean() const { return mean_; }        ///< of the law, without stalls
    double stalls() const { return stalls_; }    ///< probability of one
    double stall(double unit) const { return from_ + (to_ - from_) * unit; }  ///< its length, from a uniform number
    bool hedges() const { return delay_ < std::numeric_limits<double>::infinity(); }
    double delay() const { return delay_; }      ///< after which the second call is sent; infinite: never

private:
    std::unique_ptr<Law> law_;
    double mean_, stalls_, from_, to_, delay_;
};

/// The smallest x with cdf(x) ≥ p, by bisection to the last bits; cdf is that of a positive number.
template <class Cdf> double quantile_of(const Cdf& cdf, double p) {
    double low = 0, high = 1;
    while (cdf(high) < p) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < 100 && low < high; ++i) {
        const double middle = low + (high - low) / 2;
        (cdf(middle) < p ? low : high) = middle;
    }
    return high;
}

/// P(at least `needed` of `leaves` independent ones that each are there with probability p).
double enough_answered(std::uint32_t leaves, std::uint32_t needed, double p);

}  // namespace p2c::fanout
