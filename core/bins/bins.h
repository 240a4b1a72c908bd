// Balls into bins: m = bins × ballsPerBin balls are thrown one at a time, each where the policy says.
#pragma once
#include "model/simulation.h"

namespace p2c {

Experiment bins_experiment();

}  // namespace p2c
