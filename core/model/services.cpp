#include "services.h"

#include "base/sampling.h"
#include "make_law.h"

namespace p2c {

namespace {

Param mean_param() {
    return real("mean", "Mean", 1e-6, 1e9, 1)
        .slider(0.1, 100, "log")
        .as("detail")
        .about("Mean service time. It sets the unit in which all times of the run are given; 1 means that times are in "
               "mean service times.");
}

}  // namespace

Part Exponential::describe() {
    return {"exponential", "Exponential", "exponential",
            "Memoryless sizes: most are short, a few are long (CV² = 1).", {mean_param()}, {}};
}

void Exponential::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = exponential(stream, first + k);
}

Part Lognormal::describe() {
    return {"lognormal", "Lognormal", "lognormal",
            "Sizes whose logarithm is normal: a typical request and a long one differ by a lot.",
            {real("sigma", "Spread σ", 0, 4, 1)
                 .slider(0.1, 2)
                 .marks({0.5, 1, 1.5, 2})
                 .about("Standard deviation of the logarithm of a size. The mean stays what it is; the median is "
                        "mean · e^(−σ²/2)."),
             mean_param()},
            {}};
}

Lognormal::Lognormal(const Json& config) : sigma_(config.at("sigma").get<double>()) {}

double Lognormal::median() const { return det::exp(-0.5 * sigma_ * sigma_); }

double Lognormal::cv2() const { return det::exp(sigma_ * sigma_) - 1; }

void Lognormal::fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = lognormal(stream, first + k, sigma_);
}

Part Deterministic::describe() {
    return {"deterministic", "Constant", "constant", "Every request takes the same time (CV² = 0).", {mean_param()}, {}};
}

void Deterministic::fill(const Stream&, std::uint64_t, std::uint32_t count, double* out) const {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = 1;
}

std::vector<Part> describe_services() { return describe_laws<Services>(); }

std::unique_ptr<Law> make_service(const Json& config) { return make_law<Services>(config); }

}  // namespace p2c
