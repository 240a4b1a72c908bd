#include "discrete.h"

#include <algorithm>

#include "base/sampling.h"

namespace p2c {

Discrete::Discrete(const std::vector<double>& weights) {
    std::vector<double> sums;
    double sum = 0;
    for (const double w : weights) sums.push_back(sum += w);
    sums_ = std::make_shared<const std::vector<double>>(std::move(sums));
}

std::uint32_t Discrete::draw(std::uint64_t word, std::uint32_t n) const {
    const double* sums = sums_->data();
    const double x = unit(word) * sums[n - 1];
    return static_cast<std::uint32_t>(std::upper_bound(sums, sums + n - 1, x) - sums);
}

std::vector<double> Discrete::shares(std::uint32_t n) const {
    std::vector<double> out(n);
    for (std::uint32_t i = 0; i < n; ++i) out[i] = ((*sums_)[i] - (i > 0 ? (*sums_)[i - 1] : 0)) / (*sums_)[n - 1];
    return out;
}

}  // namespace p2c
