// What happens next: the earliest of one time per replica, in a tournament tree. A completion replaces its replica's
// time and plays log2 n matches again, none of which branches on its outcome; a heap of events would mispredict most.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/math.h"

namespace p2c::fleet {

class Agenda {
public:
    static constexpr double never = std::numeric_limits<double>::infinity();

    explicit Agenda(std::uint32_t replicas) {
        while (leaves_ < replicas) leaves_ *= 2;
        nodes_.resize(2 * leaves_);
        clear();
    }

    void clear() {
        for (std::uint32_t i = 0; i < leaves_; ++i) nodes_[leaves_ + i] = {det::to_bits(never), i};
        for (std::uint32_t k = leaves_; k-- > 1;) nodes_[k] = nodes_[2 * k];
    }

    double time() const { return det::from_bits(nodes_[1].time); }
    std::uint32_t replica() const { return nodes_[1].replica; }

    /// Sets the time of replica i, 0 or later. Of equal times the lowest replica is first.
    [[gnu::always_inline]] void set(std::uint32_t i, double time) {
        std::uint32_t k = leaves_ + i;
        Node* nodes = nodes_.data();
        Node winner{det::to_bits(time), i};
        nodes[k] = winner;
        for (; k > 1; k /= 2) {
            const Node other = nodes[k ^ 1];
            const std::uint32_t lost = other.time < winner.time + (k & 1);  // a left neighbour wins a tie
            winner.replica ^= (winner.replica ^ other.replica) & (0U - lost);
            winner.time = std::min(winner.time, other.time);
            nodes[k / 2] = winner;
        }
    }

private:
    struct Node {
        std::uint64_t time;  ///< the bits of it, which are in the order of times that are not negative
        std::uint32_t replica;
    };

    std::uint32_t leaves_ = 1;
    std::vector<Node> nodes_;  ///< nodes_[1] is the winner; the children of k are 2k and 2k + 1
};

}  // namespace p2c::fleet
