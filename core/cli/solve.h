// The largest load, or the fewest replicas, that keeps a metric under a target: p2c solve.
#pragma once
#include <string>

#include "axis.h"
#include "options.h"
#include "search.h"

namespace p2c::cli {

/// The command. Exit status.
int solve(const Options& options);

/// What was asked, the answer with its interval and in words, and every point that was looked at.
Json solution_json(const Options& options, const Line& line, const Search& search, bool stopped);

/// The same as a table.
std::string solution_table(const Json& solution);

}  // namespace p2c::cli
