#include "groups.h"

namespace p2c {

Part Groups::describe() {
    return {"groups",
            "Groups",
            "one look in each of d groups",
            "The places are split into d groups, as equal as possible; look at one in each and take the least loaded. "
            "With ties to the left this is always-go-left.",
            {integer("d", "Groups", 1, 64, 2)
                 .slider(1, 4)
                 .as("primary")
                 .about("How many groups there are, and so how many places are looked at."),
             choice("ties", "Ties",
                    {{"left", "To the left", "The leftmost group among the least loaded: always-go-left."},
                     {"random", "At random", "Each of the least loaded is equally likely."}},
                    "left")
                 .about("Who gets it when several look equally loaded.")},
            {}};
}

Groups::Groups(const Json& config)
    : d_(config.at("d").get<std::uint32_t>()),
      ties_(config.at("ties") == "left" ? Ties::first_look : Ties::random),
      looked_(d_) {
    tied_.reserve(d_);
}

void Groups::check(const Json& policy, std::uint32_t n, const char* n_name) {
    const auto d = policy.at("d").get<std::uint32_t>();
    if (d <= n) return;
    throw ConfigError("policy.d", "policy.d must be at most the number of " + std::string(n_name) + ", which is " +
                                      std::to_string(n) + ", for no group may be empty; it is " + std::to_string(d) + ".");
}

}  // namespace p2c
