// Two-thinning (Feldheim, Gurel-Gurevich 2021): the first look is taken if its load is below a threshold, otherwise a
// second look is taken whatever its load, even if it is the first place again. With a threshold of 0 relative to the
// average this is mean-thinning.
#pragma once
#include <vector>

#include "compare.h"

namespace p2c {

class Thinning {
public:
    bool ignores_load() const { return false; }
    static const Part& describe();
    explicit Thinning(const Json& config);

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        BoundedSequence looks = draws.looks();
        looked_[0] = looks.next();
        double limit = threshold_;
        // A fleet's view has no average: nobody knows it there, and its check refuses the setting.
        if constexpr (requires { view.average(draws); }) {
            if (relative_) limit += view.average(draws);
        }
        second_ = !(static_cast<double>(view.load(looked_[0])) < limit);
        looked_[1] = looks.next();
        return looked_[second_];
    }

    std::vector<std::uint32_t> looks(const Draws&) const { return {looked_, looked_ + 1 + second_}; }

private:
    double threshold_;
    bool relative_;           ///< to the average
    bool second_ = false;     ///< the last decision
    std::uint32_t looked_[2] = {};
};

}  // namespace p2c
