// A sequential generator for simulations that do not know beforehand how many words a ball takes: xoshiro256++
// (Blackman and Vigna 2019), period 2^256 − 1. Its state comes from a Stream, so (seed, replication) fix every word.
#pragma once
#include <cstdint>

#include "rng.h"
#include "wide.h"

namespace p2c {

class Generator {
public:
    Generator(std::uint64_t seed, std::uint64_t replication, Purpose purpose = Purpose::sequence) {
        const Stream stream(seed, replication, purpose);
        for (std::uint64_t i = 0; i < 4; ++i) state_[i] = stream.word(i);
        state_[3] |= state_[0] == 0 && state_[1] == 0 && state_[2] == 0;  // all zeros is the one forbidden state
    }

    std::uint64_t word() {
        const std::uint64_t out = rotated(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotated(state_[3], 45);
        return out;
    }

    /// Uniform on the multiples of 2^-53 in [0, 1).
    double unit() { return static_cast<double>(static_cast<std::int64_t>(word() >> 11)) * 0x1p-53; }

    /// Uniform on the multiples of 2^-53 in (0, 1].
    double unit_above_zero() { return static_cast<double>(static_cast<std::int64_t>(word() >> 11) + 1) * 0x1p-53; }

    /// Uniform integer in [0, n), n ≥ 1, every one exactly equally likely: multiply-shift, throwing away what would
    /// favour some (Lemire 2019).
    std::int64_t below(std::int64_t n) {
        const auto range = static_cast<std::uint64_t>(n);
        Wide product = static_cast<Wide>(word()) * range;
        if (static_cast<std::uint64_t>(product) < range) [[unlikely]] {
            const std::uint64_t least = (0 - range) % range;
            while (static_cast<std::uint64_t>(product) < least) product = static_cast<Wide>(word()) * range;
        }
        return static_cast<std::int64_t>(product >> 64);
    }

private:
    static std::uint64_t rotated(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::uint64_t state_[4];
};

}  // namespace p2c
