#include "distribution.h"

#include <algorithm>
#include <cmath>  // floor, sqrt only
#include <cstdint>

namespace p2c::bins {

namespace {

Json share(double count, double runs) {
    constexpr double z = 1.959963984540054;  // 97.5 % of the normal law
    if (runs < 2) return {{"value", count / runs}, {"low", nullptr}, {"high", nullptr}};
    const double p = count / runs;
    const double middle = (p + z * z / (2 * runs)) / (1 + z * z / runs);
    const double half = z / (1 + z * z / runs) * std::sqrt(p * (1 - p) / runs + z * z / (4 * runs * runs));
    // At 0 and 1 the bound is p itself, which rounding may miss.
    return {{"value", p}, {"low", std::max(0.0, std::min(p, middle - half))}, {"high", std::min(1.0, std::max(p, middle + half))}};
}

}  // namespace

void add_distribution(Json& metrics, const std::string& name, const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double first = std::floor(*low);
    metrics[name + "From"] = static_cast<std::int64_t>(first);
    metrics[name] = Json::array();
    if (std::floor(*high) - first >= max_levels) return;
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(std::floor(*high) - first) + 1);
    for (const double x : values) ++counts[static_cast<std::size_t>(std::floor(x) - first)];
    for (const std::uint64_t count : counts)
        metrics[name].push_back(share(static_cast<double>(count), static_cast<double>(values.size())));
}

}  // namespace p2c::bins
