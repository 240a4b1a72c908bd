// The load profile: how many bins hold k balls, for every k. It is all that the law of an exchangeable process needs,
// and its size is the number of different loads, whatever the number of bins.
#pragma once
#include <cstdint>
#include <vector>

namespace p2c::occupancy {

/// Whole numbers of bins or balls, up to 2^53.
using Count = std::int64_t;

/// Levels are numbered from a base that rises with the emptiest bin, so that a billion balls per bin take no room.
class Levels {
public:
    /// All bins empty.
    void start(Count bins);

    /// From counts: counts[i] bins hold first + i balls.
    void assign(Count first, const std::vector<Count>& counts);

    /// Bins on a level, which must be at most top() + 1.
    Count operator[](int level) const { return count_[static_cast<std::size_t>(level)]; }

    /// Levels from bottom() to top() hold all bins; both of these are occupied after tidy().
    int bottom() const { return bottom_; }
    int top() const { return top_; }
    Count bins() const { return bins_; }

    /// Balls in a bin of this level, and the level of bins with so many balls (there need not be any).
    Count balls(int level) const { return base_ + level; }
    int level_of(Count balls) const { return static_cast<int>(balls - base_); }

    /// Bins that hold exactly so many balls.
    Count with(Count balls) const {
        const Count i = balls - base_;
        return i < bottom_ || i > top_ ? 0 : count_[static_cast<std::size_t>(i)];
    }

    /// Adds bins to a level (or takes them, if negative).
    void add(int level, Count bins) {
        if (level + 2 > static_cast<int>(count_.size())) grow(level);
        count_[static_cast<std::size_t>(level)] += bins;
        if (bins > 0 && level > top_) top_ = level;
        if (bins > 0 && level < bottom_) bottom_ = level;
    }

    /// The same by balls, which may be fewer than any bin has held for long.
    void add_holding(Count balls, Count bins);

    /// One more ball for each of `bins` bins of this level.
    void lift(int level, Count bins) {
        add(level, -bins);
        add(level + 1, bins);
    }

    /// Level of the bin of rank r, 0 ≤ r < present bins, counted from the fullest down.
    int at_rank(Count r) const {
        int k = top_;
        while (r >= count_[static_cast<std::size_t>(k)]) r -= count_[static_cast<std::size_t>(k--)];
        return k;
    }

    /// Restores bottom and top, and moves the base when enough levels below are empty.
    void tidy();

    /// counts()[i] bins hold first() + i balls.
    Count first() const { return base_ + bottom_; }
    std::vector<Count> counts() const { return {count_.begin() + bottom_, count_.begin() + top_ + 1}; }

private:
    void grow(int level);

    std::vector<Count> count_;
    Count base_ = 0;
    Count bins_ = 0;
    int bottom_ = 0;
    int top_ = 0;
};

/// The bins of all parts in one profile.
Levels together(const std::vector<const Levels*>& parts);

}  // namespace p2c::occupancy
