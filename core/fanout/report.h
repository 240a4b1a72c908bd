// From the rows of a fan-out to its result, and what is known exactly.
#pragma once
#include "model/simulation.h"

namespace p2c::fanout {

Json report(const Json& config, const Tables& tables);

}  // namespace p2c::fanout
