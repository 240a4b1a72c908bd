// Keys of requests (a user, a session, an object): what sticky policies go by. A key has an order of all replicas, by
// rendezvous hashing (Thaler and Ravishankar 1998): each replica has a hash with the key, and the highest comes first. The
// hash depends on the seed alone, so that a key has the same order in every replication.
#pragma once
#include <cstdint>
#include <vector>

#include "draws.h"
#include "part.h"

namespace p2c {

/// Numbers drawn with given probabilities by inverting the distribution function: one word, one binary search.
class Discrete {
public:
    Discrete() = default;
    /// Weights at least 0, not all 0.
    explicit Discrete(const std::vector<double>& weights);
    std::uint32_t draw(std::uint64_t word) const;
    double probability(std::uint32_t i) const { return (sums_[i] - (i > 0 ? sums_[i - 1] : 0)) / sums_.back(); }
    bool empty() const { return sums_.empty(); }

private:
    std::vector<double> sums_;
};

class Keys {
public:
    /// Of a checked configuration of a fleet.
    explicit Keys(const Json& config);
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::key); }

    /// One key per request: its order is that of the request's looks, repeats skipped, which is uniform.
    bool distinct() const { return law_.empty(); }
    std::uint32_t count() const { return count_; }
    double probability(std::uint32_t key) const { return law_.probability(key); }
    /// The key of a request. Not for distinct keys.
    std::uint32_t of(std::uint64_t index) const { return law_.draw(stream_.word(index)); }

    /// The first `places` (or more) of n replicas in the order of the request's key; they are worked out once per key.
    const std::vector<std::uint32_t>& order(const Draws& draws, std::uint32_t places);
    /// The replica that comes first for a key.
    std::uint32_t first(std::uint32_t key, std::uint32_t n) const;

private:
    void extend_distinct(const Draws& draws, std::uint32_t places);
    void extend(std::vector<std::uint32_t>& order, std::uint32_t key, std::uint32_t n, std::uint32_t places);
    std::uint64_t score(std::uint32_t key, std::uint32_t replica) const { return placement_.inside(key).word(replica); }

    std::uint32_t count_ = 0;
    Discrete law_;
    Stream stream_, placement_;
    std::vector<std::vector<std::uint32_t>> orders_;  ///< of each key, as far as it was asked for
    std::vector<std::uint32_t> own_;                  ///< of a key that comes once
    std::vector<std::uint64_t> met_;
    std::uint64_t stamp_ = 0;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> scored_;
};

std::vector<Part> describe_keys();

}  // namespace p2c
