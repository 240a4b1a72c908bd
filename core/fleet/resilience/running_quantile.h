// A percentile of all values so far, by nearest rank, known after each of them: the bucket that holds it moves with it.
#pragma once
#include <cstdint>
#include <vector>

#include "base/histogram.h"

namespace p2c::fleet {

class RunningQuantile {
public:
    /// Fewer values than these say nothing.
    static constexpr std::uint64_t enough = 1000;

    explicit RunningQuantile(double p) : p_(p) {}

    void clear() {
        values_.clear();
        bucket_ = below_ = 0;
    }

    void add(double x) {
        values_.add(x);
        below_ += values_.bucket(x) < bucket_;
        const std::uint64_t rank = this->rank();
        const auto& counts = values_.counts();
        while (below_ >= rank) below_ -= counts[--bucket_];
        while (below_ + counts[bucket_] < rank) below_ += counts[bucket_++];
    }

    bool known() const { return values_.total() >= enough; }
    double value() const { return values_.value(bucket_); }

private:
    /// ⌈p·N⌉, at least 1.
    std::uint64_t rank() const {
        const double exact = p_ * static_cast<double>(values_.total());
        const auto whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(exact));
        return whole + (static_cast<double>(static_cast<std::int64_t>(whole)) < exact || whole == 0);
    }

    double p_;
    Histogram values_;
    std::size_t bucket_ = 0;
    std::uint64_t below_ = 0;  ///< values in lower buckets
};

}  // namespace p2c::fleet
