// One run for every combination of some values: p2c sweep.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "json.h"
#include "options.h"

namespace p2c::cli {

/// The values of one --over: a list "v1,v2,…" (commas inside brackets, braces or quotes do not count) or a range
/// "from..to:log:count" or "from..to:lin:count". A range has both its ends; what lies between is rounded to six digits,
/// or to whole numbers where `whole` says so, and comes once. Throws UsageError.
std::vector<std::string> sweep_values(const std::string& path, const std::string& text, bool whole);

/// What stands between commas, those inside brackets, braces or quotes not counted.
std::vector<std::string> comma_separated(const std::string& text);

/// A point of a sweep: path and value for each --over, in the order given.
using Point = std::vector<std::pair<std::string, std::string>>;

/// All combinations; the last path varies fastest.
std::vector<Point> sweep_points(const std::vector<std::pair<std::string, std::vector<std::string>>>& axes);

/// The values for --over as they stand in a configuration: whether the path takes whole numbers is the catalogue's.
std::vector<Point> points_over(const Options& options, const std::string& config);

/// {"policy.d":2}; a value that is JSON is taken as such.
Json point_json(const Point& point);

/// The command. Exit status.
int sweep(const Options& options);

}  // namespace p2c::cli
