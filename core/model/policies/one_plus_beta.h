// A second look with probability β (Peres, Talwar, Wieder 2010).
#pragma once
#include <vector>

#include "choices.h"

namespace p2c {

struct OnePlusBeta {
    bool ignores_load() const { return beta == 0; }
    static const Part& describe();
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

}  // namespace p2c
