#include "fleet_policies.h"

namespace p2c {

namespace {

/// Calls f.operator()<Policy>() for each of them.
template <std::size_t I = 0, class F> void for_each(F&& f) {
    if constexpr (I < std::tuple_size_v<FleetPolicies>) {
        f.template operator()<std::tuple_element_t<I, FleetPolicies>>();
        for_each<I + 1>(f);
    }
}

}  // namespace

std::vector<Part> describe_fleet_policies() {
    std::vector<Part> out;
    for_each([&]<class Policy>() { out.push_back(Policy::describe()); });
    return out;
}

void check_fleet_policy(const Json& policy, std::uint32_t n, const char* n_name) {
    for_each([&]<class Policy>() {
        if constexpr (requires { Policy::check(policy, n, n_name); }) {
            if (policy.at("id") == Policy::describe().id) Policy::check(policy, n, n_name);
        }
    });
}

FleetTrait fleet_trait(const Json& policy) {
    FleetTrait out;
    for_each([&]<class Policy>() {
        if (policy.at("id") == Policy::describe().id) out = Policy::trait;
    });
    return out;
}

}  // namespace p2c
