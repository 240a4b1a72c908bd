// Numbers out of results.
#pragma once
#include <string>
#include <utility>

#include "base/json.h"
#include "quantity.h"

namespace p2c::reproduce {

/// Half of a unit in the last of so many decimals (negative: of tens, hundreds …).
double half_digit(int decimals);

/// The run and the metric in "run:metric". Throws ConfigError at `path` when it is not of this form.
std::pair<std::string, std::string> split_metric(const std::string& text, const std::string& path);

/// The value at a dotted path, or null when there is none. A number is an index, or a level where the list has a
/// neighbour of its name with "From" that says which level is first.
const Json* at_path(const Json& root, const std::string& path);

/// The result of a run. Throws ConfigError at `path` when it is not there.
const Json& result_of(const std::string& run, const std::string& path, const Json& results);

/// A metric with its noise, or a value of the theory. Throws ConfigError at `path` when it has no value.
Quantity metric(const std::string& text, const std::string& path, const Json& results);

}  // namespace p2c::reproduce
