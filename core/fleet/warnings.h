// When a fleet's numbers should not be believed, in words.
#pragma once
#include "model/simulation.h"
#include "settings.h"

namespace p2c::fleet {

/// Whether calls pile up at the replicas for as long as the run lasts, which only extra calls can bring about below a load of 1.
bool grows(const Settings& settings, const Tables& tables);

/// [{"id","field","message",…}]: no-steady-state, run-too-short.
Json warnings(const Json& config, const Tables& tables);

}  // namespace p2c::fleet
