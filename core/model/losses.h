// Requests that a replica turns away: queues with an end, and waits with a limit.
#pragma once
#include <cstdint>
#include <vector>

#include "part.h"

namespace p2c {

Parts describe_queues();
Parts describe_deadlines();

/// When a request is dropped. Times are in mean service times.
struct Losses {
    Losses(const Json& config, double mean);
    bool any() const;

    std::uint32_t most_waiting;   ///< one that would be beyond is dropped
    double deadline;              ///< longest wait
    bool at_expiry;               ///< dropped when the deadline passes; else on arrival, when it is known to
};

}  // namespace p2c
