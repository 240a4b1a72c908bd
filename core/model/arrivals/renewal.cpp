#include "renewal.h"

#include "base/sampling.h"

namespace p2c {

const Part& Poisson::describe() {
    static constexpr Part part{"poisson", "Poisson", "Poisson", "Independent requests: exponential gaps, no memory."};
    return part;
}

void Poisson::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = exponential(stream, first + k);
}

const Part& Even::describe() {
    static constexpr Part part{"deterministic", "Evenly spaced", "evenly spaced", "All gaps between requests are the same."};
    return part;
}

void Even::fill(const Stream&, std::uint64_t, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = 1;
}

std::optional<double> Even::transform(double s) const { return det::exp(-s); }

const Part& GammaGaps::describe() {
    static constexpr Param params[] = {
        real("cv", "Variation (CV)", 0.01, 10, 2)
            .slider(0.1, 10, "log").marks({0.1, 0.5, 1, 2, 5, 10})
            .about("Coefficient of variation of the gaps: standard deviation over mean."),
    };
    static constexpr Part part{"gamma", "Gamma gaps", "gamma gaps",
            "Independent gaps, from evenly spaced (CV 0) over Poisson (CV 1) to requests that come in clumps (CV above 1).", params};
    return part;
}

GammaGaps::GammaGaps(const Json& config) : shape_(1 / (config.at("cv").get<double>() * config.at("cv").get<double>())) {}

void GammaGaps::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = gamma(stream, first + k, shape_) / shape_;
}

std::optional<double> GammaGaps::transform(double s) const { return det::exp(-shape_ * det::log1p(s / shape_)); }

}  // namespace p2c
