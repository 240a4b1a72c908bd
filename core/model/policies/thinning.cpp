#include "thinning.h"

namespace p2c {

const Part& Thinning::describe() {
    static constexpr Option relative_to_options[] = {
        {"zero", "Nothing", "The threshold is a load."},
        {"average", "The average", "The threshold is a distance from the average load; only for bins."},
    };
    static constexpr Param params[] = {
        real("threshold", "Threshold", -1e9, 1e9, 1)
            .slider(-5, 20)
            .as("primary")
            .about("The first look is taken if its load is below this."),
        choice("relativeTo", "Relative to", relative_to_options, "zero")
            .about("What the threshold is measured from."),
    };
    static constexpr Part part{"thinning",
            "Thinning",
            "second look above threshold",
            "Look at one place and take it if its load is below a threshold; otherwise take a second one at random, "
            "without comparing. Relative to the average with threshold 0 this is mean-thinning.", params};
    return part;
}

Thinning::Thinning(const Json& config)
    : threshold_(config.at("threshold").get<double>()), relative_(config.at("relativeTo") == "average") {}

}  // namespace p2c
