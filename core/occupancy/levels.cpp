#include "levels.h"

#include <algorithm>

namespace p2c::occupancy {

void Levels::start(Count bins) {
    count_.assign(64, 0);
    count_[0] = bins_ = bins;
    base_ = 0;
    bottom_ = top_ = 0;
}

void Levels::assign(Count first, const std::vector<Count>& counts) {
    base_ = first;
    count_ = counts;
    bins_ = 0;
    for (const Count c : counts) bins_ += c;
    bottom_ = 0;
    top_ = static_cast<int>(counts.size()) - 1;
    count_.resize(counts.size() + 8, 0);
    tidy();
}

void Levels::grow(int level) {
    count_.resize(2 * static_cast<std::size_t>(level) + 8, 0);
}

void Levels::add_holding(Count balls, Count bins) {
    if (balls < base_) {
        const auto shift = static_cast<int>(base_ - balls);
        count_.insert(count_.begin(), static_cast<std::size_t>(shift), 0);
        base_ = balls;
        bottom_ += shift;
        top_ += shift;
    }
    add(level_of(balls), bins);
}

void Levels::tidy() {
    while (top_ > bottom_ && (*this)[top_] == 0) --top_;
    while (bottom_ < top_ && (*this)[bottom_] == 0) ++bottom_;
    constexpr int slack = 256;
    if (bottom_ <= slack || 2 * bottom_ <= top_) return;
    count_.erase(count_.begin(), count_.begin() + bottom_);
    base_ += bottom_;
    top_ -= bottom_;
    bottom_ = 0;
    count_.resize(static_cast<std::size_t>(top_) + slack, 0);
}

Levels together(const std::vector<const Levels*>& parts) {
    Count first = parts[0]->first();
    for (const Levels* part : parts) first = std::min(first, part->first());
    std::vector<Count> counts;
    for (const Levels* part : parts) {
        const auto offset = static_cast<std::size_t>(part->first() - first);
        const std::vector<Count> own = part->counts();
        if (counts.size() < offset + own.size()) counts.resize(offset + own.size(), 0);
        for (std::size_t i = 0; i < own.size(); ++i) counts[offset + i] += own[i];
    }
    Levels all;
    all.assign(first, counts);
    return all;
}

}  // namespace p2c::occupancy
