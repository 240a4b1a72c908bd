// Many balls at once, each into a uniformly random bin: a number of draws that does not grow with bins or balls.
//
// Independent Poisson counts with a mean a little below the wanted one, drawn level by level with binomials, are, given
// their sum B, exactly the loads after B uniform balls. If B came out at most the wanted number, the few balls that are
// missing are thrown in batches; else the draw is repeated.
#pragma once
#include "batched_choices.h"

namespace p2c::bins {

class UniformBalls {
public:
    UniformBalls() : few_(Looks{1, false, 1}) {}

    void add(Generator& random, Levels& levels, Count balls);

private:
    /// Loads after `balls` balls into `bins` empty bins: counts[i] bins hold first + i.
    struct Loads {
        Count first = 0;
        std::vector<Count> counts;
    };

    void add_in_batches(Generator& random, Levels& levels, Count balls);
    Loads occupy(Generator& random, Count bins, Count balls);
    Loads bin_by_bin(Generator& random, Count bins, Count balls);
    Loads poisson(Generator& random, Count bins, double mean, Count& sum);
    void weigh(double mean);

    ChoiceBatches few_;
    Count first_ = 0;             ///< count that weight_[0] belongs to
    std::vector<double> weight_;  ///< Poisson probabilities, up to a factor
    std::vector<double> tail_;    ///< their sums from the end
};

}  // namespace p2c::bins
