// Which replicas are the least loaded, in a tournament tree: each node knows the least key below it and how many share it.
// A change plays log2 n matches again, and so does finding the r-th of those that share the least.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "engine.h"

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
        for (; k > 1; k /= 2) {
            const Node& a = nodes[k];
            const Node& b = nodes[k ^ 1];
            const double least = b.key < a.key ? b.key : a.key;
            nodes[k / 2] = {least, (a.count & (0U - (a.key == least))) + (b.count & (0U - (b.key == least)))};
        }
    }

private:
    static constexpr double beyond = std::numeric_limits<double>::infinity();  ///< of leaves without a replica

    struct Node {
        double key;
        std::uint32_t count;
    };

    std::uint32_t leaves_ = 1;
    std::vector<Node> nodes_;  ///< nodes_[1] is the winner; the children of k are 2k and 2k + 1
};

/// Told by the event queue of every request that joins or leaves; keeps the replicas ordered by what a dispatcher compares.
class Ranking {
public:
    static constexpr bool times_answers = false;
    explicit Ranking(const Settings& settings) : settings_(settings), tree_(settings.replicas) {}

    /// Loads by which replicas can be kept in order: they change only where a request joins or leaves. Of work left, which
    /// shrinks as time passes, the moment at which a replica is free keeps the order, but not with the speed beside it.
    static bool can(const Information& information) { return information.signal != Signal::work || !information.speeds; }

    template <class State> void begin(const State& state) {
        for (std::uint32_t i = 0; i < settings_.replicas; ++i) update(i, state);
    }
    template <class State> void sent(std::uint32_t i, std::uint32_t, double, State& state) { update(i, state); }
    template <class State> void left(std::uint32_t i, std::uint32_t, double, bool, State& state) {
        // When work ends does not change as a request leaves, but for the last.
        if (settings_.information.signal != Signal::work || state.in_service(i) < settings_.workers) update(i, state);
    }

    const Tournament& tree() const { return tree_; }

private:
    template <class State> void update(std::uint32_t i, const State& state) {
        const Signal signal = settings_.information.signal;
        tree_.set(i, signal == Signal::work ? state.free_at(i) : weighed(state.load(i, 0, signal), i, settings_));
    }

    Settings settings_;
    Tournament tree_;
};

}  // namespace p2c::fleet
