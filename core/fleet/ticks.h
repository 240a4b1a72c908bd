// Model time in whole ticks, for sums that must not depend on the order in which they are made.
#pragma once
#include <cstdint>

#include "base/math.h"

namespace p2c::fleet {

/// A tick is about a millionth of a mean service time.
inline constexpr double ticks_per_unit = 0x1p20;

inline std::uint64_t tick(double time) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(time * ticks_per_unit)); }

/// Sums of waits and latencies have finer ones, to the nearest.
inline constexpr double fine_ticks_per_unit = 0x1p28;

inline std::uint64_t fine_tick(double time) {
    const double t = time * fine_ticks_per_unit + 0.5;
    return static_cast<std::uint64_t>(det::whole(t < 0x1p62 ? t : 0x1p62));
}

}  // namespace p2c::fleet
