// What goes wrong with replicas, and what clients do about it: second calls, retries, deadlines of their own.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "part.h"

namespace p2c {

Parts describe_hedges();
Parts describe_retries();
Parts describe_patience();
Parts describe_budgets();
Parts describe_faults();
Parts describe_fanouts();

/// never: one call. time, quantile: a further call while there is no answer. tied: two that wait at once, of which the first to
/// start cancels the other.
enum class Hedge { never, time, quantile, tied };

/// What becomes of the calls that are not needed any more. none: they are served. queue: those that wait are taken out.
/// service: those in service are cut short, too.
enum class Cancel { none, queue, service };

enum class FaultKind { slow, failing, stalls, all_slow };

/// Something that goes wrong while some of the requests arrive.
struct Fault {
    FaultKind kind = FaultKind::slow;
    std::uint32_t replica = 0, replicas = 0;  ///< the first, and how many
    double factor = 1;              ///< services take so many times as long
    double probability = 0;         ///< of a failure, of a stall
    double takes = 0;               ///< a failure takes this long
    double stall_from = 0, stall_to = 0;
    bool stall_per_request = false; ///< all calls of a request stall; else each for itself
    std::uint64_t first = 0, last = 0;  ///< requests while which it lasts, first ≤ i < last

    bool hits(std::uint32_t i) const { return i >= replica && i - replica < replicas; }
};

/// A checked configuration's resilience. Times are in mean service times.
struct Resilience {
    Resilience(const Json& config, double mean, std::uint64_t requests);

    static constexpr double never = std::numeric_limits<double>::infinity();

    /// Whether anything differs from requests that are sent once to replicas that work.
    bool any() const { return hedge != Hedge::never || attempts > 1 || patience < never || !faults.empty() || leaves > 1; }
    /// Whether more calls than requests can be sent.
    bool repeats() const { return hedge != Hedge::never || attempts > 1; }

    Hedge hedge = Hedge::never;
    Cancel cancel = Cancel::service;
    double after = 0;               ///< of hedges by time, or the offset of tied ones
    double quantile = 0;            ///< of latency so far, after which a hedge is sent
    std::uint32_t calls = 1;        ///< sent at most for one try, the first included
    double idempotent = 1;          ///< share of the requests that may be hedged
    bool size_shared = false;       ///< all calls of a request have the same size; else each draws its own

    std::uint32_t attempts = 1;     ///< tries at most, the first included
    double backoff = 0;             ///< before the first retry; each further one waits `growth` times as long
    double growth = 1;
    double jitter = 0;              ///< share of the backoff that is uniformly random

    double patience = never;        ///< after which a client gives up
    bool patience_cancels = true;   ///< replicas hear of it

    double budget = 1;              ///< calls that a request may add, as a share; further ones are not sent
    double burst = never;           ///< saved at most

    std::uint32_t leaves = 1;       ///< that a request asks at once
    std::uint32_t spare = 0;        ///< of them that it does not wait for
    Cancel leaf_cancel = Cancel::none;  ///< what becomes of those

    std::vector<Fault> faults;
};

/// Rules across parameters. Throws ConfigError.
void check_resilience(const Json& config, std::uint32_t replicas);

}  // namespace p2c
