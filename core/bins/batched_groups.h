// One look in each of d groups of bins, many balls at a time (see batched_choices.h): a pattern of hits and a profile
// per group. Ties go to the leftmost group (always-go-left, Vöcking 2003) or to any of the tied ones alike.
#pragma once
#include "names.h"
#include "process.h"

namespace p2c::bins {

class GroupBatches final : public InBatches {
public:
    /// Fair ties keep 2^groups counts per level, so at most `most_fair` groups.
    static constexpr int most_fair = 6;

    GroupBatches(Count bins, int groups, bool fair_ties, Count batch);

    void start() override;
    Levels levels() const override;

private:
    struct Group {
        Count bins = 0;
        Levels levels;
        Pattern pattern;
        LabelMap places;
        std::vector<int> explicit_levels;
        std::vector<Count> lifted;
        Count pool = 0;
    };

    Count batch(Generator& random, Count most) override;
    void one_by_one(Generator& random);
    void sweep(Generator& random, Count balls);
    Count left_level(Generator& random, Count load, Count alive);
    Count fair_level(Generator& random, Count load, Count alive);
    void share_fairly(Generator& random);

    std::vector<Group> groups_;
    bool fair_;
    Count bins_;
    std::vector<Count> involved_;
    std::vector<std::uint32_t> at_;  ///< place of the present ball's bin in each group
    std::vector<Count> tied_;        ///< balls by the set of groups in which their bin is on the present level
};

}  // namespace p2c::bins
