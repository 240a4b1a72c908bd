// Who dispatches: which dispatcher a request comes to, and which replicas it knows.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "model/information.h"

namespace p2c::fleet {

class Dispatchers {
public:
    Dispatchers(const Information& information, std::uint32_t replicas);

    void begin(std::uint64_t seed, std::uint64_t replication);

    std::uint32_t count() const { return count_; }
    /// Replicas that each knows.
    std::uint32_t known() const { return subset_ > 0 ? subset_ : replicas_; }

    /// The dispatcher of a request: each with the same probability.
    std::uint32_t of(std::uint64_t request) const {
        return count_ == 1 ? 0 : BoundedSequence(stream_, request, count_).next();
    }

    /// The replica that a dispatcher calls k.
    std::uint32_t replica(std::uint32_t dispatcher, std::uint32_t k) const {
        return subset_ > 0 ? known_[static_cast<std::size_t>(dispatcher) * subset_ + k] : k;
    }

    /// The replicas that a dispatcher knows, in its order. Only where it does not know all.
    std::vector<std::uint32_t> subset(std::uint32_t dispatcher) const {
        const auto first = known_.begin() + static_cast<std::ptrdiff_t>(dispatcher) * subset_;
        return {first, first + subset_};
    }

    /// How many requests a dispatcher has had, from a random start: its turn in a round robin.
    std::uint64_t turn(std::uint32_t dispatcher) const { return turns_[dispatcher]; }
    void next_turn(std::uint32_t dispatcher) { ++turns_[dispatcher]; }

private:
    void deal(const Stream& stream);

    std::uint32_t count_, replicas_, subset_;
    bool random_;
    Stream stream_;
    std::vector<std::uint32_t> known_;  ///< subset after subset
    std::vector<std::uint64_t> turns_;
};

}  // namespace p2c::fleet
