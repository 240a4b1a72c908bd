// Join the idle queue (Lu, Xie, Kliot, Geller, Larus, Greenberg 2011): replicas report when they have a free worker, and a
// request goes to one that has; to a random one if there is none. Nothing is read when a request comes.
#pragma once
#include <vector>

#include "compare.h"

namespace p2c {

struct JoinIdle {
    bool ignores_load() const { return false; }
    static const Part& describe();
    explicit JoinIdle(const Json&) {}

    /// Only a view that keeps the reports is ever asked.
    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) const {
        if constexpr (requires { view.idle(0U); }) {
            const std::uint32_t idle = view.idle_count();
            if (idle > 0) return view.idle(draws.pick(idle));
        }
        return draws.first_look();
    }
    std::vector<std::uint32_t> looks(const Draws&) const { return {}; }
};

}  // namespace p2c
