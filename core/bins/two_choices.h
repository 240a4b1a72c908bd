// The loop that is run most: two looks, ties at random, a counter per bin. The same decisions as the policy makes, with
// everything that stays the same for 64 balls taken out of the loop.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "model/policies/choices.h"

namespace p2c::bins {

/// The looks of a ball whose first two words do not do. Out of line and without exceptions: a call that could throw would
/// cost the loop its registers in WebAssembly.
[[gnu::noinline]] inline TwoLooks two_looks_again(Draws draws, std::uint32_t ahead, const TwoChoices& policy) noexcept {
    draws.seek(draws.index() + ahead);
    const auto looks = policy.looks(draws);
    return {looks[0], looks[1], false};
}

/// What the machine computes with fastest; counts stay below 2^31.
using Word = std::ptrdiff_t;

/// Throws a ball; all ones if it went to b, which `flip` (0 or 1) favours at a tie.
template <class Counter>
[[gnu::always_inline]] inline Word throw_one_of_two(Counter* load, std::uint32_t a, std::uint32_t b, std::uint64_t flip, bool& full) {
    const auto load_a = static_cast<Word>(load[a]);
    const auto load_b = static_cast<Word>(load[b]);
    // Which it is cannot be predicted: no branch.
    const Word second = (load_b - load_a - static_cast<Word>(flip)) >> (8 * sizeof(Word) - 1);
    // Both are written, the other one as it was: a store to a place that hangs on a comparison would have to be
    // waited for, or guessed about, by all loads after it.
    const auto new_a = static_cast<Counter>(load_a + 1 + second);
    const auto new_b = static_cast<Counter>(load_b - second);
    load[b] = new_b;
    load[a] = new_a;
    if constexpr (sizeof(Counter) < 4) full = std::max(new_a, new_b) == std::numeric_limits<Counter>::max();
    return second;
}

/// Throws up to `count` balls and returns how many; it stops when a narrow counter is at its end, and says so in `full`.
/// `last` is the bin of the last ball.
template <class Counter>
std::uint64_t throw_two(Counter* load, Draws& draws, const TwoChoices& policy, std::uint64_t count, std::uint32_t& last, bool& full) {
    Draws ahead = draws;  // a local: a member could be changed by every store to a counter
    Word second = 0;
    std::uint64_t thrown = 0;
    bool at_end = false;
    while (thrown < count && !at_end) {
        const auto balls = static_cast<std::uint32_t>(std::min<std::uint64_t>(count - thrown, ahead.flips_left()));
        std::uint64_t flips = ahead.flips();
        std::uint32_t k = 0;
        while (k < balls && !at_end) {
            // Left by a ball whose looks are not clear, one in as many as there are bins: what is done for it would cost
            // this loop registers.
            for (; k < balls && !at_end; ++k) {
                const TwoLooks looks = ahead.two_looks(k);
                if (looks.in_doubt || looks.a == looks.b) [[unlikely]] break;
                second = throw_one_of_two(load, looks.a, looks.b, flips & 1, at_end);
                flips >>= 1;
            }
            if (k == balls || at_end) break;
            const TwoLooks looks = two_looks_again(ahead, k, policy);
            // With repeats: the second look cannot win.
            second = throw_one_of_two(load, looks.a, looks.b, looks.a == looks.b ? 0 : flips & 1, at_end);
            ++k;
            flips >>= 1;
        }
        thrown += k;
        ahead.seek(ahead.index() + k);
    }
    draws = ahead;
    // Made again, not kept: the loop is faster without.
    if (thrown > 0) {
        ahead.seek(draws.index() - 1);
        const TwoLooks looks = two_looks_again(ahead, 0, policy);
        last = second < 0 ? looks.b : looks.a;
    }
    full = at_end;
    return thrown;
}

}  // namespace p2c::bins
