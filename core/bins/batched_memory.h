// One look and one remembered bin (Mitzenmacher, Prabhakar, Shah 2002), many balls at a time. A batch goes on until a
// look falls on a bin that the batch has touched; up to there the looks are at bins of their own, in random order.
//
// In loads, with X the look and M the remembered bin: X < M: X gets the ball and M becomes X + 1; X = M: one of the two
// gets it and the other is remembered, M stays; X > M: the remembered bin gets it and M becomes M + 1.
//
// The batch is worked off level by level. At level j only two kinds of event matter, in the order in which they happen:
// setters, which make M = j, and looks at bins above j; their order is uniformly random. A look above j that comes
// right after a setter finds M = j: it lifts the remembered bin to j + 1 and is a setter of the next stage. Looks at
// bins of load j exactly lift them, and those that come while M > j are setters of the next stage too. A word of the
// next stage extends to one of this stage in a number of ways that depends on the counts alone, so its order is uniform
// again.
#pragma once
#include "names.h"
#include "process.h"

namespace p2c::bins {

class MemoryBatches final : public InBatches {
public:
    MemoryBatches(Count bins, Count batch) : InBatches(batch), bins_(bins) {}

    void start() override;
    Levels levels() const override { return levels_; }

private:
    Count batch(Generator& random, Count most) override;
    void first_ball(Generator& random);
    Count fresh_looks(Generator& random, Count balls, bool& hit);
    void reveal(Generator& random, Count looks);
    void work_off(Generator& random, Count looks);
    void touched_again(Generator& random, Count looks);
    void move(int level, Count bins);

    Count bins_;
    Levels levels_;
    Pattern pattern_;
    bool remembers_ = false;
    int memory_ = 0;              ///< level of the remembered bin
    std::vector<Count> looked_;   ///< looks of the batch by level of their bin
    std::vector<Count> touched_;  ///< bins the batch has touched, by their present level; the remembered one included
};

}  // namespace p2c::bins
