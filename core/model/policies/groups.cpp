#include "groups.h"

#include "base/refuse.h"

namespace p2c {

const Part& Groups::describe() {
    static constexpr Option ties_options[] = {
        {"left", "To the left", "The leftmost group among the least loaded: always-go-left."},
        {"random", "At random", "Each of the least loaded is equally likely."},
    };
    static constexpr Param params[] = {
        integer("d", "Groups", 1, 64, 2)
            .slider(1, 4)
            .as("primary")
            .about("How many groups there are, and so how many places are looked at."),
        choice("ties", "Ties", ties_options, "left")
            .about("Who gets it when several look equally loaded."),
    };
    static constexpr Part part{"groups",
            "Groups",
            "one look in each of d groups",
            "The places are split into d groups, as equal as possible; look at one in each and take the least loaded. "
            "With ties to the left this is always-go-left.", params};
    return part;
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
    refuse("policy.d", {"policy.d must be at most the number of ", n_name, ", which is ", n, ", for no group may be empty; it is ", d, "."});
}

}  // namespace p2c
