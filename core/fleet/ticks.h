// Model time in whole ticks, for sums that must not depend on the order in which they are made.
#pragma once
#include <cstdint>

namespace p2c::fleet {

/// A tick is about a millionth of a mean service time.
inline constexpr double ticks_per_unit = 0x1p20;

inline std::uint64_t tick(double time) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(time * ticks_per_unit)); }

}  // namespace p2c::fleet
