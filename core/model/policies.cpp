#include "policies.h"

namespace p2c {

namespace {

template <class Policy> void check_one(const Json& policy, std::uint32_t n, const char* n_name) {
    if constexpr (requires { Policy::check(policy, n, n_name); }) {
        if (policy.at("id") == Policy::describe().id) Policy::check(policy, n, n_name);
    }
}

template <std::size_t... I> std::vector<Part> describe_all(std::index_sequence<I...>) {
    return {std::tuple_element_t<I, Policies>::describe()...};
}

template <std::size_t... I>
void check_all(const Json& policy, std::uint32_t n, const char* n_name, std::index_sequence<I...>) {
    (check_one<std::tuple_element_t<I, Policies>>(policy, n, n_name), ...);
}

constexpr auto indices = std::make_index_sequence<std::tuple_size_v<Policies>>{};

}  // namespace

std::vector<Part> describe_policies() { return describe_all(indices); }

void check_policy(const Json& policy, std::uint32_t n, const char* n_name) { check_all(policy, n, n_name, indices); }

}  // namespace p2c
