#include "one_plus_beta.h"

#include "base/refuse.h"

namespace p2c {

const Part& OnePlusBeta::describe() {
    static constexpr Param params[] = {
        real("beta", "Second look", 0, 1, 0.5)
            .slider(0, 1)
            .marks({0, 0.25, 0.5, 0.75, 1})
            .as("primary")
            .about("Probability of a second look."),
        replacement_param(),
        ties_param(true),
    };
    static constexpr Part part{"one-plus-beta",
            "(1+β) choices",
            "second look sometimes",
            "With probability β look at two and take the less loaded, otherwise take one at random.", params};
    return part;
}

OnePlusBeta::OnePlusBeta(const Json& config)
    : beta(config.at("beta").get<double>()), two(Choices(Json{{"d", 2},
                                                               {"replacement", config.at("replacement")},
                                                               {"ties", config.at("ties")}})) {}

void OnePlusBeta::check(const Json& policy, std::uint32_t n, const char* n_name) {
    if (n > 1 || policy.at("replacement").get<bool>() || policy.at("beta").get<double>() == 0) return;
    refuse("policy.beta", {"policy.beta must be 0 while the number of ", n_name, " is 1 and looks are distinct, for there is no second one to look at."});
}

}  // namespace p2c
