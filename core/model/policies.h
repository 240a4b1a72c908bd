// Dispatch policies, shared by bins and fleets. To add one: write a struct with
//   static Part describe();                 its catalogue entry
//   explicit Name(const Json& config);      reads its own parameters, already checked
//   static void check(const Json&, n)       rules that need the number of bins or replicas (optional)
//   bool ignores_load() const               whether its decisions are blind to loads
//   choose(view, draws)                     the decision
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

    template <class View> std::uint32_t choose(View&, Draws& draws) const { return draws.looks().next(); }
    std::vector<std::uint32_t> looks(Draws& draws) const { return {draws.looks().next()}; }
};

struct RoundRobin {
    bool ignores_load() const { return true; }
    static Part describe();
    explicit RoundRobin(const Json&) {}

    template <class View> std::uint32_t choose(View&, Draws& draws) const {
        return static_cast<std::uint32_t>(draws.index() % draws.size());
    }
    std::vector<std::uint32_t> looks(Draws& draws) const {
        return {static_cast<std::uint32_t>(draws.index() % draws.size())};
    }
};

/// The lesser of two looks, as arithmetic rather than a branch: which of the two wins is unpredictable by design.
template <class View>
inline std::uint32_t lesser(View& view, std::uint32_t a, std::uint32_t b, Ties ties, const Draws& draws) {
    const auto load_a = view.load(a);
    const auto load_b = view.load(b);
    const bool second_on_tie = ties == Ties::random ? draws.flip() : ties == Ties::first_index && b < a;
    const bool second = (load_b < load_a) | ((load_b == load_a) & second_on_tie);
    return a ^ ((a ^ b) & (0U - static_cast<std::uint32_t>(second)));
}

/// Least loaded of candidate(0) … candidate(count − 1).
template <class View, class Candidate>
inline std::uint32_t least_of(View& view, std::uint32_t count, Ties ties, Draws& draws, Candidate candidate) {
    auto& tied = draws.scratch();
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

    template <class View> std::uint32_t choose(View& view, Draws& draws) {
        gather(draws);
        return least_of(view, d, ties, draws, [this](std::uint32_t k) { return looked[k]; });
    }
    std::vector<std::uint32_t> looks(Draws& draws) {
        gather(draws);
        return looked;
    }
    void gather(Draws& draws);

    std::uint32_t d;
    bool replacement;
    Ties ties;
    std::vector<std::uint32_t> looked;
};

/// Choices with d = 2, the case that is run most: same decisions, no lists.
struct TwoChoices {
    bool ignores_load() const { return false; }
    explicit TwoChoices(const Choices& c) : replacement(c.replacement), ties(c.ties) {}

    template <class View> std::uint32_t choose(View& view, Draws& draws) const {
        BoundedSequence looks = draws.looks();
        const std::uint32_t a = looks.next();
        std::uint32_t b = looks.next();
        if (!replacement) {
            while (b == a) b = looks.next();
        }
        return lesser(view, a, b, ties, draws);
    }
    std::vector<std::uint32_t> looks(Draws& draws) const {
        BoundedSequence looks = draws.looks();
        std::vector<std::uint32_t> two{looks.next(), looks.next()};
        while (!replacement && two[1] == two[0]) two[1] = looks.next();
        return two;
    }

    bool replacement;
    Ties ties;
};

struct Least {
    bool ignores_load() const { return false; }
    static Part describe();
    explicit Least(const Json& config) : ties(ties_from(config)) {}

    template <class View> std::uint32_t choose(View& view, Draws& draws) const {
        return least_of(view, draws.size(), ties, draws, [](std::uint32_t k) { return k; });
    }
    std::vector<std::uint32_t> looks(Draws& draws) const;

    Ties ties;
};

struct OnePlusBeta {
    bool ignores_load() const { return beta == 0; }
    static Part describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit OnePlusBeta(const Json& config);

    template <class View> std::uint32_t choose(View& view, Draws& draws) const {
        if (draws.coin() < beta) return two.choose(view, draws);
        const std::uint32_t i = draws.looks().next();
        (void)view.load(i);  // a look is a look: 1 + β reads per request
        return i;
    }
    std::vector<std::uint32_t> looks(Draws& draws) const {
        if (draws.coin() < beta) return two.looks(draws);
        return {draws.looks().next()};
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
    }
    return f(policy);
}

}  // namespace detail

/// Calls f(policy) with the struct that a checked configuration names, and returns what f returns.
template <class F> auto with_policy(const Json& config, F&& f) { return detail::with_policy_at<0>(config, f); }

}  // namespace p2c
