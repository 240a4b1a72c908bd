// Which engine runs a configuration. All have the same law; they differ in what they can simulate, and in cost.
#pragma once
#include <string>

#include "base/json.h"
#include "model/simulation.h"

namespace p2c::bins {

/// "direct", "profile" or "batched": what `engine` names, or for "auto" this rule.
///   Batched where it can simulate the process, from 2^16 bins on for up to 5 balls per bin and from 2^17 for more: the
///   sizes at which it overtakes the direct engine with two looks, natively and in WebAssembly (scripts/bench
///   --engines). With d > 16 looks they are (d/16)² as large. Where a whole stretch is one draw (one choice, batches of
///   old information, even filling) also from 2^30 balls on.
///   Otherwise direct, if its bins fit into memory; otherwise batched or profile, whichever can.
std::string engine_for(const Json& config);

/// Refuses an engine that cannot simulate the configuration. Throws ConfigError.
void check_engine(const Json& config);

/// The simulation of a checked configuration by the engine of the rule.
std::unique_ptr<Simulation> make_simulation(const Json& config);

}  // namespace p2c::bins
