// Policies that only a fleet has, since they need more than loads: keys, speeds, weights. They are written like those of
// policies.h, but built from the configuration of the whole fleet, and begin(seed, replication) where they draw. They say
//   static constexpr FleetTrait trait       what they go by beside loads
//   know(replicas)                          the numbers of the replicas that their dispatcher counts from 0 (not called: all)
//   choose_other(view, draws, further)   where a further call of a request goes, which has calls elsewhere: one of those for which
//                               view.left(k); draws are the request's, further the call's own
//   shares(n)                               share of the requests of each of n replicas, if loads do not matter; else empty (optional)
// and remember nothing of earlier requests, so that dispatchers that know all replicas may share one of them.
#pragma once
#include "policies.h"
#include "policies/keyed.h"
#include "policies/weighted.h"

namespace p2c {

using FleetPolicies = std::tuple<Sticky, Bounded, Affinity, WeightedRandom, WeightedChoices, LeastWeighted>;

std::vector<Part> describe_fleet_policies();
void check_fleet_policy(const Json& policy, std::uint32_t n, const char* n_name);

/// Place in this list, as policy_place().
std::size_t fleet_policy_place(const Json& policy);

/// What a policy goes by; none of those of policies.h does.
FleetTrait fleet_trait(const Json& policy);
inline bool goes_by_keys(const Json& policy) { return fleet_trait(policy).keys; }
inline bool goes_by_weights(const Json& policy) { return fleet_trait(policy).weights; }

namespace detail {

template <std::size_t I, class F> auto with_fleet_policy_at(std::size_t place, const Json& config, F&& f) {
    if constexpr (I == std::tuple_size_v<FleetPolicies>) {
        return with_policy(config.at("policy"), f);
    } else {
        if (place != I) return with_fleet_policy_at<I + 1>(place, config, f);
        return f(std::tuple_element_t<I, FleetPolicies>(config));
    }
}

}  // namespace detail

/// Calls f(policy) with the struct that a checked configuration of a fleet names.
template <class F> auto with_fleet_policy(const Json& config, F&& f) {
    return detail::with_fleet_policy_at<0>(fleet_policy_place(config.at("policy")), config, f);
}

}  // namespace p2c
