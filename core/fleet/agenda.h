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
        times_.resize(leaves_);
        winners_.resize(2 * leaves_);
        for (std::uint32_t i = 0; i < leaves_; ++i) winners_[leaves_ + i] = i;
        clear();
    }

    void clear() {
        std::fill(times_.begin(), times_.end(), det::to_bits(never));
        for (std::uint32_t k = leaves_; k-- > 1;) winners_[k] = winners_[2 * k];
        first_ = never;
    }

    double time() const { return first_; }
    std::uint32_t replica() const { return winners_[1]; }

    /// Sets the time of replica i, 0 or later. Of equal times the lowest replica is first.
    [[gnu::always_inline]] void set(std::uint32_t i, double time) {
        std::uint64_t* const times = times_.data();
        std::uint32_t* const winners = winners_.data();
        std::uint64_t least = det::to_bits(time);
        std::uint32_t winner = i;
        times[i] = least;
        for (std::uint32_t k = leaves_ + i; k > 1; k /= 2) {
            const std::uint32_t other = winners[k ^ 1];
            const std::uint64_t others = times[other];
            const bool lost = others < least + (k & 1);  // a left neighbour wins a tie
            winner = lost ? other : winner;
            least = lost ? others : least;
            winners[k / 2] = winner;
        }
        first_ = det::from_bits(least);
    }

private:
    std::uint32_t leaves_ = 1;
    double first_ = never;
    std::vector<std::uint64_t> times_;    ///< the bits of them, which are in the order of times that are not negative
    std::vector<std::uint32_t> winners_;  ///< [1] is the first of all; the children of k are 2k and 2k + 1
};

}  // namespace p2c::fleet
