#include "stages.h"

namespace p2c {

bool is_automatic(const Json& config) { return config.contains("requests") && config.at("requests") == automatic; }

Param precision_param(std::vector<Option> metrics) {
    const std::string fallback = metrics.front().id;
    return group("precision", "Precision",
                 {choice("metric", "Metric", std::move(metrics), fallback.c_str()).about("The metric that must be known."),
                  real("relative", "Interval", 0, 1, 0.02)
                      .above_low().slider(0.005, 0.2, "log").marks({0.01, 0.02, 0.05, 0.1}).measured_in("%")
                      .about("Largest half width of its 95 % interval, as a share of its value."),
                  integer("cap", "At most", 2, 1e9, 1e7)
                      .slider(1e5, 1e8, "log").marks({1e5, 1e6, 1e7, 1e8}).about("Requests of one run at most.")})
        .in("run").as("detail").about("What automatic requests go by: each stage has twice as many as the last, until this is met.");
}

void check_stages(const Json& config) {
    if (is_automatic(config) && config.at("replications").get<std::uint32_t>() < 2)
        throw ConfigError("replications", "replications must be at least 2 where requests is \"auto\", because the interval comes "
                                          "from the spread between them; it is 1.");
}

}  // namespace p2c
