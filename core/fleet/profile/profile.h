// The profile engine of the fleet: it keeps how many replicas have each load and follows neither replicas nor requests.
// Exact in law. Waits are not drawn: what is recorded is their law given the loads that requests joined.
#pragma once
#include <memory>
#include <string>

#include "base/json.h"
#include "fleet/settings.h"
#include "model/simulation.h"
#include "occupancy/looks.h"

namespace p2c::fleet {

/// Fleets larger than this go to the profile engine by themselves, where it applies. Below, the engines that follow every
/// request show more: shares, longest waits, the same requests for every policy.
inline constexpr double worth_counting = 1e6;

/// Requests of a run: what the profile engine can do, and the others.
inline constexpr double most_requests = 1e15;
inline constexpr double most_followed = 1e9;

/// Why the profile engine cannot simulate a configuration, as the end of a sentence; empty where it can.
std::string why_not_profile(const Json& config);

/// Whether it does: asked for, or chosen for the size of the fleet.
bool uses_profile(const Json& config);

/// What a request looks at under a policy that the profile engine knows.
occupancy::Looks looks_of(const Json& policy);

std::unique_ptr<Simulation> make_profile(const Json& config);

/// Loads joined, in whole multiples of 2^-40 of the requests: the tally behind those of every fleet.
inline constexpr std::size_t joined_tally = tallies;

}  // namespace p2c::fleet
