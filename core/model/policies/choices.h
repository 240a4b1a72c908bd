// Look at d places at random and take the least loaded (Azar, Broder, Karlin, Upfal 1994).
#pragma once
#include <vector>

#include "compare.h"

namespace p2c {

struct Choices {
    bool ignores_load() const { return d == 1; }
    static const Part& describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit Choices(const Json& config);

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        gather(draws);
        return least_of(view, d, ties, draws, tied, [this](std::uint32_t k) { return looked[k]; });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) {
        gather(draws);
        return looked;
    }

    std::uint32_t d;
    bool replacement;
    Ties ties;

private:
    void gather(const Draws& draws);
    bool first_meeting(std::uint32_t i);

    std::vector<std::uint32_t> looked, tied;
    std::vector<std::uint64_t> met;  ///< stamp of the last request that looked here
    std::uint64_t stamp = 0;
};

/// Choices with a handful of looks, the case that is run most: the same decisions, in local arrays and without branches
/// on which load is least, which is unpredictable by design.
template <std::uint32_t D> struct FewChoices {
    bool ignores_load() const { return D == 1; }
    explicit FewChoices(const Choices& c) : replacement(c.replacement), ties(c.ties) {}

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) const {
        std::uint32_t looked[D];
        if (!draws.template first_looks<D>(looked) || (!replacement && repeats(looked))) [[unlikely]]
            gather(draws, looked);
        decltype(view.load(0)) loads[D];
#pragma GCC unroll 4
        for (std::uint32_t k = 0; k < D; ++k) loads[k] = view.load(looked[k]);
        auto least = loads[0];
#pragma GCC unroll 4
        for (std::uint32_t k = 1; k < D; ++k) least = loads[k] < least ? loads[k] : least;
        std::uint32_t tied = 0;
#pragma GCC unroll 4
        for (std::uint32_t k = 0; k < D; ++k) tied += loads[k] == least;
        // The winner is the one that has `skip` of the tied before it; a tie of two takes the flip.
        std::uint32_t skip = (tied == 2) & (ties == Ties::random) & draws.flip();
        if (tied > 2 && ties == Ties::random) skip = draws.pick(tied);
        if (ties == Ties::first_index) skip = rank_of_lowest(looked, loads, least);
        std::uint32_t winner = 0;
        std::uint32_t seen = 0;
#pragma GCC unroll 4
        for (std::uint32_t k = 0; k < D; ++k) {
            const std::uint32_t is_tied = loads[k] == least;
            winner |= looked[k] & (0U - (is_tied & static_cast<std::uint32_t>(seen == skip)));
            seen += is_tied;
        }
        return winner;
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const {
        std::uint32_t looked[D];
        gather(draws, looked);
        return {looked, looked + D};
    }

    bool replacement;
    Ties ties;

private:
    static bool repeats(const std::uint32_t* looked) {
        bool again = false;
#pragma GCC unroll 4
        for (std::uint32_t k = 1; k < D; ++k)
#pragma GCC unroll 4
            for (std::uint32_t j = 0; j < k; ++j) again |= looked[j] == looked[k];
        return again;
    }

    /// One at a time, throwing away what must be; takes a copy of the draws, so that the loop's stay in registers.
    [[gnu::noinline]] void gather(Draws draws, std::uint32_t* looked) const {
        BoundedSequence sequence = draws.looks();
#pragma GCC unroll 4
        for (std::uint32_t k = 0; k < D; ++k) {
            do looked[k] = sequence.next();
            while (!replacement && std::find(looked, looked + k, looked[k]) != looked + k);
        }
    }

    template <class Load>
    static std::uint32_t rank_of_lowest(const std::uint32_t* looked, const Load* loads, Load least) {
        std::uint32_t seen = 0;
        std::uint32_t rank = 0;
        std::uint32_t lowest = ~0U;
#pragma GCC unroll 4
        for (std::uint32_t k = 0; k < D; ++k) {
            if (loads[k] != least) continue;
            if (looked[k] < lowest) {
                lowest = looked[k];
                rank = seen;
            }
            ++seen;
        }
        return rank;
    }
};

/// Two looks: one word, one comparison.
struct TwoChoices {
    bool ignores_load() const { return false; }
    explicit TwoChoices(const Choices& c) : replacement(c.replacement), ties(c.ties) {}

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) const {
        std::uint32_t two[2];
        const bool clean = draws.template first_looks<2>(two);
        if (!clean || (two[0] == two[1] && !replacement)) [[unlikely]] {
            const auto slow = looks(draws);
            std::copy(slow.begin(), slow.end(), two);
        }
        return lesser(view, two[0], two[1], ties, draws);
    }

    /// Out of line and with a copy of the draws: it is rarely needed, and must not keep the loop's from registers.
    std::vector<std::uint32_t> looks(Draws draws) const;

    bool replacement;
    Ties ties;
};

}  // namespace p2c
