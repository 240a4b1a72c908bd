// Consistent hashing (Karger et al. 1997): every node has v points on a circle, and a key belongs to the node of the
// next point clockwise. With bounded loads (Mirrokni, Thorup and Zadimoghaddam 2018) a node that holds its cap sends
// keys on to the next point whose node has room.
#pragma once
#include <memory>

#include "model/simulation.h"

namespace p2c::hashing {

struct RingSettings {
    explicit RingSettings(const Json& config);

    std::uint64_t seed;
    std::uint32_t nodes;
    std::uint32_t points;  ///< nodes × virtual nodes
    std::uint64_t keys;
    std::uint64_t cap;  ///< most keys on one node; 0: no bound
    bool equal_arcs;    ///< points evenly apart, those of a node every `nodes`-th; else at random
};

/// Largest number of points on a ring.
inline constexpr double most_points = 4e6;

/// Least whole number of keys not below (1 + slack) · keys/nodes. Products that are whole but for rounding stay
/// themselves.
std::uint64_t cap_of(double slack, double keys, double nodes);

/// Columns of a row. Shares and loads are over their means.
enum RingColumn : std::size_t {
    max_share,
    min_share,
    share_variance,
    max_load,
    displaced,
    full_nodes,
    steps_per_key,
    ring_columns
};

std::unique_ptr<Simulation> make_ring(const Json& config);

}  // namespace p2c::hashing
