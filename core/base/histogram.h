// Integer log-linear histogram of non-negative durations (in the spirit of HdrHistogram). Counts are integers, so
// histograms merge exactly, in any order: shards, workers and threads give the same bits as one run.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "math.h"

namespace p2c {

/// Buckets: one for exactly 0, one for (0, 2^-32), 2^precision equal buckets for every octave up to 2^32, one above.
/// With precision 10 a bucket is at most 0.1 % wide. A bucket's value is its midpoint; the maximum is kept exactly.
class Histogram {
public:
    static constexpr int octaves = 64;  // 2^-32 … 2^32

    explicit Histogram(int precision = 10)
        : shift_(52 - precision),
          base_((1023LL - octaves / 2) << precision),
          counts_((static_cast<std::size_t>(octaves) << precision) + 3) {}

    /// Adds one value ≥ 0.
    void add(double x) {
        const std::size_t i = bucket(x);
        ++counts_[i];
        ++total_;
        if (i < low_) low_ = i;
        if (i > high_) high_ = i;
        if (x > max_) max_ = x;
    }

    /// Adds `count` values ≥ 0: the same as one by one, and faster.
    void add(const double* x, std::size_t count);

    /// Adds all counts of a histogram of the same precision.
    void add(const Histogram& other);

    /// Adds `count` values to a bucket (for reading a stored histogram) and raises the maximum.
    void add_bucket(std::size_t index, std::uint64_t count);
    void raise_max(double x) {
        if (x > max_) max_ = x;
    }

    void clear();

    /// Number of the bucket that holds x ≥ 0: 0 for zero, 1 for (0, 2^-32), …
    std::size_t bucket(double x) const {
        return bucket(x, static_cast<std::int64_t>(counts_.size()) - 3);
    }

    /// Smallest value that falls into bucket i ≥ 2.
    double lower_edge(std::size_t i) const;

    /// Midpoint of bucket i, never above the maximum; 0 for the bucket of zeros.
    double value(std::size_t i) const;

    /// Value of the given rank, 1 ≤ rank ≤ total (1 is the smallest).
    double at_rank(std::uint64_t rank) const;

    std::uint64_t total() const { return total_; }
    double max() const { return max_; }
    const std::vector<std::uint64_t>& counts() const { return counts_; }

    /// First and one past the last bucket that may be non-zero.
    std::size_t first() const { return low_ > high_ ? 0 : low_; }
    std::size_t last() const { return low_ > high_ ? 0 : high_ + 1; }

private:
    /// `top`: number of the last bucket, were the first of an octave that of number 0. Whether a wait is 0 cannot be
    /// predicted, so there is no branch on it.
    std::size_t bucket(double x, std::int64_t top) const {
        const std::uint64_t bits = det::to_bits(x) & ~(std::uint64_t{1} << 63);  // −0 is 0
        const auto i = static_cast<std::int64_t>(bits >> shift_) - base_;
        return static_cast<std::size_t>(std::clamp(i, std::int64_t{-1}, top) + 2 - (bits == 0));
    }

    int shift_;
    std::int64_t base_;
    std::vector<std::uint64_t> counts_;
    std::uint64_t total_ = 0;
    double max_ = 0;
    std::size_t low_ = ~std::size_t{0};
    std::size_t high_ = 0;
};

/// A share p = numerator/denominator of a percentile, so that ranks need no floating point.
struct Quantile {
    const char* name;
    std::uint64_t numerator;
    std::uint64_t denominator;
};

inline constexpr Quantile quantiles[] = {{"p50", 50, 100}, {"p90", 90, 100}, {"p99", 99, 100}, {"p999", 999, 1000}};

/// Nearest rank ⌈pN⌉ in integer arithmetic; N ≥ 1 (for N < 2^53, p as above, no product overflows).
constexpr std::uint64_t nearest_rank(const Quantile& q, std::uint64_t total) {
    const std::uint64_t rank = (q.numerator * total + q.denominator - 1) / q.denominator;
    return rank == 0 ? 1 : rank;
}

/// Index ⌊pN⌋ from 0 as a rank from 1: one too far where pN is whole, and the nearest rank elsewhere.
constexpr std::uint64_t floored_rank(const Quantile& q, std::uint64_t total) {
    const std::uint64_t rank = q.numerator * total / q.denominator + 1;
    return rank < total ? rank : total;
}

}  // namespace p2c
