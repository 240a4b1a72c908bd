#include "arrivals.h"

#include "make_law.h"
#include "recorded_list.h"

namespace p2c {

Parts describe_arrivals() { return describe_each<Arrivals>(); }

std::unique_ptr<Gaps> make_arrivals(const Json& config) { return make_law<Gaps, Arrivals>(config); }

std::optional<double> own_mean_gap(const Json& config) {
    if (config.value("clock", "scaled") != "own") return std::nullopt;
    return mean_of(recorded_gaps(config));
}

}  // namespace p2c
