// Many balls at once, each into a uniformly random bin: a number of draws that does not grow with bins or balls, but
// with the levels, and the levels that each of them spreads to. Those can be a billion, so the draws can be made a part
// at a time.
//
// Independent Poisson counts with a mean a little below the wanted one, drawn level by level with binomials, are, given
// their sum B, exactly the loads after B uniform balls. If B came out at most the wanted number, the few balls that are
// missing are thrown in batches, or spread over the levels in the same way; else the draw is repeated.
#pragma once
#include "batched_choices.h"

namespace p2c::bins {

/// Bins by load, growing to both sides.
class LoadCounts {
public:
    void clear() { counts_.clear(); }
    void add(Count load, Count bins);
    Levels levels() const;

private:
    Count first_ = 0;  ///< load that counts_[0] belongs to
    std::vector<Count> counts_;
};

class UniformBalls {
public:
    UniformBalls() : few_(Looks{1, false, 1}) {}

    /// Begins to throw balls into the bins of `levels`. It may be done at once.
    void begin(Generator& random, const Levels& levels, Count balls, Count& draws);

    /// Forgets what is going on.
    void stop() { shares_.clear(); }

    /// Whether something is going on, balls or bins without balls.
    bool busy() const { return !shares_.empty(); }
    Count left() const { return left_; }

    /// Goes on until all is done or `draws` is used up, from which it takes about the number of draws that it makes.
    void go_on(Generator& random, Count& draws);

    /// All bins with the balls that they have got.
    Levels levels() const;

private:
    /// Bins whose balls are shared out level by level, or one by one where hardly two would get the same.
    struct Share {
        Count balls;      ///< for the bins that are left
        Count bins;       ///< left
        Count load;       ///< of each bin, beside its level in `levels`
        bool one_by_one;  ///< all are alike, and `levels` is empty
        Levels levels;
        int next;  ///< level
    };

    void next_share(Generator& random, Count& draws);
    void spread(Generator& random, Count load, Levels levels, Count balls, Count& draws);
    void occupy(Generator& random, Count load, Count bins, Count balls, Count& draws);
    Levels poisson(Generator& random, Count bins, double mean, Count& sum);
    void weigh(double mean);
    void put(Count load, const Levels& levels);

    ChoiceBatches few_;
    LoadCounts done_;            ///< bins that have got all their balls
    std::vector<Share> shares_;  ///< each one within a part of the one before
    Count left_ = 0;
    Count first_ = 0;             ///< count that weight_[0] belongs to
    std::vector<double> weight_;  ///< Poisson probabilities, up to a factor
    std::vector<double> tail_;    ///< their sums from the end
};

}  // namespace p2c::bins
