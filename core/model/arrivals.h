// Arrival processes: gaps between requests, scaled to mean 1 (the fleet divides by its rate λ).
// To add one: a class like those in arrivals/, named in the list below.
#pragma once
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "arrivals/bunched.h"
#include "arrivals/recorded.h"
#include "arrivals/renewal.h"

namespace p2c {

using Arrivals = std::tuple<Poisson, Even, GammaGaps, Bursts, Batches, RecordedGaps>;

Parts describe_arrivals();

/// The process that a checked configuration names.
std::unique_ptr<Gaps> make_arrivals(const Json& config);

/// Its mean gap in the configuration's unit of time, where it keeps a clock of its own; otherwise the load sets it.
std::optional<double> own_mean_gap(const Json& config);

}  // namespace p2c
