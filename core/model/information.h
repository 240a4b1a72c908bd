// What a dispatcher of a fleet knows: what it compares, how old that is, and how many dispatchers share the fleet.
#pragma once
#include <cstdint>

#include "part.h"

namespace p2c {

/// in_flight: waiting + in service. waiting: waiting only. work: time until a request that arrives now would start,
/// an oracle that no real balancer has. outstanding: remaining sizes over what the replica serves at once, another oracle.
/// latency: what answers took of late, times in flight + 1. sent: requests ever sent there, a mistake to be seen.
enum class Signal { in_flight, waiting, work, outstanding, latency, sent };

/// fresh: the present. periodic: all at once, every so often. delayed: some time ago. piggyback: as of a replica's last answer.
enum class Age { fresh, periodic, delayed, piggyback };

/// replicas: every dispatcher sees the replicas' loads. own: only its own requests in flight.
enum class Sees { replicas, own };

/// A checked configuration's `information`. Times are in mean service times.
struct Information {
    Information(const Json& config, double mean);

    /// Whether decisions are taken on what the replicas are at this instant, by one who sees all of them exactly.
    bool plain() const;

    /// The same by however many, who all see the same.
    bool sees_present() const;

    /// Whether the signal can only be followed from event to event.
    bool needs_events() const { return signal == Signal::outstanding || signal == Signal::latency || signal == Signal::sent; }

    /// Whether the signal changes between events.
    bool drifts() const { return signal == Signal::work || needs_events(); }

    Signal signal;
    double decay = 10;        ///< of latency: time in which a peak falls to 1/e
    bool speeds;              ///< loads are (load + 1) / speed
    Age age;
    double period = 0;        ///< of periodic, or the delay
    bool on_arrivals = false; ///< periodic: taken at the first arrival a period or more after the last
    bool own_sends;           ///< what was sent since is added
    double jitter;            ///< relative error of each reading
    std::uint32_t dispatchers = 1;
    Sees sees = Sees::replicas;
    std::uint32_t subset = 0;        ///< replicas that a dispatcher knows; 0: all
    bool random_subsets = false;
};

/// What a fleet's balancer knows: the parameters of the group "information".
extern const Param information_params[8];

Parts describe_updates();
Parts describe_scopes();
Parts describe_subsets();

/// Rules across parameters. Throws ConfigError.
void check_information(const Json& information, std::uint32_t replicas);

}  // namespace p2c
