// Two choices on a graph: the looks are the ends of an edge. Not in the list of policies: a graph turns choices with
// d = 2 into this. The first look is the one that the ball would have without a graph.
#pragma once
#include <vector>

#include "compare.h"
#include "model/graphs.h"

namespace p2c {

class EdgeChoices {
public:
    EdgeChoices(const Json& graph, std::uint32_t n, Ties ties) : graph_(graph, n), ties_(ties) {}
    void begin(std::uint64_t seed, std::uint64_t replication) { graph_.begin(seed, replication); }

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        const std::uint32_t a = draws.first_look();
        return lesser(view, a, graph_.neighbour(a, draws.index()), ties_, draws);
    }
    std::vector<std::uint32_t> looks(const Draws& draws) const {
        const std::uint32_t a = draws.first_look();
        return {a, graph_.neighbour(a, draws.index())};
    }

private:
    Graph graph_;
    Ties ties_;
};

}  // namespace p2c
