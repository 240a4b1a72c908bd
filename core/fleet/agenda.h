// What happens next: the earliest of one time per replica, in a tournament tree. A completion replaces its replica's
// time and plays log2 n matches again, none of which branches on its outcome; a heap of events would mispredict most.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

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
        for (std::uint32_t i = 0; i < leaves_; ++i) nodes_[leaves_ + i] = {never, i};
        for (std::uint32_t k = leaves_; k-- > 1;) nodes_[k] = nodes_[2 * k];
    }

    double time() const { return nodes_[1].time; }
    std::uint32_t replica() const { return nodes_[1].replica; }

    /// Sets the time of replica i. Of equal times the lowest replica is first.
    [[gnu::always_inline]] void set(std::uint32_t i, double time) {
        std::uint32_t k = leaves_ + i;
        Node* nodes = nodes_.data();
        nodes[k] = {time, i};
        std::uint32_t winner = i;
        for (; k > 1; k /= 2) {
            const Node other = nodes[k ^ 1];
            const std::uint32_t other_is_first = k & 1;
            const std::uint32_t lost = (other.time < time) | ((other.time == time) & other_is_first);
            winner ^= (winner ^ other.replica) & (0U - lost);
            time = other.time < time ? other.time : time;
            nodes[k / 2] = {time, winner};
        }
    }

private:
    struct Node {
        double time;
        std::uint32_t replica;
    };

    std::uint32_t leaves_ = 1;
    std::vector<Node> nodes_;  ///< nodes_[1] is the winner; the children of k are 2k and 2k + 1
};

}  // namespace p2c::fleet
