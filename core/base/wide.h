// Sums that do not depend on the order of their terms: 128-bit integers.
#pragma once
#include <cstdint>

namespace p2c {

__extension__ typedef unsigned __int128 Wide;

inline double to_double(Wide x) {
    return static_cast<double>(static_cast<std::uint64_t>(x >> 64)) * 0x1p64 +
           static_cast<double>(static_cast<std::uint64_t>(x));
}

}  // namespace p2c
