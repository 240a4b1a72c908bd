// Which theory speaks about a configuration of balls into bins.
#pragma once
#include <optional>

#include "base/json.h"
#include "fluid.h"

namespace p2c::bins {

/// Unit balls, equal bins, any two bins comparable, loads seen as they are: what all theory here assumes.
bool plain(const Json& config);

/// Each ball in a uniformly random bin: random, one look, (1+0).
bool is_one_choice(const Json& policy);

/// Loads that never differ by more than one: round robin, least of all, all bins looked at.
bool is_level(const Json& policy, double bins);

/// Looks d of d choices ((1+1) is two), 0 for any other policy or a single look.
double choices_of(const Json& policy);

/// β of (1+β) for 0 < β < 1, else 0.
double beta_of(const Json& policy);

/// The rule in the fluid limit, for policies that have one and at most 64 looks.
std::optional<FluidRule> fluid_rule(const Json& policy);

}  // namespace p2c::bins
