#include "ball_by_ball.h"

#include <algorithm>

#include "base/samplers.h"

namespace p2c::bins {

namespace {

constexpr int few = 8;  // so many distinct looks are found by trying again

}  // namespace

Count SeveralLooks::largest_distinct(Generator& random, Count bins) const {
    Count seen[few];
    Count largest = 0;
    for (int j = 0; j < looks.d; ++j) {
        do seen[j] = random.below(bins);
        while (std::find(seen, seen + j, seen[j]) != seen + j);
        largest = std::max(largest, seen[j]);
    }
    return largest;
}

/// Level by level from the emptiest: are all d bins above it?
int SeveralLooks::level_of_many(Generator& random, const Ranks& ranks) const {
    int k = ranks.bottom();
    for (; k < ranks.top(); ++k) {
        const Count above = ranks.at_least(k + 1);
        if (hypergeometric(random, above, ranks.at_least(k) - above, looks.d) < looks.d) break;
    }
    return k;
}

int SeveralLooks::level(Generator& random, const Ranks& ranks) {
    if (looks.beta < 1 && random.unit() >= looks.beta) {
        reads += 1;
        return ranks.level(random.below(ranks.bins()));
    }
    reads += static_cast<std::uint64_t>(looks.d);
    if (looks.distinct) {
        if (looks.d > few) return level_of_many(random, ranks);
        return ranks.level(largest_distinct(random, ranks.bins()));
    }
    Count largest = random.below(ranks.bins());
    for (int j = 1; j < looks.d; ++j) largest = std::max(largest, random.below(ranks.bins()));
    return ranks.level(largest);
}

int ThinnedLooks::level(Generator& random, const Ranks& ranks) {
    // Every ball reads one load, so the reads are the balls thrown so far.
    const double average = static_cast<double>(reads) / static_cast<double>(ranks.bins());
    const double limit = relative ? threshold + average : threshold;
    reads += 1;
    const int first = ranks.level(random.below(ranks.bins()));
    if (static_cast<double>(ranks.balls(first)) < limit) return first;
    return ranks.level(random.below(ranks.bins()));
}

GroupedLooks::GroupedLooks(Count bins, int groups, bool fair_ties)
    : groups_(static_cast<std::size_t>(groups)), fair_(fair_ties) {
    // Group g holds the bins from ⌊g·n/d⌋ up to ⌊(g + 1)·n/d⌋.
    for (Count g = 0; g < groups; ++g) sizes_.push_back((g + 1) * bins / groups - g * bins / groups);
}

void GroupedLooks::start() {
    for (std::size_t g = 0; g < groups_.size(); ++g) groups_[g].start(sizes_[g]);
    reads_ = 0;
}

Count GroupedLooks::run(Generator& random, Count budget, Count most) {
    const Count balls = std::min(budget, most);
    for (Count i = 0; i < balls; ++i) {
        Count least = 0, tied = 0;
        std::size_t chosen = 0;
        int chosen_level = 0;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            const int level = groups_[g].level(random.below(sizes_[g]));
            const Count load = groups_[g].balls(level);
            if (g > 0 && load > least) continue;
            tied = g > 0 && load == least ? tied + 1 : 1;
            least = load;
            // Of t tied ones the last takes over with probability 1/t: all of them alike.
            if (tied > 1 && (!fair_ || random.below(tied) > 0)) continue;
            chosen = g;
            chosen_level = level;
        }
        groups_[chosen].lift(chosen_level);
    }
    reads_ += static_cast<std::uint64_t>(balls) * groups_.size();
    return balls;
}

Levels GroupedLooks::levels() const {
    std::vector<Levels> all;
    std::vector<const Levels*> parts;
    for (const Ranks& g : groups_) all.push_back(g.levels());
    for (const Levels& l : all) parts.push_back(&l);
    return together(parts);
}

void RememberedLooks::start() {
    others_.start(bins_);
    memory_.clear();
    reads_ = 0;
}

/// A look below the number of remembered bins is one of those; any other is the rank of one of the others, and equal
/// ranks are the same bin.
void RememberedLooks::throw_one(Generator& random) {
    const auto kept = static_cast<Count>(memory_.size());
    reads_ += static_cast<std::uint64_t>(fresh_ + kept);
    candidates_ = memory_;
    seen_.clear();
    for (int j = 0; j < fresh_; ++j) {
        const Count x = random.below(bins_) - kept;
        if (x < 0 || std::find(seen_.begin(), seen_.end(), x) != seen_.end()) continue;
        candidates_.push_back(others_.balls(others_.at_rank(x)));
        seen_.push_back(x);
    }
    for (std::size_t i = static_cast<std::size_t>(kept); i < candidates_.size(); ++i)
        others_.add(others_.level_of(candidates_[i]), -1);
    ++*std::min_element(candidates_.begin(), candidates_.end());
    std::sort(candidates_.begin(), candidates_.end());
    const std::size_t keep = std::min(candidates_.size(), static_cast<std::size_t>(remembered_));
    memory_.assign(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(keep));
    for (std::size_t i = keep; i < candidates_.size(); ++i) others_.add_holding(candidates_[i], 1);
    others_.tidy();
}

Count RememberedLooks::run(Generator& random, Count budget, Count most) {
    const Count balls = std::min(budget, most);
    for (Count i = 0; i < balls; ++i) throw_one(random);
    return balls;
}

Levels RememberedLooks::levels() const {
    Levels all = others_;
    for (const Count load : memory_) all.add_holding(load, 1);
    all.tidy();
    return all;
}

Levels EvenFill::levels() const {
    Levels out;
    out.assign(balls_ / bins_, {bins_ - balls_ % bins_, balls_ % bins_});
    return out;
}

}  // namespace p2c::bins
