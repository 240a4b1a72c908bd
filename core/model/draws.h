// The random draws of one request (or ball): its looks, its tie draw, its coin. All are functions of the request's
// index, so the i-th look of a request is the same replica for every policy. Small enough to be copied into a loop's
// registers.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace p2c {

/// `in_doubt`, a few times in a million: one of them may have to be thrown away, and looks() has to be asked.
struct TwoLooks {
    std::uint32_t a, b;
    bool in_doubt;
};

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

    /// Draws of call `call` ≥ 1 of the requests: independent of those of their first calls.
    Draws(std::uint64_t seed, std::uint64_t replication, std::uint32_t n, std::uint32_t call) : Draws(seed, replication, n) {
        // Far above all indices of requests and of their ties.
        const std::uint64_t apart = ~std::uint64_t{0} - call;
        looks_ = looks_.inside(apart);
        ties_ = ties_.inside(apart);
        coins_ = coins_.inside(apart);
        seek(0);
    }

    /// Moves to a request. Loops use next(), which is cheaper.
    void seek(std::uint64_t index) {
        index_ = index;
        flips_ = ties_.word(index >> 6) >> (index & 63);
    }
    [[gnu::always_inline]] void next() {
        flips_ >>= 1;
        if ((++index_ & 63) == 0) flips_ = ties_.word(index_ >> 6);
    }

    /// The same for loops that never flip: flip() is not to be asked before a seek().
    void next_unflipped() { ++index_; }

    std::uint64_t index() const { return index_; }
    std::uint32_t size() const { return n_; }

    /// The request's looks in order: independent, uniform, repeats possible.
    BoundedSequence looks() const { return {looks_, index_, n_}; }

    /// The words that the request's looks come from, for who draws them otherwise.
    std::uint64_t word(std::uint64_t j) const { return looks_.word(index_, j); }

    /// The first look alone. The same as looks().next(), without the state for more.
    [[gnu::always_inline]] std::uint32_t first_look() const {
        std::uint32_t look = 0;
        if (fair(looks_.word(index_) >> 32, look)) [[likely]] return look;
        return sought_look(*this);
    }

    /// The first D looks, two from each word. False, a few times in a million, when a half must be thrown away: then
    /// looks() has to be asked.
    template <std::uint32_t D> bool first_looks(std::uint32_t* out) const {
        bool clean = true;
#pragma GCC unroll 4
        for (std::uint32_t k = 0; k < D; k += 2) {
            const std::uint64_t word = looks_.word(index_, k / 2);
            clean &= fair(word >> 32, out[k]);
            if (k + 1 < D) clean &= fair(word & 0xffffffffU, out[k + 1]);
        }
        return clean;
    }

    /// Fair coin for a tie of two. 64 requests share a word, a bit each.
    bool flip() const { return flips_ & 1; }

    /// The first two looks of the request `ahead` of this one.
    TwoLooks two_looks(std::uint32_t ahead) const {
        const std::uint64_t word = looks_.word(index_ + ahead);
        const std::uint64_t a = (word >> 32) * n_;
        const std::uint64_t b = (word & 0xffffffffU) * n_;
        const bool in_doubt = static_cast<std::uint32_t>(a) < n_ || static_cast<std::uint32_t>(b) < n_;
        return {static_cast<std::uint32_t>(a >> 32), static_cast<std::uint32_t>(b >> 32), in_doubt};
    }

    /// The flips of this request and those after it that share its word, one bit each, this request's lowest.
    std::uint64_t flips() const { return flips_; }
    std::uint32_t flips_left() const { return 64 - static_cast<std::uint32_t>(index_ & 63); }

    /// Uniform below `count` for a tie of `count`.
    std::uint32_t pick(std::uint32_t count) const {
        if (count == 1) return 0;
        if (count == 2) return flip() ? 1 : 0;
        // The high half of the index space, which flips never reach.
        return BoundedSequence(ties_, index_ | (std::uint64_t{1} << 63), count).next();
    }

    /// Uniform in (0, 1).
    double coin() const { return unit(coins_.word(index_)); }

private:
    /// Out of line and of a copy, so that a loop's draws stay in registers.
    [[gnu::noinline]] static std::uint32_t sought_look(Draws draws) { return draws.looks().next(); }

    /// Multiply-shift of one half; false when it may be one that must be thrown away (bounded() decides).
    bool fair(std::uint64_t half, std::uint32_t& out) const {
        const std::uint64_t product = half * n_;
        out = static_cast<std::uint32_t>(product >> 32);
        return static_cast<std::uint32_t>(product) >= n_;
    }

    Stream looks_, ties_, coins_;
    std::uint64_t index_ = 0;
    std::uint64_t flips_ = 0;  ///< what is left of the word of flips, this request's lowest
    std::uint32_t n_;
};

/// The looks of request `index` under a policy. Of a copy: a loop's own draws stay where they are.
template <class Policy> std::vector<std::uint32_t> looks_of(Policy& policy, Draws draws, std::uint64_t index) {
    draws.seek(index);
    return policy.looks(draws);
}

}  // namespace p2c
