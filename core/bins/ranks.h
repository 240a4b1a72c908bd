// The load profile as numbers of bins with at least k balls: the form in which one ball is thrown quickly. Rank the
// bins by falling load; the bin of rank r has k balls if exactly the bins of rank below s_{k+1} hold more and r < s_k.
#pragma once
#include "names.h"

namespace p2c::bins {

class Ranks {
public:
    void start(Count bins) {
        bins_ = bins;
        base_ = 0;
        bottom_ = top_ = 0;
        at_least_.assign(64, 0);
        at_least_[0] = bins;
    }

    Count bins() const { return bins_; }
    int bottom() const { return bottom_; }
    int top() const { return top_; }
    Count balls(int level) const { return base_ + level; }
    Count at_least(int level) const { return at_least_[static_cast<std::size_t>(level)]; }

    /// Level of the bin of rank 0 ≤ r < bins.
    int level(Count r) const {
        int low = bottom_, high = top_;
        while (high - low > 12) {
            const int middle = (low + high + 1) / 2;
            if (at_least_[static_cast<std::size_t>(middle)] > r)
                low = middle;
            else
                high = middle - 1;
        }
        while (at_least_[static_cast<std::size_t>(high)] <= r) --high;
        return high;
    }

    /// One more ball for a bin of this level.
    void lift(int level) {
        if (++level > top_) {
            top_ = level;
            if (level + 2 > static_cast<int>(at_least_.size())) {
                const Count load = balls(level);
                make_room();
                level = static_cast<int>(load - base_);
            }
        }
        if (++at_least_[static_cast<std::size_t>(level)] == bins_) bottom_ = level;
    }

    Levels levels() const;

private:
    void make_room();

    Count bins_ = 0, base_ = 0;
    int bottom_ = 0, top_ = 0;
    std::vector<Count> at_least_;
};

}  // namespace p2c::bins
