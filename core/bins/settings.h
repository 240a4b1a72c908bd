// A checked configuration of balls into bins, as the engine reads it.
#pragma once
#include <cstdint>
#include <vector>

#include "base/json.h"

namespace p2c::bins {

/// Numbers of balls and bins are exact in a double.
inline constexpr double max_balls = 9007199254740992.0;

struct Settings {
    explicit Settings(const Json& config);

    std::uint64_t bins;
    std::uint64_t balls;
    std::uint64_t seed;
    std::vector<std::uint64_t> checkpoints;  ///< numbers of balls at which the gap is recorded; the last is `balls`
};

/// Nearest whole number of balls; at most max_balls for a checked configuration.
std::uint64_t ball_count(std::uint64_t bins, double balls_per_bin);

/// Columns of a row: gap, max, min, probes per ball, then the gap at each checkpoint.
enum Column : std::size_t { gap, max, min, probes, first_checkpoint };

}  // namespace p2c::bins
