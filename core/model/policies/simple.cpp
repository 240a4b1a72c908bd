#include "simple.h"

#include <numeric>

namespace p2c {

Part Random::describe() {
    return {"random", "Random", "look at 1", "One place at random; its load is not read.", {}, {}};
}

Part RoundRobin::describe() {
    return {"round-robin", "Round robin", "round robin", "Each in turn, whatever its load.", {}, {}};
}

Part Least::describe() {
    return {"least", "Least of all", "look at all", "Look at every place and take the least loaded.", {ties_param(false)}, {}};
}

std::vector<std::uint32_t> Least::looks(const Draws& draws) const {
    std::vector<std::uint32_t> all(draws.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

}  // namespace p2c
