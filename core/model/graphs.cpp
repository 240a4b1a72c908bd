#include "graphs.h"

#include <algorithm>
#include <utility>

#include "base/refuse.h"

namespace p2c {

Parts describe_graphs() {
    static constexpr Param regular[] = {
        integer("degree", "Neighbours", 2, 64, 4).slider(2, 16).about("Neighbours of every bin."),
    };
    static constexpr Part all[] = {
        {"complete", "Complete", "any bins", "Any bins can be looked at together.", {}, "bins"},
        {"cycle", "Cycle", "cycle", "The two looks are neighbours on a ring of bins.", {}, "bins"},
        {"hypercube", "Hypercube", "hypercube",
         "The two looks are bins whose numbers differ in one binary digit; the number of bins is a power of two.", {}, "bins"},
        {"regular", "Random regular graph", "random regular graph",
         "The two looks are neighbours in a random graph in which every bin has the same number of neighbours; each run "
         "draws its own.", regular, "bins"},
    };
    return all;
}

namespace {

std::uint32_t dimensions(std::uint32_t n) {
    std::uint32_t k = 0;
    while ((n >> k) > 1) ++k;
    return k;
}

[[noreturn]] void refuse_bins(const std::string& wanted, std::uint32_t n) {
    refuse("bins", {"bins must be ", wanted, "; it is ", n, "."});
}

}  // namespace

void check_graph(const Json& config, std::uint32_t n) {
    const auto& id = config.at("id").get_ref<const std::string&>();
    if (id == "cycle" && n < 3) refuse_bins("at least 3 on a cycle", n);
    if (id == "hypercube" && (n < 2 || (n & (n - 1)) != 0)) refuse_bins("a power of two, 2 or more, on a hypercube", n);
    if (id != "regular") return;
    const auto degree = config.at("degree").get<std::uint64_t>();
    if (degree >= n)
        refuse("graph.degree", {"graph.degree must be below the number of bins, which is ", n, "; it is ", degree, "."});
    if (degree * n % 2 != 0)
        refuse("graph.degree", {"graph.degree must be even while the number of bins is odd; it is ", degree, " for ", n, " bins."});
}

double graph_bytes(const Json& config, double n) {
    return config.at("id") == "regular" ? 2 * n * config.at("degree").get<double>() * sizeof(std::uint32_t) : 0;
}

Graph::Graph(const Json& config, std::uint32_t n) : kind_(Kind::cycle), n_(n), degree_(2) {
    if (config.at("id") == "hypercube") {
        kind_ = Kind::hypercube;
        degree_ = dimensions(n);
    }
    if (config.at("id") == "regular") {
        kind_ = Kind::regular;
        degree_ = config.at("degree").get<std::uint32_t>();
        ends_.resize(static_cast<std::size_t>(n) * degree_);
    }
}

void Graph::begin(std::uint64_t seed, std::uint64_t replication) {
    edges_ = Stream(seed, replication, Purpose::edge);
    if (kind_ == Kind::regular) {
        const Stream stream(seed, replication, Purpose::graph);
        n_ > 16 * degree_ ? pair_ends(stream) : shuffle_ring(stream);
    }
}

bool Graph::joined(std::uint32_t a, std::uint32_t b) { return std::find(of(a), of(a) + degree_, b) != of(a) + degree_; }

void Graph::move_end(std::uint32_t a, std::uint32_t from, std::uint32_t to) { *std::find(of(a), of(a) + degree_, from) = to; }

/// Two edges a–b and c–d become a–d and c–b, unless that would make a loop or an edge that is there already.
bool Graph::switched(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    if (a == c || b == d || a == d || b == c || joined(a, d) || joined(c, b)) return false;
    move_end(a, b, d);
    move_end(b, a, c);
    move_end(c, d, b);
    move_end(d, c, a);
    return true;
}

/// A ring in which everyone knows the next few on both sides, then switched at random. Every simple regular graph is
/// equally likely in the limit (Cooper, Dyer, Greenhill 2007). Twenty attempts an edge; for small or dense graphs.
void Graph::shuffle_ring(const Stream& stream) {
    for (std::uint32_t i = 0; i < n_; ++i) {
        for (std::uint32_t k = 0; k < degree_ / 2; ++k) {
            of(i)[2 * k] = (i + k + 1) % n_;
            of(i)[2 * k + 1] = (i + n_ - k - 1) % n_;
        }
        if (degree_ % 2 == 1) of(i)[degree_ - 1] = (i + n_ / 2) % n_;
    }
    const std::uint64_t attempts = 10 * static_cast<std::uint64_t>(n_) * degree_;
    for (std::uint64_t t = 0; t < attempts; ++t) {
        BoundedSequence random(stream, t, n_);
        const std::uint32_t a = random.next();
        const std::uint32_t c = random.next();
        const std::uint32_t b = of(a)[random.next_below(degree_)];
        switched(a, b, c, of(c)[random.next_below(degree_)]);
    }
}

/// All ends of edges, paired at random (Bollobás 1980); the few loops and repeated edges, on average fewer than
/// degree²/4, are switched with random edges until none is left. Nearly uniform where there are many vertices.
void Graph::pair_ends(const Stream& stream) {
    const auto ends = static_cast<std::uint32_t>(ends_.size());
    std::vector<std::uint32_t> order(ends);
    for (std::uint32_t k = 0; k < ends; ++k) order[k] = k;
    for (std::uint32_t k = ends; k > 1; --k) std::swap(order[k - 1], order[BoundedSequence(stream, k, k).next()]);
    for (std::uint32_t k = 0; k < ends; k += 2) {
        ends_[order[k]] = order[k + 1] / degree_;
        ends_[order[k + 1]] = order[k] / degree_;
    }
    std::uint64_t draw = std::uint64_t{1} << 32;
    for (std::uint32_t i = 0; i < n_; ++i) {
        for (std::uint32_t k = 0; k < degree_;) {
            const std::uint32_t j = of(i)[k];
            if (j != i && std::find(of(i), of(i) + k, j) == of(i) + k) {
                ++k;
                continue;
            }
            BoundedSequence random(stream, draw++, n_);
            const std::uint32_t c = random.next();
            // A switch may have moved an earlier end, so the vertex is gone through again.
            if (switched(i, j, c, of(c)[random.next_below(degree_)])) k = 0;
        }
    }
}

}  // namespace p2c
