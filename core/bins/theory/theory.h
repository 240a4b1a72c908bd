// What is known about a run of balls into bins, as the "theory" object of its result:
//   "exact", "source"     of gap, max, profile and gapAt below: exact law, or limit of infinitely many bins
//   "gap"                 {"value", "source", "exact", "holds", "why"}: expected gap
//   "max"                 the law of the fullest bin: {"value" (mean), "deviation", "p50", "p90", "p99", "mode",
//   "from", "step",
//                         "probability": […], "source", "exact", "holds", "why"}. Entry i of probability is that of
//                         (from + (i − 1)·step, from + i·step]; with step 1, of the single value from + i
//   "profile"             expected share of bins with at least k balls, entry for entry as the metric profile
//   "gapAt"               expected gap, entry for entry as the series gapAt; null where it is not known
//   "items"               laws and bounds to set beside the data, whether they hold here or not: [{"id", "label", "of"
//   (metric),
//                         "value" or "from" and "values" (shares from that level on), "source", "range", "holds",
//                         "why"}]
// gap, max, profile and gapAt are absent where nothing is known. "why" says what is missing when "holds" is false.
// For a limit, "holds" is false where n is too small for it.
#pragma once
#include <cstdint>
#include <vector>

#include "base/json.h"

namespace p2c::bins {

/// What of a run the theory is asked for.
struct Question {
    const Json& config;  ///< checked and filled in
    double balls;
    std::int64_t first, last;         ///< levels of the profile, last excluded
    std::vector<double> checkpoints;  ///< numbers of balls
};

Json theory(const Question& question);

/// The items without values, for the catalogue.
Json known_laws();

}  // namespace p2c::bins
