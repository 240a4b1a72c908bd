// What a dispatcher compares.
#pragma once
#include "part.h"

namespace p2c {

/// in_flight: waiting + in service. waiting: waiting only. work: time until a request that arrives now would start,
/// an oracle that no real balancer has.
enum class Signal { in_flight, waiting, work };

Param information_param();

/// Reads the signal of a checked configuration's `information`.
Signal signal_from(const Json& information);

}  // namespace p2c
