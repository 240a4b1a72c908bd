// A fleet of replicas behind a dispatcher: requests arrive, are sent where the policy says, wait first come first
// served for one of the replica's workers, are served, and leave.
#pragma once
#include "model/simulation.h"

namespace p2c {

Experiment fleet_experiment();

}  // namespace p2c
