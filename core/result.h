// From tables to the text of a result, and back for merging.
#pragma once
#include "registry.h"

namespace p2c {

/// JSON text of the result over the replications in `tables`. When they are not all that the configuration asks for,
/// the text carries "shard", from which merge() continues.
std::string result_text(const Resolved& run, const Tables& tables);

/// Of that text what read_shard() reads.
std::string part_text(const Resolved& run, const Tables& tables);

/// The tables of a result that carries "shard". Throws ConfigError.
Tables read_shard(const Json& result, const Simulation& simulation);

/// Appends tables whose first replication is next. Both come from the same configuration.
void append(Tables& tables, const Tables& next);

}  // namespace p2c
