// Random words as a counter hash: word(i) of a stream is a pure function of (seed, replication, purpose, i).
// Nothing is shared between purposes, so no draw of one kind can move another, and any request's draws can be
// made again, in any order, on any machine. The hash is the SplitMix64 finaliser over a Weyl sequence (Steele,
// Lea, Flood 2014), which passes BigCrush; a sequential generator (xoshiro256++) would be no faster here, since
// successive hashes are independent and overlap in the processor's pipeline, and it could not be entered anywhere.
#pragma once
#include <cstdint>

namespace p2c {

/// What a draw is for. Each purpose has a stream of its own. Values are part of every golden fingerprint.
enum class Purpose : std::uint64_t {
    gap = 1, size = 2, look = 3, tie = 4, coin = 5, weight = 6, noise = 7, edge = 8, graph = 9, dispatcher = 10, subset = 11,
    key = 12, profile = 15, second_size = 16, second_coin = 17, fault = 18, backoff = 19, idempotent = 20,
    sequence = 32
};

/// Bijective 64-bit finaliser of SplitMix64 (Stafford's variant 13).
constexpr std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// A stream of 64-bit words, addressed by index and, where one index needs several words, by j.
class Stream {
public:
    constexpr Stream() = default;
    constexpr Stream(std::uint64_t seed, std::uint64_t replication, Purpose purpose)
        : key_(mix64(mix64(mix64(seed + golden) + (replication + 1) * step) +
                     static_cast<std::uint64_t>(purpose) * golden)) {}

    constexpr std::uint64_t word(std::uint64_t index) const { return mix64(key_ + index * golden); }

    /// word(index, 0) == word(index).
    constexpr std::uint64_t word(std::uint64_t index, std::uint64_t j) const {
        return mix64(key_ + index * golden + j * step);
    }

    /// A stream of its own for an index that takes several draws of several words each.
    constexpr Stream inside(std::uint64_t index) const {
        Stream inner;
        inner.key_ = word(index);
        return inner;
    }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;  // 2^64 / golden ratio, odd
    static constexpr std::uint64_t step = 0xd1342543de82ef95ULL;    // an unrelated odd constant

    std::uint64_t key_ = 0;
};

/// Uniform in (0, 1), symmetric about 1/2, on a grid of 2^-52 (never 0, never 1).
inline double unit(std::uint64_t word) {
    return (static_cast<double>(static_cast<std::int64_t>(word >> 12)) + 0.5) * 0x1p-52;
}

/// Turns the 32 bits of `half` into a uniform integer below n (1 ≤ n ≤ 2^32 − 1) by multiply-shift.
/// False when the bits must be thrown away to keep every integer exactly equally likely (Lemire 2019).
inline bool bounded(std::uint32_t half, std::uint32_t n, std::uint32_t& out) {
    const std::uint64_t product = static_cast<std::uint64_t>(half) * n;
    out = static_cast<std::uint32_t>(product >> 32);
    const auto low = static_cast<std::uint32_t>(product);
    return low >= n || low >= (0U - n) % n;  // the division is reached with probability n / 2^32
}

/// Uniform integers below n for one index of a stream: two 32-bit halves of each word in turn, high half first.
class BoundedSequence {
public:
    BoundedSequence(const Stream& stream, std::uint64_t index, std::uint32_t n)
        : stream_(&stream), index_(index), n_(n) {}

    std::uint32_t next() { return next_below(n_); }

    /// The next halves, with another bound.
    std::uint32_t next_below(std::uint32_t n) {
        std::uint32_t value = 0;
        while (!bounded(half(), n, value)) {
        }
        return value;
    }

private:
    std::uint32_t half() {
        if (low_next_) {
            low_next_ = false;
            return static_cast<std::uint32_t>(word_);
        }
        word_ = stream_->word(index_, j_++);
        low_next_ = true;
        return static_cast<std::uint32_t>(word_ >> 32);
    }

    const Stream* stream_;
    std::uint64_t index_;
    std::uint32_t n_;
    std::uint64_t j_ = 0;
    std::uint64_t word_ = 0;
    bool low_next_ = false;
};

}  // namespace p2c
