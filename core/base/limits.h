// Limits that hold on every platform alike, so that what is refused does not depend on where it runs.
#pragma once

namespace p2c {

/// State of one run, in bytes: fits a 32-bit wasm memory with room for its results.
inline constexpr double max_memory = 1073741824.0;

/// Replications of one run: one row each is kept.
inline constexpr double max_replications = 1e6;

}  // namespace p2c
