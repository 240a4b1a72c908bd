// The loop that is run most: two looks, ties at random, a counter per bin. The same decisions as the policy makes, with
// everything that stays the same for 64 balls taken out of the loop.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>

#include "model/policies/choices.h"

namespace p2c::bins {

/// The looks of a ball whose first two words do not do, the second in the high half. Out of line and without exceptions:
/// a call that could throw would cost the loop its registers in WebAssembly.
[[gnu::noinline]] inline std::uint64_t two_looks_again(Draws draws, std::uint32_t ahead, const TwoChoices& policy) noexcept {
    draws.seek(draws.index() + ahead);
    const auto looks = policy.looks(draws);
    return looks[0] | (std::uint64_t{looks[1]} << 32);
}

/// Throws up to `count` balls and returns how many; it stops when a narrow counter is at its end, and says so in `full`.
/// `last` is the bin of the last ball.
template <class Counter>
std::uint64_t throw_two(Counter* load, Draws& draws, const TwoChoices& policy, std::uint64_t count, std::uint32_t& last, bool& full) {
    Draws ahead = draws;  // a local: a member could be changed by every store to a counter
    const bool distinct = !policy.replacement;
    std::uint32_t chosen = last;
    std::uint64_t thrown = 0;
    full = false;
    while (thrown < count && !full) {
        const auto balls = static_cast<std::uint32_t>(std::min<std::uint64_t>(count - thrown, ahead.flips_left()));
        std::uint64_t flips = ahead.flips();
        std::uint32_t k = 0;
        for (; k < balls && !full; ++k) {
            std::uint32_t a;
            std::uint32_t b;
            if (ahead.two_looks(k, a, b) || (distinct && a == b)) [[unlikely]] {
                const std::uint64_t both = two_looks_again(ahead, k, policy);
                a = static_cast<std::uint32_t>(both);
                b = static_cast<std::uint32_t>(both >> 32);
            }
            const std::int64_t load_a = load[a];
            const std::int64_t load_b = load[b];
            // All ones where b is less, or equal and favoured by its flip: which it is cannot be predicted.
            const std::int64_t second = (2 * load_b - 2 * load_a - static_cast<std::int64_t>(flips & 1)) >> 63;
            flips >>= 1;
            chosen = a ^ ((a ^ b) & static_cast<std::uint32_t>(second));
            ++load[chosen];
            if constexpr (sizeof(Counter) < 4) full = load[chosen] == std::numeric_limits<Counter>::max();
        }
        thrown += k;
        ahead.seek(ahead.index() + k);
    }
    draws = ahead;
    last = chosen;
    return thrown;
}

}  // namespace p2c::bins
