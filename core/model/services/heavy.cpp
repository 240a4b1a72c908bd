#include "heavy.h"

#include <cmath>  // sqrt only

#include "base/sampling.h"
#include "base/special.h"
#include "mean.h"

namespace p2c {

namespace {

/// Which kind of exponential: a word of the same index that the exponential itself never comes to.
constexpr std::uint64_t kind_word = std::uint64_t{1} << 32;

}  // namespace

const Part& Hyperexponential::describe() {
    static constexpr Param params[] = {
        real("cv", "Variation (CV)", 1, 100, 2)
            .slider(1, 10, "log").marks({1, 2, 5, 10})
            .about("Coefficient of variation: standard deviation over mean. 1 is exponential."),
        mean_param(),
    };
    static constexpr Part part{"hyperexponential", "Hyperexponential", "hyperexponential",
            "Two kinds of requests, short and long, both exponential, with half of the work in each: more uneven than "
            "exponential.", params};
    return part;
}

Hyperexponential::Hyperexponential(const Json& config) : cv_(config.at("cv").get<double>()) {
    share_ = (1 + std::sqrt((cv2() - 1) / (cv2() + 1))) / 2;
}

void Hyperexponential::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    const double quick = 1 / (2 * share_);
    const double slow = 1 / (2 * (1 - share_));
    for (std::uint32_t k = 0; k < count; ++k) {
        const bool is_short = unit(stream.word(first + k, kind_word)) < share_;
        out[k] = exponential(stream, first + k) * (is_short ? quick : slow);
    }
}

double Hyperexponential::cdf(double x) const {
    return 1 - share_ * det::exp(-2 * share_ * x) - (1 - share_) * det::exp(-2 * (1 - share_) * x);
}

double Hyperexponential::limited_mean(double x) const {
    return x * (share_ * det::mean_decay(2 * share_ * x) + (1 - share_) * det::mean_decay(2 * (1 - share_) * x));
}

const Part& BoundedPareto::describe() {
    static constexpr Param params[] = {
        real("alpha", "Exponent α", 0.01, 20, 1.5)
            .slider(0.5, 5).marks({1, 1.5, 2, 3, 5})
            .about("P(size > x) falls like x^−α below the bound; smaller is wilder."),
        real("ratio", "Longest over shortest", 1, 1e9, 1000)
            .above_low().slider(2, 1e6, "log").marks({10, 1000, 100000})
            .about("The bound, in shortest sizes. The mean stays what it is."),
        mean_param(),
    };
    static constexpr Part part{"pareto", "Pareto, bounded", "Pareto",
            "Sizes that fall off like a power, up to a bound: few requests carry much of the work, as file sizes do.", params};
    return part;
}

BoundedPareto::BoundedPareto(const Json& config)
    : alpha_(config.at("alpha").get<double>()), log_ratio_(det::log(config.at("ratio").get<double>())) {
    // On [1, ratio] the k-th moment is ∫ xᵏ · alpha · x^(−alpha−1)/kept dx.
    kept_ = alpha_ * log_ratio_ * det::mean_decay(alpha_ * log_ratio_);
    shortest_ = det::mean_decay(alpha_ * log_ratio_) / det::mean_decay((alpha_ - 1) * log_ratio_);
}

void BoundedPareto::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = quantile(unit(stream.word(first + k)));
}

double BoundedPareto::quantile(double p) const { return shortest_ * det::exp(-det::log1p(-p * kept_) / alpha_); }

double BoundedPareto::cv2() const {
    const double second = det::mean_decay((alpha_ - 2) * log_ratio_) / det::mean_decay(alpha_ * log_ratio_);
    return second * shortest_ * shortest_ - 1;
}

double BoundedPareto::cdf(double x) const {
    if (x <= shortest_) return 0;
    const double log_x = det::log(x / shortest_);
    return log_x >= log_ratio_ ? 1 : alpha_ * log_x * det::mean_decay(alpha_ * log_x) / kept_;
}

double BoundedPareto::limited_mean(double x) const {
    if (x <= shortest_) return x;
    const double log_x = det::log(x / shortest_);
    if (log_x >= log_ratio_) return 1;
    return shortest_ * alpha_ * log_x * det::mean_decay((alpha_ - 1) * log_x) / kept_ + x * (1 - cdf(x));
}

const Part& TwoPoint::describe() {
    static constexpr Param params[] = {
        real("share", "Long requests", 0, 1, 0.05)
            .slider(0, 0.5).marks({0.01, 0.1, 0.5}).measured_in("%")
            .about("Share of the requests that is long; each is with this probability."),
        real("ratio", "Long over short", 1, 1e6, 20)
            .slider(1, 1000, "log").marks({1, 10, 100, 1000})
            .about("How many times as long as a short request a long one takes. The mean stays what it is."),
        mean_param(),
    };
    static constexpr Part part{"two-point", "Short and long", "short and long",
            "Two sizes only, such as a short prompt and a long document: one long request holds up many short ones.", params};
    return part;
}

TwoPoint::TwoPoint(const Json& config) : share_(config.at("share").get<double>()) {
    const auto ratio = config.at("ratio").get<double>();
    short_ = 1 / (1 + share_ * (ratio - 1));
    long_ = ratio * short_;
}

void TwoPoint::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = unit(stream.word(first + k)) < share_ ? long_ : short_;
}

double TwoPoint::cv2() const { return share_ * (1 - share_) * (long_ - short_) * (long_ - short_); }

double TwoPoint::cdf(double x) const { return x >= long_ ? 1 : x >= short_ ? 1 - share_ : 0; }

double TwoPoint::limited_mean(double x) const {
    return (1 - share_) * (x < short_ ? x : short_) + share_ * (x < long_ ? x : long_);
}

}  // namespace p2c
