// Graphical allocation (Kenthapadi, Panigrahy 2006): bins are the vertices of a graph, and the two looks are the ends of
// an edge drawn uniformly. In a regular graph that is a vertex and one of its neighbours, each drawn uniformly.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "part.h"

namespace p2c {

class Graph {
public:
    Graph(const Json& config, std::uint32_t n);

    /// Draws the graph anew, if it is a random one, and starts the stream of edges.
    void begin(std::uint64_t seed, std::uint64_t replication);

    /// The other end of the edge of ball `index`.
    std::uint32_t neighbour(std::uint32_t i, std::uint64_t index) const {
        const std::uint32_t k = BoundedSequence(edges_, index, degree_).next();
        if (kind_ == Kind::hypercube) return i ^ (1U << k);
        if (kind_ == Kind::cycle) return k == 0 ? (i + 1 == n_ ? 0 : i + 1) : (i == 0 ? n_ - 1 : i - 1);
        return ends_[static_cast<std::size_t>(i) * degree_ + k];
    }

private:
    enum class Kind { cycle, hypercube, regular };
    void shuffle_ring(const Stream& stream);
    void pair_ends(const Stream& stream);
    bool switched(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
    std::uint32_t* of(std::uint32_t i) { return &ends_[static_cast<std::size_t>(i) * degree_]; }
    bool joined(std::uint32_t a, std::uint32_t b);
    void move_end(std::uint32_t a, std::uint32_t from, std::uint32_t to);

    Kind kind_;
    std::uint32_t n_, degree_;
    Stream edges_;
    std::vector<std::uint32_t> ends_;  ///< of a regular graph: the neighbours of each vertex
};

/// Rules that need the number of bins. Throws ConfigError.
void check_graph(const Json& config, std::uint32_t n);

/// Bytes that drawing the graph on n bins takes.
double graph_bytes(const Json& config, double n);

Parts describe_graphs();

}  // namespace p2c
