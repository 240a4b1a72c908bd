#include "lightest_two.h"

#include <numeric>

namespace p2c {

const Part& LightestTwo::describe() {
    static constexpr Part part{"lightest-two", "Coin between the two lightest", "coin, two lightest",
            "Look at every place and toss a coin between the two least loaded: a famous mistake for two choices. With two places it is random."};
    return part;
}

std::vector<std::uint32_t> LightestTwo::looks(const Draws& draws) const {
    std::vector<std::uint32_t> all(draws.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

}  // namespace p2c
