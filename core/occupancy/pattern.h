// Which of many uniform looks fall on a bin that was looked at before, and on which, without following the others.
//
// Number the touched bins in the order of their first touch, 0, 1, …, and the rest in any way. The number of the next
// look's bin is then uniform below n and independent of the past: a hit if it is below r, the number of touched bins;
// otherwise the bin is new and becomes number r. So the pattern of hits is a function of independent uniform numbers,
// and given the pattern the touched bins are a uniform ordered sample without replacement: permuting the bins changes
// neither the law of the looks nor the pattern. r never exceeds L = min(looks, n), so only looks whose number falls
// below L can be hits: Bin(looks, L/n) of them, at uniformly random positions.
#pragma once
#include <vector>

#include "base/generator.h"
#include "levels.h"

namespace p2c::occupancy {

class Pattern {
public:
    /// Looks at n bins. The same numbers again cost nothing.
    void set(Count n, Count looks);

    /// Draws the pattern. With `group` > 1, looks come in groups of so many, and no two of a group are at one bin.
    void draw(Generator& random, int group = 1);

    bool no_hits() const { return hits_.empty(); }
    std::size_t hits() const { return hits_.size(); }

    /// Positions of the looks that take part in a hit: each hit, and the first touch of the bin it falls on.
    template <class F>
    void each_involved(F f) const {
        for (const Hit& h : hits_) {
            f(h.position);
            f(first_touch(h.label));
        }
    }

    /// Number of the bin that the look at this position falls on.
    Count label(Count position) const;

    /// Candidates for a hit in order, with a uniform number below L for each (for processes that read them in turn).
    template <class F>
    void each_candidate(Generator& random, F f) {
        choose(random);
        for (const Count position : candidates_)
            if (!f(position, random.below(limit_))) return;
    }

private:
    struct Hit {
        Count position, label;
    };

    void choose(Generator& random);
    void subset(Generator& random, Count size, std::vector<Count>& out) const;
    Count candidate_count(Generator& random) const;
    Count first_touch(Count label) const;
    bool own(Count position, Count label, int group) const;

    Count n_ = 0, looks_ = 0, limit_ = 0;
    double chance_ = 0;               ///< L/n
    std::vector<double> cumulative_;  ///< P(at most k candidates), while that table is short
    std::vector<Count> candidates_, left_out_;
    std::vector<Hit> hits_;  ///< by position
};

/// Bins that are followed one by one during a batch: their number to their place in a list. Cleared in one step.
class LabelMap {
public:
    /// Makes room for so many labels and forgets all.
    void clear(std::size_t labels);

    /// The place kept with a label; `fresh` tells that it is new.
    std::uint32_t& at(Count label, bool& fresh) {
        std::size_t slot = (static_cast<std::uint64_t>(label) * 0x9e3779b97f4a7c15ULL) >> shift_;
        while (stamp_[slot] == now_ && label_[slot] != label) slot = (slot + 1) & (stamp_.size() - 1);
        fresh = stamp_[slot] != now_;
        stamp_[slot] = now_;
        label_[slot] = label;
        return place_[slot];
    }

private:
    int shift_ = 64;
    std::uint32_t now_ = 0;
    std::vector<Count> label_;
    std::vector<std::uint32_t> stamp_, place_;
};

}  // namespace p2c::occupancy
