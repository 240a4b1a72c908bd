// The random draws of one request (or ball): its looks, its tie draw, its coin. All are functions of the request's
// index, so the i-th look of a request is the same replica for every policy.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace p2c {

class Draws {
public:
    /// n: number of bins or replicas, 1 ≤ n < 2^32.
    Draws(std::uint64_t seed, std::uint64_t replication, std::uint32_t n)
        : looks_(seed, replication, Purpose::look),
          ties_(seed, replication, Purpose::tie),
          coins_(seed, replication, Purpose::coin),
          n_(n) {
        seek(0);
    }

    /// Moves to a request. Loops use next(), which is cheaper.
    void seek(std::uint64_t index) {
        index_ = index;
        flips_ = ties_.word(index >> 6);
    }
    void next() {
        if ((++index_ & 63) == 0) flips_ = ties_.word(index_ >> 6);
    }

    std::uint64_t index() const { return index_; }
    std::uint32_t size() const { return n_; }

    /// The request's looks in order: independent, uniform, repeats possible.
    BoundedSequence looks() const { return {looks_, index_, n_}; }

    /// Fair coin for a tie of two. 64 requests share a word, a bit each.
    bool flip() const { return (flips_ >> (index_ & 63)) & 1; }

    /// Uniform below `count` for a tie of `count`.
    std::uint32_t pick(std::uint32_t count) const {
        if (count == 1) return 0;
        if (count == 2) return flip() ? 1 : 0;
        // The high half of the index space, which flips never reach.
        return BoundedSequence(ties_, index_ | (std::uint64_t{1} << 63), count).next();
    }

    /// Uniform in (0, 1).
    double coin() const { return unit(coins_.word(index_)); }

    /// Space for a policy that compares many; kept between requests so that none allocates.
    std::vector<std::uint32_t>& scratch() { return scratch_; }

    /// Marks for looks that must be distinct: begin, then first_meeting(i) is true once for each i.
    void begin_distinct() {
        if (met_.empty()) met_.assign(n_, 0);
        ++stamp_;
    }
    bool first_meeting(std::uint32_t i) {
        const bool fresh = met_[i] != stamp_;
        met_[i] = stamp_;
        return fresh;
    }

private:
    Stream looks_, ties_, coins_;
    std::uint64_t index_ = 0;
    std::uint64_t flips_ = 0;
    std::uint32_t n_;
    std::vector<std::uint32_t> scratch_;
    std::vector<std::uint64_t> met_;
    std::uint64_t stamp_ = 0;
};

}  // namespace p2c
