// Service laws, drawn with mean 1: a run is simulated in mean service times, and the configuration's mean only scales
// what is reported. Load is set on the mean, never on the median.
// To add one: a class like those in services/, named in the list below.
#pragma once
#include <memory>
#include <tuple>
#include <vector>

#include "services/heavy.h"
#include "services/light.h"
#include "services/recorded.h"

namespace p2c {

using Services = std::tuple<Exponential, Lognormal, Deterministic, Uniform, GammaSizes, Hyperexponential, BoundedPareto,
                            TwoPoint, RecordedSizes>;

Parts describe_services();

/// The law that a checked configuration names.
std::unique_ptr<Law> make_service(const Json& config);

/// Its mean service time: what `mean` says, or the mean of the recorded values.
double service_mean(const Json& config);

}  // namespace p2c
