#include "light.h"

#include "base/sampling.h"
#include "base/special.h"
#include "mean.h"

namespace p2c {

const Part& Exponential::describe() {
    static constexpr Param params[] = {
        mean_param(),
    };
    static constexpr Part part{"exponential", "Exponential", "exponential",
            "Memoryless sizes: most are short, a few are long (CV = 1).", params};
    return part;
}

void Exponential::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = exponential(stream, first + k);
}

double Exponential::cdf(double x) const { return x * det::mean_decay(x); }

double Exponential::limited_mean(double x) const { return x * det::mean_decay(x); }

double Exponential::quantile(double p) const { return -det::log1p(-p); }

const Part& Lognormal::describe() {
    static constexpr Param params[] = {
        real("sigma", "Spread σ", 0, 4, 1)
            .slider(0.1, 2)
            .marks({0.5, 1, 1.5, 2})
            .about("Standard deviation of the logarithm of a size. The mean stays what it is; the median is "
            "mean · e^(−σ²/2)."),
        mean_param(),
    };
    static constexpr Part part{"lognormal", "Lognormal", "lognormal",
            "Sizes whose logarithm is normal: a typical request and a long one differ by a lot.", params};
    return part;
}

Lognormal::Lognormal(const Json& config) : sigma_(config.at("sigma").get<double>()) {}

void Lognormal::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    lognormals(stream, first, count, sigma_, out);
}

double Lognormal::cv2() const { return det::exp(sigma_ * sigma_) - 1; }

double Lognormal::score(double x) const { return det::log(x) / sigma_ + sigma_ / 2; }

double Lognormal::cdf(double x) const {
    if (x <= 0) return 0;
    if (sigma_ == 0) return x >= 1 ? 1 : 0;
    return det::normal_below(score(x));
}

double Lognormal::limited_mean(double x) const {
    if (x <= 0) return 0;
    if (sigma_ == 0) return x >= 1 ? 1 : x;
    const double z = score(x);
    return det::normal_below(z - sigma_) + x * det::normal_below(-z);
}

double Lognormal::quantile(double p) const {
    // The median has a form of its own, exact to the last bits.
    return p == 0.5 ? det::exp(-0.5 * sigma_ * sigma_) : Law::quantile(p);
}

const Part& Deterministic::describe() {
    static constexpr Param params[] = {
        mean_param(),
    };
    static constexpr Part part{"deterministic", "Constant", "constant", "Every request takes the same time (CV = 0).", params};
    return part;
}

void Deterministic::fill(const Stream&, std::uint64_t, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = 1;
}

const Part& Uniform::describe() {
    static constexpr Param params[] = {
        real("halfWidth", "Half width", 0, 1, 0.5)
            .slider(0, 1).marks({0, 0.5, 1}).measured_in("%")
            .about("How far the shortest and the longest size are from the mean, as a share of it: 100 % is from 0 to "
            "twice the mean. CV = half width / √3."),
        mean_param(),
    };
    static constexpr Part part{"uniform", "Uniform", "uniform",
            "Sizes spread evenly about the mean.", params};
    return part;
}

Uniform::Uniform(const Json& config) : half_(config.at("halfWidth").get<double>()) {}

void Uniform::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = 1 + half_ * (2 * unit(stream.word(first + k)) - 1);
}

double Uniform::cdf(double x) const {
    if (x < 1 - half_) return 0;
    return x >= 1 + half_ ? 1 : (x - (1 - half_)) / (2 * half_);
}

double Uniform::limited_mean(double x) const {
    const double beyond = x - (1 - half_);
    if (beyond <= 0) return x;
    return x >= 1 + half_ ? 1 : x - beyond * beyond / (4 * half_);
}

const Part& GammaSizes::describe() {
    static constexpr Param params[] = {
        real("cv", "Variation (CV)", 0.01, 10, 0.5)
            .slider(0.1, 4, "log").marks({0.1, 0.25, 0.5, 1, 2, 4})
            .about("Coefficient of variation: standard deviation over mean."),
        mean_param(),
    };
    static constexpr Part part{"gamma", "Gamma", "gamma",
            "Sizes between constant (CV 0) and exponential (CV 1) or more uneven, all by one number. 1/CV² whole: a sum of "
            "that many exponential steps (Erlang).", params};
    return part;
}

GammaSizes::GammaSizes(const Json& config) : shape_(1 / (config.at("cv").get<double>() * config.at("cv").get<double>())) {}

void GammaSizes::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = gamma(stream, first + k, shape_) / shape_;
}

double GammaSizes::cdf(double x) const { return det::gamma_parts(shape_, shape_ * x).below; }

double GammaSizes::limited_mean(double x) const {
    return det::gamma_parts(shape_ + 1, shape_ * x).below + x * det::gamma_parts(shape_, shape_ * x).above;
}

}  // namespace p2c
