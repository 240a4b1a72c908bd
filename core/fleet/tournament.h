// Which keys are the least, in a tournament tree: each node knows the least key below it and how many share it. A change plays
// log2 n matches again, and so does finding the r-th of those that share the least.
#pragma once
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace p2c::fleet {

class Tournament {
public:
    explicit Tournament(std::uint32_t replicas) {
        while (leaves_ < replicas) leaves_ *= 2;
        nodes_.assign(2 * static_cast<std::size_t>(leaves_), {beyond, 1});
    }

    /// How many share the least key.
    std::uint32_t sharing() const { return nodes_[1].count; }

    /// The r-th of them in order of index, r from 0.
    std::uint32_t nth(std::uint32_t r) const {
        const double least = nodes_[1].key;
        std::uint32_t k = 1;
        while (k < leaves_) {
            const Node& left = nodes_[2 * k];
            const std::uint32_t here = left.key == least ? left.count : 0;
            const std::uint32_t right = r >= here;
            r -= here & (0U - right);
            k = 2 * k + right;
        }
        return k - leaves_;
    }

    void set(std::uint32_t i, double key) {
        std::uint32_t k = leaves_ + i;
        Node* nodes = nodes_.data();
        nodes[k].key = key;
        for (; k > 1; k /= 2) nodes[k / 2] = winner(nodes[k], nodes[k ^ 1]);
    }

    /// Many at once: place() all, then rebuild().
    void place(std::uint32_t i, double key) { nodes_[leaves_ + i].key = key; }
    void rebuild() {
        for (std::uint32_t k = leaves_; k-- > 1;) nodes_[k] = winner(nodes_[2 * k], nodes_[2 * k + 1]);
    }
    /// From how many changes on that is less work than as many set().
    std::uint32_t many() const { return leaves_ / (static_cast<std::uint32_t>(std::bit_width(leaves_)) + 1); }

private:
    static constexpr double beyond = std::numeric_limits<double>::infinity();  ///< of leaves without a replica

    struct Node {
        double key;
        std::uint32_t count;
    };

    [[gnu::always_inline]] static Node winner(const Node& a, const Node& b) {
        const double least = b.key < a.key ? b.key : a.key;
        return {least, (a.count & (0U - (a.key == least))) + (b.count & (0U - (b.key == least)))};
    }

    std::uint32_t leaves_ = 1;
    std::vector<Node> nodes_;  ///< nodes_[1] is the winner; the children of k are 2k and 2k + 1
};

}  // namespace p2c::fleet
