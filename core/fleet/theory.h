// Exact and limiting values to set beside a run, each with the conditions under which it holds.
#pragma once
#include <cstdint>
#include <vector>

#include "base/json.h"

namespace p2c::fleet {

/// Time in which a queue at this load forgets its past, in mean service times: 1/(1 − √ρ)², the relaxation time of
/// M/M/1 (Cohen 1982). Infinite at a load of 1 or more.
double relaxation_time(double load);

/// The same for a fleet whose policy looks at loads: 1/(1 − ρ). Its queues share their backlog, which the spare capacity
/// 1 − ρ of a worker works off; the rule is a floor for runs that are plainly too short, and the comparison of the two
/// halves of a run does the rest.
double pooled_relaxation_time(double load);

/// Probability that a request waits in M/M/c at this load (Erlang C; recursion over Erlang B).
double erlang_c(std::uint32_t workers, double load);

/// Quantile p of the wait in M/M/c, in mean service times; 0 when fewer than 1 − p wait at all.
double mmc_wait_quantile(std::uint32_t workers, double load, double p);

/// What is known for a checked configuration, as the "theory" of its result; {} when nothing is.
Json theory(const Json& config);

}  // namespace p2c::fleet
