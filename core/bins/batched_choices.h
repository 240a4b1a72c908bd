// d choices and (1+β), many balls at a time, exactly. A batch is of about √(2κn)/d balls, a number fixed before
// anything of it is drawn. Balls that share a bin with another ball of the batch, a handful, are thrown one by one; all
// others have bins of their own, a uniform sample without replacement of what is left, so how many of them lift a bin
// of each level follows from d hypergeometric draws per level. Cost per ball falls as 1/√n.
//
// Ties need no rule: whichever of the least loaded bins gets the ball, one bin of their level rises.
#pragma once
#include "base/generator.h"
#include "names.h"
#include "process.h"

namespace p2c::bins {

class ChoiceBatches {
public:
    /// `batch`: balls per batch; 0 lets the engine choose what is fastest.
    explicit ChoiceBatches(const Looks& looks, Count batch = 0) : looks_(looks), forced_(batch) {}

    void start() { heavy_ = 8; }

    /// Throws one batch of at most `most` balls, and returns their number.
    Count batch(Generator& random, Levels& levels, Count most);

    /// Balls of the last batch that looked at all d.
    Count full() const { return full_; }

private:
    Count size(Count bins) const;
    void sweep(Generator& random, Levels& levels, Count full, Count single, Count pool);
    void one_by_one(Generator& random, Levels& levels, Count balls, Count& full, Count& pool);

    Looks looks_;
    Count forced_;
    int heavy_ = 8;  ///< draws of the last sweep that were not certain beforehand
    Count full_ = 0;
    Pattern pattern_;
    LabelMap places_;
    std::vector<int> explicit_;    ///< levels of the bins that are followed one by one
    std::vector<Count> involved_;  ///< balls thrown one by one, in order
    std::vector<Count> lifted_;
};

/// The process with fresh information.
class FreshBatches final : public InBatches {
public:
    FreshBatches(Count bins, const Looks& looks, Count batch) : bins_(bins), looks_(looks), batches_(looks, batch) {}

    void start() override {
        levels_.start(bins_);
        batches_.start();
        reads_ = 0;
    }
    Levels levels() const override { return levels_; }

private:
    Count batch(Generator& random, Count most) override;

    Count bins_;
    Looks looks_;
    ChoiceBatches batches_;
    Levels levels_;
};

}  // namespace p2c::bins
