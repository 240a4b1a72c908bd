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

Parts describe_fleet_policies();
void check_fleet_policy(const Json& policy, std::uint32_t n, const char* n_name);

/// Place in this list, as policy_place().
std::size_t fleet_policy_place(const Json& policy);

/// What a policy goes by; none of those of policies.h does.
FleetTrait fleet_trait(const Json& policy);
inline bool goes_by_keys(const Json& policy) { return fleet_trait(policy).keys; }
inline bool goes_by_weights(const Json& policy) { return fleet_trait(policy).weights; }

/// The policy that a checked configuration of a fleet names.
using FleetPolicy = AnyPolicy<std::tuple<TwoChoices>, Policies, FleetPolicies>;
FleetPolicy make_fleet_policy(const Json& config);

/// Calls f(policy) with its struct.
template <class F> auto with_fleet_policy(const Json& config, F&& f) { return make_fleet_policy(config).visit(f); }

}  // namespace p2c
