// When the workers of a replica will have served all that waits there: what work left is read from, kept up from call to call
// rather than added up along the queue at every look.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace p2c::fleet {

class Ahead {
public:
    /// Of no replicas: nothing is kept.
    Ahead(std::size_t replicas, std::uint32_t workers) : workers_(workers), replicas_(replicas) {}

    bool any() const { return !replicas_.empty(); }
    void clear() {
        for (Replica& r : replicas_) r.slowing = unknown;
    }

    /// What is known of replica i is of no use any more.
    void forget(std::uint32_t i) { replicas_[i].slowing = unknown; }
    /// Whether it is known, with sizes multiplied by that much.
    bool knows(std::uint32_t i, double slowing) const { return replicas_[i].slowing == slowing; }
    /// Times at which each worker is free, to be written there.
    std::vector<double>& learn(std::uint32_t i, double slowing) {
        replicas_[i].slowing = slowing;
        return replicas_[i].free;
    }
    double first(std::uint32_t i) const { return *std::min_element(replicas_[i].free.begin(), replicas_[i].free.end()); }

    /// A call of this size waits from now on.
    void joins(std::uint32_t i, double size) {
        Replica& r = replicas_[i];
        if (r.slowing != unknown) *std::min_element(r.free.begin(), r.free.end()) += size * r.slowing;
    }
    /// A call of this size waits no more, and is not served. With one worker all behind it come earlier by what it would have
    /// taken; with more, by whom they are served is another matter.
    void quits(std::uint32_t i, double size) { moves(i, -size * replicas_[i].slowing); }
    /// A call of this size is served in another time than that.
    void starts(std::uint32_t i, double size, double time) {
        const double expected = size * replicas_[i].slowing;
        if (time != expected) moves(i, time - expected);
    }
    /// A service ends so much later, or earlier.
    void moves(std::uint32_t i, double by) {
        if (workers_ > 1) return forget(i);
        if (replicas_[i].slowing != unknown) replicas_[i].free[0] += by;
    }

private:
    static constexpr double unknown = 0;
    struct Replica {
        std::vector<double> free;
        double slowing = unknown;
    };

    std::uint32_t workers_;
    std::vector<Replica> replicas_;
};

}  // namespace p2c::fleet
