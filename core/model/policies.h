// Dispatch policies, shared by bins and fleets. To add one: write a struct with
//   static Part describe();                 its catalogue entry
//   explicit Name(const Json& config);      reads its own parameters, already checked
//   static void check(const Json&, n)       rules that need the number of bins or replicas (optional)
//   bool ignores_load() const               whether its decisions are blind to loads
//   choose(view, draws)                     the decision (always inlined: it is the body of a hot loop)
//   looks(draws)                            what it looked at, for step mode
// and name it in the list at the bottom. Catalogue, checks, command line, page and tests follow from the list.
//
// `view.load(i)` is whatever the configuration lets a dispatcher see (a count, remaining work, …) and counts its
// reads. Ties are broken at random unless the configuration says otherwise.
#pragma once
#include <algorithm>
#include <tuple>
#include <type_traits>
#include <vector>

#include "draws.h"
#include "part.h"

namespace p2c {

enum class Ties { random, first_look, first_index };

Ties ties_from(const Json& config);
Param ties_param(bool with_looks);
Param replacement_param();

/// Refuses more distinct looks than there are. `n_name` is what is counted ("bins").
void check_distinct_looks(const Json& policy, double looks, const char* field, std::uint32_t n, const char* n_name);

struct Random {
    bool ignores_load() const { return true; }
    static Part describe();
    explicit Random(const Json&) {}

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View&, const Draws& draws) const { return draws.first_look(); }
    std::vector<std::uint32_t> looks(const Draws& draws) const { return {draws.first_look()}; }
};

struct RoundRobin {
    bool ignores_load() const { return true; }
    static Part describe();
    explicit RoundRobin(const Json&) {}

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View&, const Draws& draws) const {
        return static_cast<std::uint32_t>(draws.index() % draws.size());
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const {
        return {static_cast<std::uint32_t>(draws.index() % draws.size())};
    }
};

/// The lesser of two looks, as arithmetic rather than a branch: which of the two wins is unpredictable by design.
template <class View>
[[gnu::always_inline]] inline std::uint32_t lesser(View& view, std::uint32_t a, std::uint32_t b, Ties ties, const Draws& draws) {
    const auto load_a = view.load(a);
    const auto load_b = view.load(b);
    const bool second_on_tie = ties == Ties::random ? draws.flip() : ties == Ties::first_index && b < a;
    bool second;
    if constexpr (std::is_integral_v<decltype(load_a + 0)>) {
        second = 2 * load_b < 2 * load_a + second_on_tie;  // counts stay below 2^31: one comparison does for both
    } else {
        second = (load_b < load_a) | ((load_b == load_a) & second_on_tie);
    }
    return a ^ ((a ^ b) & (0U - static_cast<std::uint32_t>(second)));
}

/// Least loaded of candidate(0) … candidate(count − 1); `tied` is space for those that share the least load.
template <class View, class Candidate>
inline std::uint32_t least_of(View& view, std::uint32_t count, Ties ties, const Draws& draws,
                              std::vector<std::uint32_t>& tied, Candidate candidate) {
    tied.clear();
    tied.push_back(candidate(0));
    auto least = view.load(tied[0]);
    for (std::uint32_t k = 1; k < count; ++k) {
        const std::uint32_t i = candidate(k);
        const auto load = view.load(i);
        if (load > least) continue;
        if (load < least) tied.clear();
        least = load;
        tied.push_back(i);
    }
    if (ties == Ties::random) return tied[draws.pick(static_cast<std::uint32_t>(tied.size()))];
    if (ties == Ties::first_look) return tied[0];
    return *std::min_element(tied.begin(), tied.end());
}

struct Choices {
    bool ignores_load() const { return d == 1; }
    static Part describe();
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

struct Least {
    bool ignores_load() const { return false; }
    static Part describe();
    explicit Least(const Json& config) : ties(ties_from(config)) {}

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        return least_of(view, draws.size(), ties, draws, tied, [](std::uint32_t k) { return k; });
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const;

    Ties ties;
    std::vector<std::uint32_t> tied;
};

struct OnePlusBeta {
    bool ignores_load() const { return beta == 0; }
    static Part describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit OnePlusBeta(const Json& config);

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) const {
        if (draws.coin() < beta) return two.choose(view, draws);
        const std::uint32_t i = draws.first_look();
        (void)view.load(i);  // a look is a look: 1 + β reads per request
        return i;
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const {
        if (draws.coin() < beta) return two.looks(draws);
        return {draws.first_look()};
    }

    double beta;
    TwoChoices two;
};

/// The list: everything else follows from it.
using Policies = std::tuple<Random, RoundRobin, Choices, Least, OnePlusBeta>;

std::vector<Part> describe_policies();

/// Rules of a checked policy that need the number of bins or replicas. Throws ConfigError.
void check_policy(const Json& policy, std::uint32_t n, const char* n_name);

namespace detail {

template <std::size_t I, class F> auto with_policy_at(const Json& config, F&& f) {
    using Policy = std::tuple_element_t<I, Policies>;
    if constexpr (I + 1 < std::tuple_size_v<Policies>) {
        if (config.at("id") != Policy::describe().id) return with_policy_at<I + 1>(config, f);
    }
    Policy policy(config);
    if constexpr (std::is_same_v<Policy, Choices>) {
        if (policy.d == 2) return f(TwoChoices(policy));
        if (policy.d == 3) return f(FewChoices<3>(policy));
        if (policy.d == 4) return f(FewChoices<4>(policy));
    }
    return f(policy);
}

}  // namespace detail

/// Calls f(policy) with the struct that a checked configuration names, and returns what f returns.
template <class F> auto with_policy(const Json& config, F&& f) { return detail::with_policy_at<0>(config, f); }

}  // namespace p2c
