// Time averages of the number of replicas by load, in whole ticks. A replica that rises to load k at time t and falls
// from it at time s has spent s − t there: level k receives +s and −t, in whatever order the engines come to know
// of them. Whole numbers make the sum the same for every order.
#pragma once
#include <cstdint>
#include <vector>

#include "ticks.h"

namespace p2c::fleet {

class Levels {
public:
    /// A replica's load has become k / is about to fall from k, at this time.
    [[gnu::always_inline]] void rise(std::uint32_t k, double time) {
        if (k >= ticks_.size()) [[unlikely]] make_room(k);
        ticks_[k] -= tick(time);
    }
    void fall(std::uint32_t k, double time) { ticks_[k] += tick(time); }

    /// Starts or ends the window at which averages are taken: a replica now has load k.
    void open(std::uint32_t k, double time) {
        for (; k > 0; --k) rise(k, time);
    }
    void close(std::uint32_t k, double time) {
        for (; k > 0; --k) fall(k, time);
    }

    void clear() { ticks_.assign(ticks_.size(), 0); }

    /// Replica-time spent at load ≥ k while the window was open, in mean service times.
    double time_at_least(std::uint32_t k) const {
        return k < ticks_.size() ? static_cast<double>(static_cast<std::int64_t>(ticks_[k])) / ticks_per_unit : 0;
    }
    /// Ticks of all levels together, up to this time; `present` requests are there.
    std::uint64_t area(std::uint64_t present, double time) const {
        std::uint64_t sum = present * tick(time);
        for (const std::uint64_t ticks : ticks_) sum += ticks;
        return sum;
    }

    std::uint32_t top() const { return static_cast<std::uint32_t>(ticks_.size()); }

private:
    [[gnu::noinline]] void make_room(std::uint32_t k) { ticks_.resize(2 * static_cast<std::size_t>(k) + 2); }

    std::vector<std::uint64_t> ticks_ = std::vector<std::uint64_t>(64);  // sums wrap; differences of them do not
};

}  // namespace p2c::fleet
