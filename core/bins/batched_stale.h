// Old information, and no information at all: while all balls of a period see the same loads, they choose
// independently. The class j of bins that held j balls then gets each ball with the probability that the least loaded
// look is in it, and within a class all bins are alike: a multinomial draw over the classes, and one draw of uniform
// balls for each. One choice is the case of a single endless period.
#pragma once
#include "process.h"
#include "uniform.h"

namespace p2c::bins {

class StaleBatches final : public Process {
public:
    /// `period`: balls that see the same loads; 0: endless.
    StaleBatches(Count bins, const Looks& looks, Count period, bool reads_loads)
        : bins_(bins), looks_(looks), period_(period), reads_loads_(reads_loads) {}

    void start() override;
    Count run(Generator& random, Count budget, Count most) override;
    Levels levels() const override;
    double reads() const override { return static_cast<double>(reads_); }

private:
    void refresh();
    void share_out(Generator& random, Count balls);
    Count throw_into_class(Generator& random, Count& draws);
    void spread(Generator& random, Count balls, int d);

    Count bins_;
    Looks looks_;
    Count period_;
    bool reads_loads_;
    std::vector<Levels> classes_;  ///< bins that were equally loaded at the period's start, least loaded first
    std::vector<Count> thrown_;    ///< balls of the present draw that a class has yet to get
    std::size_t class_ = 0;        ///< the one that gets its balls now; past the last between draws
    Count in_period_ = 0;          ///< balls, those of the present draw included
    std::uint64_t reads_ = 0;
    UniformBalls uniform_;
};

}  // namespace p2c::bins
