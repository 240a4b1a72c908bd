// From the tables of a fleet to its metrics, series and warnings.
#pragma once
#include "model/simulation.h"

namespace p2c::fleet {

Json report(const Json& config, const Tables& tables);

}  // namespace p2c::fleet
