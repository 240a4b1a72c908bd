// Short words for tests of balls into bins.
#pragma once
#include <string>

#include "black_box.h"
#include "catch.h"

namespace check {

/// "3/32" or 0.09375.
inline double probability(const Json& value) {
    if (value.is_number()) return value.get<double>();
    const auto text = value.get<std::string>();
    const auto slash = text.find('/');
    return std::stod(text) / (slash == std::string::npos ? 1 : std::stod(text.substr(slash + 1)));
}

/// {"1": "3/32", …} by level.
inline std::vector<double> probabilities(const Json& table) {
    std::vector<double> result;
    for (const auto& [level, value] : table.items()) {
        const auto k = std::size_t(std::stoul(level));
        if (result.size() <= k) result.resize(k + 1);
        result[k] = probability(value);
    }
    return result;
}

/// How often each whole number occurs.
inline std::vector<double> counts_of(const std::vector<double>& values) {
    std::vector<double> counts;
    for (double value : values) {
        if (counts.size() <= value) counts.resize(std::size_t(value) + 1);
        ++counts[std::size_t(value)];
    }
    return counts;
}

/// Everything that the bins show; the price of looking is left out.
inline std::string bins_path(const Json& config) {
    Json result = run(config);
    result["metrics"].erase("probesPerBall");
    return figures(result);
}

}  // namespace check
