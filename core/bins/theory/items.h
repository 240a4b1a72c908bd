// Laws and bounds of the literature, each with the range in which it holds.
#pragma once
#include "base/json.h"

namespace p2c::bins {

/// The items for n = bins, m = balls: all of them, in the order in which they are shown; those that do not hold for
/// this policy or these numbers say why.
Json theory_items(const Json& config, double bins, double balls);

}  // namespace p2c::bins
