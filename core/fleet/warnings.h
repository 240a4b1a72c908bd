// When a fleet's numbers should not be believed, in words.
#pragma once
#include "model/simulation.h"

namespace p2c::fleet {

/// [{"id","field","message",…}]: no-steady-state, run-too-short.
Json warnings(const Json& config, const Tables& tables);

}  // namespace p2c::fleet
