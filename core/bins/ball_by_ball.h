// The processes of the profile engine: one ball after another, on the load profile alone. A look at a uniformly random
// bin is a uniformly random rank; what a rule says of loads it says of the levels of ranks. Memory does not grow with
// the number of bins, and neither does the time of a ball.
#pragma once
#include "batched_choices.h"
#include "process.h"
#include "ranks.h"

namespace p2c::bins {

/// Rule: int level(Generator&, const Ranks&) chooses the level of the bin that gets the ball, and counts its reads.
template <class Rule>
class BallByBall final : public Process {
public:
    BallByBall(Count bins, Rule rule) : bins_(bins), fresh_(rule), rule_(rule) {}

    void start() override {
        ranks_.start(bins_);
        rule_ = fresh_;
    }
    Count run(Generator& random, Count budget, Count most) override {
        const Count balls = budget < most ? budget : most;
        for (Count i = 0; i < balls; ++i) ranks_.lift(rule_.level(random, ranks_));
        return balls;
    }
    Levels levels() const override { return ranks_.levels(); }
    double reads() const override { return static_cast<double>(rule_.reads); }

private:
    Count bins_;
    Rule fresh_, rule_;
    Ranks ranks_;
};

/// One look, not read.
struct OneLook {
    std::uint64_t reads = 0;
    int level(Generator& random, const Ranks& ranks) { return ranks.level(random.below(ranks.bins())); }
};

/// d choices and (1+β): the least loaded of the looks has the largest rank. Ties need no rule.
struct SeveralLooks {
    Looks looks;
    std::uint64_t reads = 0;
    int level(Generator& random, const Ranks& ranks);

private:
    int level_of_many(Generator& random, const Ranks& ranks) const;
    Count largest_distinct(Generator& random, Count bins) const;
};

/// Two-thinning: the first look if it holds fewer than the threshold, else another one, unread.
struct ThinnedLooks {
    double threshold = 0;
    bool relative = false;  ///< to the average
    std::uint64_t reads = 0;
    int level(Generator& random, const Ranks& ranks);
};

/// One look in each of d groups.
class GroupedLooks final : public Process {
public:
    GroupedLooks(Count bins, int groups, bool fair_ties);
    void start() override;
    Count run(Generator& random, Count budget, Count most) override;
    Levels levels() const override;
    double reads() const override { return static_cast<double>(reads_); }

private:
    std::vector<Count> sizes_;
    std::vector<Ranks> groups_;
    bool fair_;
    std::uint64_t reads_ = 0;
};

/// Fresh looks and remembered bins.
class RememberedLooks final : public Process {
public:
    RememberedLooks(Count bins, int fresh, int remembered) : bins_(bins), fresh_(fresh), remembered_(remembered) {}
    void start() override;
    Count run(Generator& random, Count budget, Count most) override;
    Levels levels() const override;
    double reads() const override { return static_cast<double>(reads_); }

private:
    void throw_one(Generator& random);

    Count bins_;
    int fresh_, remembered_;
    Levels others_;                  ///< all bins but the remembered ones
    std::vector<Count> memory_;      ///< loads of the remembered bins
    std::vector<Count> candidates_;  ///< loads of the different bins a ball looks at
    std::vector<Count> seen_;        ///< fresh looks among the others
    std::uint64_t reads_ = 0;
};

/// Least of all and round robin fill the bins evenly, without chance.
class EvenFill final : public Process {
public:
    EvenFill(Count bins, bool reads_all) : bins_(bins), reads_all_(reads_all) {}
    void start() override { balls_ = 0; }
    Count run(Generator&, Count, Count most) override {
        balls_ += most;
        return most;
    }
    Levels levels() const override;
    double reads() const override { return reads_all_ ? static_cast<double>(bins_) * static_cast<double>(balls_) : 0; }

private:
    Count bins_;
    bool reads_all_;
    Count balls_ = 0;
};

}  // namespace p2c::bins
