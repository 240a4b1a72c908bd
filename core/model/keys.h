// Keys of requests (a user, a session, an object): what sticky policies go by. A key has an order of all replicas, by
// rendezvous hashing (Thaler and Ravishankar 1998): each replica has a hash with the key, and the highest comes first. The
// hash depends on the seed alone, so that a key has the same order in every replication.
#pragma once
#include <cstdint>
#include <vector>

#include "discrete.h"
#include "draws.h"
#include "part.h"

namespace p2c {

class Keys {
public:
    /// Of a checked configuration of a fleet.
    explicit Keys(const Json& config);
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::key); }
    /// The numbers of the replicas that are counted from 0 here; at first all are known by their own.
    void know(std::vector<std::uint32_t> replicas);

    /// One key per request: its order is that of the request's looks, repeats skipped, which is uniform.
    bool distinct() const { return law_.empty(); }
    std::uint32_t count() const { return count_; }
    double probability(std::uint32_t key) const { return law_.probability(key); }
    /// The key of a request. Not for distinct keys.
    std::uint32_t of(std::uint64_t index) const { return law_.draw(stream_.word(index)); }

    /// The first `places` (or more) of the replicas in the order of the request's key; they are worked out once per key and
    /// number of replicas. One that leaves is skipped in the order of all, one that joins is put in where it belongs.
    const std::vector<std::uint32_t>& order(const Draws& draws, std::uint32_t places);
    /// The replica that comes first for a key.
    std::uint32_t first(std::uint32_t key, std::uint32_t n) const;
    /// The first `places` of n replicas for a key, in order.
    std::vector<std::uint32_t> first(std::uint32_t key, std::uint32_t n, std::uint32_t places) const;
    /// Share of the requests of each of n replicas where those of a key go to the first `set` of its order alike; of the first
    /// keys alone where there are too many to be looked up. Empty: all the same.
    std::vector<double> shares(std::uint32_t set, std::uint32_t n) const;

private:
    void become(std::uint32_t n);
    using Scored = std::vector<std::pair<std::uint64_t, std::uint32_t>>;
    void sort(Scored& scored, std::uint32_t key, std::uint32_t n, std::uint32_t places) const;
    void extend_distinct(const Draws& draws, std::uint32_t places);
    void extend(std::vector<std::uint32_t>& order, std::uint32_t key, std::uint32_t n, std::uint32_t places);
    std::uint64_t score(std::uint32_t key, std::uint32_t k) const { return placement_.inside(key).word(known_.empty() ? k : known_[k]); }

    std::uint32_t size_ = 0;                          ///< replicas that the orders are of
    std::vector<std::uint32_t> known_;                ///< their numbers; empty: as they are counted
    std::uint32_t count_ = 0;
    Discrete law_;
    Stream stream_, placement_;
    std::vector<std::vector<std::uint32_t>> orders_;  ///< of each key, as far as it was asked for
    std::vector<std::uint32_t> own_;                  ///< of a key that comes once
    std::vector<std::uint64_t> met_;
    std::uint64_t stamp_ = 0;
    Scored scored_;
};

Parts describe_keys();

}  // namespace p2c
