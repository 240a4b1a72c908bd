#include "thinning.h"

namespace p2c {

Part Thinning::describe() {
    return {"thinning",
            "Thinning",
            "second look above threshold",
            "Look at one place and take it if its load is below a threshold; otherwise take a second one at random, "
            "without comparing. Relative to the average with threshold 0 this is mean-thinning.",
            {real("threshold", "Threshold", -1e9, 1e9, 1)
                 .slider(-5, 20)
                 .as("primary")
                 .about("The first look is taken if its load is below this."),
             choice("relativeTo", "Relative to",
                    {{"zero", "Nothing", "The threshold is a load."},
                     {"average", "The average", "The threshold is a distance from the average load; only for bins."}},
                    "zero")
                 .about("What the threshold is measured from.")},
            {}};
}

Thinning::Thinning(const Json& config)
    : threshold_(config.at("threshold").get<double>()), relative_(config.at("relativeTo") == "average") {}

}  // namespace p2c
