#include "fleet_policies.h"

#include "make_law.h"

namespace p2c {

namespace {

/// Calls f.operator()<Policy>(place) for each of them.
template <std::size_t I = 0, class F> void for_each(F&& f) {
    if constexpr (I < std::tuple_size_v<FleetPolicies>) {
        f.template operator()<std::tuple_element_t<I, FleetPolicies>>(I);
        for_each<I + 1>(f);
    }
}

}  // namespace

Parts describe_fleet_policies() {
    return describe_each<FleetPolicies>();
}

std::size_t fleet_policy_place(const Json& policy) { return place_of(policy, describe_fleet_policies()); }

FleetPolicy make_fleet_policy(const Json& config) {
    const Json& policy = config.at("policy");
    const std::size_t place = fleet_policy_place(policy);
    if (place < std::tuple_size_v<FleetPolicies>) return make_any<FleetPolicy, FleetPolicies>(place, config);
    FleetPolicy out = make_any<FleetPolicy, Policies>(policy_place(policy), policy);
    const auto* choices = out.as<Choices>();
    return choices != nullptr && choices->d == 2 ? FleetPolicy(TwoChoices(*choices)) : out;
}

void check_fleet_policy(const Json& policy, std::uint32_t n, const char* n_name) {
    const std::size_t named = fleet_policy_place(policy);
    for_each([&]<class Policy>(std::size_t place) {
        if constexpr (requires { Policy::check(policy, n, n_name); }) {
            if (place == named) Policy::check(policy, n, n_name);
        }
    });
}

FleetTrait fleet_trait(const Json& policy) {
    FleetTrait out;
    const std::size_t named = fleet_policy_place(policy);
    for_each([&]<class Policy>(std::size_t place) {
        if (place == named) out = Policy::trait;
    });
    return out;
}

}  // namespace p2c
