#include "simple.h"

#include <numeric>

namespace p2c {

const Part& Random::describe() {
    static constexpr Part part{"random", "Random", "look at 1", "One place at random; its load is not read."};
    return part;
}

const Part& RoundRobin::describe() {
    static constexpr Part part{"round-robin", "Round robin", "round robin", "Each in turn, whatever its load."};
    return part;
}

const Part& Least::describe() {
    static constexpr Param params[] = {
        ties_param(false),
    };
    static constexpr Part part{"least", "Least of all", "look at all", "Look at every place and take the least loaded.", params};
    return part;
}

std::vector<std::uint32_t> Least::looks(const Draws& draws) const {
    std::vector<std::uint32_t> all(draws.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

}  // namespace p2c
