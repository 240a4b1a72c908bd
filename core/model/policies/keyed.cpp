#include "keyed.h"

#include <string>

#include "base/refuse.h"

namespace p2c {

const Part& Sticky::describe() {
    static constexpr Part part{"sticky", "Sticky", "sticky", "All requests of a key go to one replica, by rendezvous hashing, whatever its load.", {}, "fleet"};
    return part;
}

const Part& Bounded::describe() {
    static constexpr Param params[] = {
        real("factor", "Bound", 1, 1e9, 1.25)
            .above_low().slider(1.05, 4, "log").marks({1.1, 1.25, 1.5, 2, 4}).as("primary")
            .about("Most that a replica may have, over the average load that the dispatcher sees, with this request counted. Large: plain sticky."),
    };
    static constexpr Part part{"bounded", "Sticky, bounded", "bounded loads",
            "The first replica of the key's order that has less than its bound: a factor times the average load, rounded up.", params, "fleet"};
    return part;
}

const Part& Affinity::describe() {
    static constexpr Param params[] = {
        integer("set", "Replicas of a key", 1, 1024, 4).slider(1, 16).as("primary").about("How many replicas serve a key. One is sticky."),
        integer("d", "Look at", 1, 1024, 2).slider(1, 4).about("How many of them are looked at, all different."),
    };
    static constexpr Part part{"affinity", "d choices of a set", "in the key's set",
            "Each key has a small set of replicas; look at d of them at random and take the least loaded.", params, "fleet"};
    return part;
}

void Affinity::check(const Json& policy, std::uint32_t n, const char* n_name) {
    const auto set = policy.at("set").get<std::uint32_t>();
    const auto d = policy.at("d").get<std::uint32_t>();
    if (set > n)
        refuse("policy.set", {"policy.set must be at most the number of ", n_name, ", which is ", n, "; it is ", set, "."});
    if (d > set)
        refuse("policy.d", {"policy.d must be at most policy.set, which is ", set, "; it is ", d, "."});
}

void Affinity::gather(const Draws& draws) {
    const auto& order = keys_.order(draws, set_);
    if (keys_.distinct()) {  // the order is at random already, and comes from the same looks
        for (std::uint32_t k = 0; k < d_; ++k) looked_[k] = order[k];
        return;
    }
    // The first d of a shuffle of the set.
    places_.assign(order.begin(), order.begin() + set_);
    BoundedSequence looks = draws.looks();
    for (std::uint32_t k = 0; k < d_; ++k) {
        std::swap(places_[k], places_[k + looks.next_below(set_ - k)]);
        looked_[k] = places_[k];
    }
}

}  // namespace p2c
