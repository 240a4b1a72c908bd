// Hashing: tables and rings in which keys find their place by hash functions.
#pragma once
#include "model/simulation.h"

namespace p2c {

Experiment hashing_experiment();

/// The family "schemes".
Parts describe_schemes();

}  // namespace p2c
