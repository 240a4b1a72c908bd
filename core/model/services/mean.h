// The parameter that all service laws but the recorded one share.
#pragma once
#include "../part.h"

namespace p2c {

constexpr Param mean_param() {
    return real("mean", "Mean", 1e-6, 1e9, 1)
        .slider(0.1, 100, "log")
        .as("detail")
        .about("Mean service time. It sets the unit in which all times of the run are given; 1 means that times are in "
               "mean service times.");
}

}  // namespace p2c
