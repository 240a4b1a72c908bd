// Lists of measured numbers inside a configuration.
#pragma once
#include <vector>

#include "part.h"

namespace p2c {

/// Numbers of one list: 8 MB in the engine, a few times that while the configuration is read.
inline constexpr std::uint32_t most_recorded = 1000000;

/// The parameter "values".
constexpr Param recorded_values(Text fallback, Text help) {
    return list("values", "Values", 0, 1e15, fallback).counting(1, most_recorded).about(help);
}

/// How often each value is used: {"id":"random"} or {"id":"in-order"}.
inline constexpr Option recorded_orders[] = {
    {"random", "At random", "Each is drawn from the list at random, with replacement."},
    {"in-order", "As recorded", "The list is played from its start, again and again in a longer run."},
};
constexpr Param recorded_order(Text fallback, Text help) { return choice("order", "Order", recorded_orders, fallback).about(help); }

/// The numbers of a checked list.
std::vector<double> numbers(const Json& list);

/// Their mean, added up in order; 0 for none.
double mean_of(const std::vector<double>& values);

/// Each over their mean.
std::vector<double> over_mean(std::vector<double> values);

}  // namespace p2c
