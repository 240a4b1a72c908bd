// The largest load, or the fewest replicas, that keeps a metric under a target: p2c solve.
#pragma once
#include "options.h"

namespace p2c::cli {

/// The command. Exit status.
int solve(const Options& options);

}  // namespace p2c::cli
