#include "histogram.h"

#include <algorithm>

namespace p2c {

void Histogram::add(const double* x, std::size_t count) {
    // In locals: members would be written and read again for every value.
    std::uint64_t* const counts = counts_.data();
    const auto top = static_cast<std::int64_t>(counts_.size()) - 3;
    std::size_t low = low_;
    std::size_t high = high_;
    double most = max_;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t i = bucket(x[k], top);
        ++counts[i];
        low = std::min(low, i);
        high = std::max(high, i);
        most = x[k] > most ? x[k] : most;
    }
    total_ += count;
    low_ = low;
    high_ = high;
    max_ = most;
}

void Histogram::add(const Histogram& other) {
    for (std::size_t i = other.first(); i < other.last(); ++i) counts_[i] += other.counts_[i];
    total_ += other.total_;
    low_ = std::min(low_, other.low_);
    high_ = std::max(high_, other.high_);
    raise_max(other.max_);
}

void Histogram::add_bucket(std::size_t index, std::uint64_t count) {
    if (count == 0) return;
    counts_[index] += count;
    total_ += count;
    low_ = std::min(low_, index);
    high_ = std::max(high_, index);
}

void Histogram::clear() {
    for (std::size_t i = first(); i < last(); ++i) counts_[i] = 0;
    total_ = 0;
    max_ = 0;
    low_ = ~std::size_t{0};
    high_ = 0;
}

double Histogram::lower_edge(std::size_t i) const {
    return det::from_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(i) - 2 + base_) << shift_);
}

double Histogram::value(std::size_t i) const {
    if (i == 0) return 0;
    if (i + 1 == counts_.size()) return max_;
    const double middle = i == 1 ? 0x1p-33 : (lower_edge(i) + lower_edge(i + 1)) / 2;
    return std::min(middle, max_);
}

double Histogram::at_rank(std::uint64_t rank) const {
    if (rank >= total_) return max_;
    std::uint64_t seen = 0;
    for (std::size_t i = first(); i < last(); ++i) {
        seen += counts_[i];
        if (seen >= rank) return value(i);
    }
    return max_;
}

}  // namespace p2c
