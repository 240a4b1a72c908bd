#include "fleet_policies.h"

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

std::vector<Part> describe_fleet_policies() {
    std::vector<Part> out;
    for_each([&]<class Policy>(std::size_t) { out.push_back(Policy::describe()); });
    return out;
}

std::size_t fleet_policy_place(const Json& policy) { return place_of(policy, describe_fleet_policies()); }

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
