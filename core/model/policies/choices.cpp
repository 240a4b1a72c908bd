#include "choices.h"

namespace p2c {

const Part& Choices::describe() {
    static constexpr Param params[] = {
        integer("d", "Look at", 1, 1024, 2)
            .slider(1, 4)
            .as("primary")
            .about("How many places are looked at. One is random dispatch; two is the power of two choices."),
        replacement_param(),
        ties_param(true),
    };
    static constexpr Part part{"choices",
            "d choices",
            "look at d",
            "Look at d places at random and take the least loaded.", params};
    return part;
}

Choices::Choices(const Json& config)
    : d(config.at("d").get<std::uint32_t>()),
      replacement(config.at("replacement").get<bool>()),
      ties(ties_from(config)),
      looked(d) {}

void Choices::check(const Json& policy, std::uint32_t n, const char* n_name) {
    check_distinct_looks(policy, policy.at("d").get<double>(), "policy.d", n, n_name);
}

bool Choices::first_meeting(std::uint32_t i) {
    const bool fresh = met[i] != stamp;
    met[i] = stamp;
    return fresh;
}

void Choices::gather(const Draws& draws) {
    BoundedSequence looks = draws.looks();
    if (replacement) {
        for (auto& i : looked) i = looks.next();
        return;
    }
    if (met.size() < draws.size()) met.resize(draws.size(), 0);
    ++stamp;
    for (auto& i : looked) {
        do i = looks.next();
        while (!first_meeting(i));
    }
}

std::vector<std::uint32_t> TwoChoices::looks(Draws draws) const {
    BoundedSequence looks = draws.looks();
    std::vector<std::uint32_t> two{looks.next(), looks.next()};
    while (!replacement && two[1] == two[0]) two[1] = looks.next();
    return two;
}

}  // namespace p2c
