// One run for every combination of some values: p2c sweep.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "options.h"

namespace p2c::cli {

/// The values of one --over: a list "v1,v2,…" (commas inside brackets, braces or quotes do not count) or a range
/// "from..to:log:count" or "from..to:lin:count". A range has both its ends; what lies between is rounded to six digits,
/// or to whole numbers where `whole` says so, and comes once. Throws UsageError.
std::vector<std::string> sweep_values(const std::string& path, const std::string& text, bool whole);

/// A point of a sweep: path and value for each --over, in the order given.
using Point = std::vector<std::pair<std::string, std::string>>;

/// All combinations; the last path varies fastest.
std::vector<Point> sweep_points(const std::vector<std::pair<std::string, std::vector<std::string>>>& axes);

/// The command. Exit status.
int sweep(const Options& options);

}  // namespace p2c::cli
