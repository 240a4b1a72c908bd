// Requests one after the other, leaf by leaf.
#pragma once
#include <memory>

#include "model/simulation.h"

namespace p2c::fanout {

std::unique_ptr<Simulation> simulate(const Json& config);

}  // namespace p2c::fanout
