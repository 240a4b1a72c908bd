// One look in each of d groups. With ties to the left this is always-go-left (Vöcking 1999): asymmetry makes the fullest
// bin lower than d looks anywhere do. Group g holds the places from ⌊g·n/d⌋ up to ⌊(g + 1)·n/d⌋.
#pragma once
#include <vector>

#include "compare.h"

namespace p2c {

class Groups {
public:
    bool ignores_load() const { return d_ == 1; }
    static const Part& describe();
    static void check(const Json& policy, std::uint32_t n, const char* n_name);
    explicit Groups(const Json& config);

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        gather(draws);
        if (d_ == 2) return lesser(view, looked_[0], looked_[1], ties_, draws);
        return least_of(view, d_, ties_, draws, tied_, [this](std::uint32_t k) { return looked_[k]; });
    }

    std::vector<std::uint32_t> looks(const Draws& draws) {
        gather(draws);
        return looked_;
    }

private:
    void gather(const Draws& draws) {
        BoundedSequence looks = draws.looks();
        std::uint64_t sum = draws.size();  // (g + 1)·n
        std::uint32_t start = 0;
        for (std::uint32_t& look : looked_) {
            const auto end = static_cast<std::uint32_t>(sum / d_);
            look = start + looks.next_below(end - start);
            start = end;
            sum += draws.size();
        }
    }

    std::uint32_t d_;
    Ties ties_;  ///< left is the first look
    std::vector<std::uint32_t> looked_, tied_;
};

}  // namespace p2c
