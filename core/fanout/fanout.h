// Fan-out without a fleet: a request is many leaf calls at once, each an independent draw, and ends with the slowest of
// them. Nothing queues, so that what hedging costs others is left out; that is for the fleet.
#pragma once
#include "model/simulation.h"

namespace p2c {

Experiment fanout_experiment();
Parts describe_second_calls();

}  // namespace p2c
