// How a number is distributed over the runs.
#pragma once
#include <string>
#include <vector>

#include "base/json.h"

namespace p2c::bins {

/// Longest list of levels that a result carries.
inline constexpr double max_levels = 65536;

/// Adds `name`From and `name` to the metrics: entry i is the share of the runs whose value is from first + i to below
/// first + i + 1, with its 95 % interval (Wilson 1927). The list is empty when the values are further apart than
/// max_levels.
void add_distribution(Json& metrics, const std::string& name, const std::vector<double>& values);

}  // namespace p2c::bins
