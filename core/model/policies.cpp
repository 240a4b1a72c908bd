#include "policies.h"

#include "make_law.h"

namespace p2c {

namespace {

template <std::size_t I> void check_one(std::size_t place, const Json& policy, std::uint32_t n, const char* n_name) {
    using Policy = std::tuple_element_t<I, Policies>;
    if constexpr (requires { Policy::check(policy, n, n_name); }) {
        if (place == I) Policy::check(policy, n, n_name);
    }
}

template <std::size_t... I>
void check_all(const Json& policy, std::uint32_t n, const char* n_name, std::index_sequence<I...>) {
    const std::size_t place = policy_place(policy);
    (check_one<I>(place, policy, n, n_name), ...);
}

constexpr auto indices = std::make_index_sequence<std::tuple_size_v<Policies>>{};

}  // namespace

Parts describe_policies() { return describe_each<Policies>(); }

std::size_t policy_place(const Json& policy) { return place_of(policy, describe_policies()); }

BinPolicy make_policy(const Json& config) {
    BinPolicy policy = make_any<BinPolicy, Policies>(policy_place(config), config);
    const auto* choices = policy.as<Choices>();
    if (choices == nullptr) return policy;
    if (choices->d == 2) return BinPolicy(TwoChoices(*choices));
    if (choices->d == 3) return BinPolicy(FewChoices<3>(*choices));
    if (choices->d == 4) return BinPolicy(FewChoices<4>(*choices));
    return policy;
}

void check_policy(const Json& policy, std::uint32_t n, const char* n_name) { check_all(policy, n, n_name, indices); }

}  // namespace p2c
