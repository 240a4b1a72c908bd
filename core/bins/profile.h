// The simulation behind the profile and the batched engine: a process on load profiles, driven from checkpoint to
// checkpoint. Its memory does not grow with the number of bins.
#pragma once
#include <memory>

#include "base/json.h"
#include "model/simulation.h"
#include "process.h"

namespace p2c::bins {

std::unique_ptr<Simulation> make_profile(const Json& config, std::unique_ptr<Process> process);

/// What snapshot("profile") gives: the first level, then the bins that hold exactly so many balls, one more, …
std::vector<double> profile_snapshot(const Levels& levels);

}  // namespace p2c::bins
