#include "fleet_policies.h"

namespace p2c {

std::vector<Part> describe_fleet_policies() {
    return {Sticky::describe(), Bounded::describe(), Affinity::describe(),
            WeightedRandom::describe(), WeightedChoices::describe(), LeastWeighted::describe()};
}

void check_fleet_policy(const Json& policy, std::uint32_t n, const char* n_name) {
    const auto& id = policy.at("id").get_ref<const std::string&>();
    if (id == "affinity") Affinity::check(policy, n, n_name);
    if (id == "weighted-choices") WeightedChoices::check(policy, n, n_name);
}

bool goes_by_keys(const Json& policy) {
    const auto& id = policy.at("id").get_ref<const std::string&>();
    return id == "sticky" || id == "bounded" || id == "affinity";
}

}  // namespace p2c
