// All are looked at and a coin decides between the two lightest: what some balancers shipped as two choices (sozu 1411).
#pragma once
#include <cstdint>
#include <vector>

#include "compare.h"

namespace p2c {

struct LightestTwo {
    bool ignores_load() const { return false; }
    static const Part& describe();
    explicit LightestTwo(const Json&) {}

    /// Ties for a place among the two are broken at random, so that of several that share the least load each is as likely.
    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        find(view, draws.size());
        const bool lightest = first.size() > 1 || second.empty() || draws.coin() < 0.5;
        const auto& from = lightest ? first : second;
        return from[draws.pick(static_cast<std::uint32_t>(from.size()))];
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const;

private:
    /// Who has the least load, and who the next, among n.
    template <class View> void find(View& view, std::uint32_t n) {
        first.assign(1, 0);
        second.clear();
        auto least = view.load(0);
        auto next = least;
        for (std::uint32_t i = 1; i < n; ++i) {
            const auto load = view.load(i);
            if (load < least) {
                second.swap(first);
                first.clear();
                next = least;
                least = load;
            }
            if (load == least) {
                first.push_back(i);
            } else if (second.empty() || load <= next) {
                if (second.empty() || load < next) second.clear();
                next = load;
                second.push_back(i);
            }
        }
    }

    std::vector<std::uint32_t> first, second;
};

}  // namespace p2c
