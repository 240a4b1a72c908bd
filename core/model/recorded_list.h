// Lists of measured numbers inside a configuration.
#pragma once
#include <vector>

#include "part.h"

namespace p2c {

/// Numbers of one list: 8 MB in the engine, a few times that while the configuration is read.
inline constexpr std::size_t most_recorded = 1000000;

/// The parameter "values".
Param recorded_values(Json fallback, const char* help);

/// How often each value is used: {"id":"random"} or {"id":"in-order"}.
Param recorded_order(const char* fallback, const char* help);

/// The numbers of a checked list.
std::vector<double> numbers(const Json& list);

/// Their mean, added up in order; 0 for none.
double mean_of(const std::vector<double>& values);

/// Each over their mean.
std::vector<double> over_mean(std::vector<double> values);

}  // namespace p2c
