// Policies without parameters of their own: random, round robin, least of all.
#pragma once
#include <vector>

#include "compare.h"

namespace p2c {

struct Random {
    bool ignores_load() const { return true; }
    static const Part& describe();
    explicit Random(const Json&) {}

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View&, const Draws& draws) const { return draws.first_look(); }
    std::vector<std::uint32_t> looks(const Draws& draws) const { return {draws.first_look()}; }
};

struct RoundRobin {
    bool ignores_load() const { return true; }
    static const Part& describe();
    explicit RoundRobin(const Json&) {}

    /// Where dispatchers take turns of their own, the view counts them.
    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) const {
        if constexpr (requires { view.turn(); }) return static_cast<std::uint32_t>(view.turn() % draws.size());
        return static_cast<std::uint32_t>(draws.index() % draws.size());
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const {
        return {static_cast<std::uint32_t>(draws.index() % draws.size())};
    }
};

struct Least {
    bool ignores_load() const { return false; }
    static const Part& describe();
    explicit Least(const Json& config) : ties(ties_from(config)) {}

    /// Where the view keeps the order, nobody has to look.
    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        if constexpr (requires { view.least_sharing(); }) {
            const std::uint32_t sharing = view.least_sharing();
            return view.least(ties == Ties::random ? draws.pick(sharing) : 0);
        } else {
            return least_of(view, draws.size(), ties, draws, tied, [](std::uint32_t k) { return k; });
        }
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const;

    Ties ties;
    std::vector<std::uint32_t> tied;
};

}  // namespace p2c
