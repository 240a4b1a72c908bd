#include "capacities.h"

namespace p2c {

Parts describe_capacities() {
    static constexpr Param two_sizes[] = {
        real("share", "Large bins", 0, 1, 0.1)
            .slider(0, 1).measured_in("%")
            .about("Share of the bins that is large, to the nearest whole bin. They are spread evenly over the numbers."),
        real("ratio", "Large over small", 1, 1e6, 4)
            .slider(1, 100, "log").marks({1, 10, 100})
            .about("How many times the capacity of a small bin a large one has."),
    };
    static constexpr Part all[] = {
        {"equal", "Equal", "equal bins", "All bins have the same capacity.", {}, "bins"},
        {"two-sizes", "Two sizes", "two sizes of bins",
         "Some bins are larger than the others; what counts is load over capacity, and the mean capacity is 1. Looks are "
         "at every bin alike, large or small.", two_sizes, "bins"},
    };
    return all;
}

Capacities::Capacities(const Json& config, std::uint32_t n) {
    if (config.at("id") == "equal") return;
    const auto ratio = config.at("ratio").get<double>();
    const auto large = static_cast<std::uint64_t>(config.at("share").get<double>() * n + 0.5);
    sizes_.resize(n);
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t upto = (i + 1) * large / n;
        sizes_[i] = upto > before ? ratio : 1;
        before = upto;
    }
    mean_ = 1 + static_cast<double>(large) / n * (ratio - 1);
}

double capacity_bytes(const Json& config, double n) { return config.at("id") == "equal" ? 0 : n * sizeof(double); }

}  // namespace p2c
