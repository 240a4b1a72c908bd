// How fast this machine is, whatever becomes of the core: a bare loop of two looks, without the core. 1,000 counters, a
// generator that lives in registers (xoshiro256++), one word for both looks, a tie to the first, the same bin twice allowed.
// The core's balls cost more: their looks are distinct, ties are at random, and any ball's draws can be made again.
#pragma once
#include <cstdint>
#include <vector>

namespace yardstick {

inline std::uint64_t rotated(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/// Throws so many balls; the fullest bin, so that no compiler can leave the loop out.
[[gnu::noinline]] inline std::uint32_t throw_balls(std::uint64_t balls) {
    constexpr std::uint64_t bins = 1000;
    std::vector<std::uint32_t> counters(bins);
    std::uint32_t* const load = counters.data();
    std::uint64_t s0 = 0x9e3779b97f4a7c15, s1 = 0xbf58476d1ce4e5b9, s2 = 0x94d049bb133111eb, s3 = 0xd1342543de82ef95;
    for (; balls > 0; --balls) {
        const std::uint64_t word = rotated(s0 + s3, 23) + s0, t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = rotated(s3, 45);
        const auto a = static_cast<std::uint32_t>(((word >> 32) * bins) >> 32);
        const auto b = static_cast<std::uint32_t>(((word & 0xffffffff) * bins) >> 32);
        const std::uint32_t second = 0U - (load[b] < load[a]);
        ++load[a ^ ((a ^ b) & second)];
    }
    std::uint32_t most = 0;
    for (const std::uint32_t x : counters) most = x > most ? x : most;
    return most;
}

}  // namespace yardstick
