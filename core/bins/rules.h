// Which settings of balls into bins go together.
#pragma once
#include "base/json.h"

namespace p2c::bins {

/// Throws ConfigError naming the first setting that makes no sense beside the others.
void check_combination(const Json& config);

}  // namespace p2c::bins
