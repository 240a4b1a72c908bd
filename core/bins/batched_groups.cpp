#include "batched_groups.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::bins {

GroupBatches::GroupBatches(Count bins, int groups, bool fair_ties, Count batch)
    : InBatches(batch), groups_(static_cast<std::size_t>(groups)), fair_(fair_ties), bins_(bins) {
    // Group g holds the bins from ⌊g·n/d⌋ up to ⌊(g + 1)·n/d⌋.
    for (Count g = 0; g < groups; ++g)
        groups_[static_cast<std::size_t>(g)].bins = (g + 1) * bins / groups - g * bins / groups;
    at_.resize(groups_.size());
    if (fair_) tied_.resize(std::size_t{1} << groups);
}

void GroupBatches::start() {
    for (Group& g : groups_) g.levels.start(g.bins);
    reads_ = 0;
}

Levels GroupBatches::levels() const {
    std::vector<const Levels*> parts;
    for (const Group& g : groups_) parts.push_back(&g.levels);
    return together(parts);
}

/// Groups number their levels from bases of their own, so bins are compared by balls.
void GroupBatches::one_by_one(Generator& random) {
    involved_.clear();
    for (Group& g : groups_) g.pattern.each_involved([&](Count ball) { involved_.push_back(ball); });
    std::sort(involved_.begin(), involved_.end());
    involved_.erase(std::unique(involved_.begin(), involved_.end()), involved_.end());
    for (Group& g : groups_) {
        g.places.clear(involved_.size());
        g.explicit_levels.clear();
        g.pool = g.bins;
    }
    for (const Count ball : involved_) {
        Count least = 0, tied = 0;
        std::size_t chosen = 0;
        for (std::size_t j = 0; j < groups_.size(); ++j) {
            Group& g = groups_[j];
            bool fresh = false;
            std::uint32_t& place = g.places.at(g.pattern.label(ball), fresh);
            if (fresh) {
                const int level = g.levels.at_rank(random.below(g.pool--));
                g.levels.add(level, -1);
                place = static_cast<std::uint32_t>(g.explicit_levels.size());
                g.explicit_levels.push_back(level);
            }
            at_[j] = place;
            const Count load = g.levels.balls(g.explicit_levels[place]);
            if (j > 0 && load > least) continue;
            tied = j > 0 && load == least ? tied + 1 : 1;
            // Of t tied ones the last takes over with probability 1/t: all of them alike.
            if (tied == 1 || (fair_ && random.below(tied) == 0)) chosen = j;
            least = load;
        }
        ++groups_[chosen].explicit_levels[at_[chosen]];
    }
}

/// Balls whose bin in this group is the first on this level stop here.
Count GroupBatches::left_level(Generator& random, Count load, Count alive) {
    for (Group& g : groups_) {
        const Count here = g.levels.with(load);
        const Count through = here != 0 ? hypergeometric(random, g.pool - here, here, alive) : alive;
        g.lifted.push_back(alive - through);
        alive = through;
        g.pool -= here;
    }
    return alive;
}

/// Balls by the set of groups in which their bin is on this level: revealed group after group.
Count GroupBatches::fair_level(Generator& random, Count load, Count alive) {
    std::fill(tied_.begin(), tied_.end(), 0);
    tied_[0] = alive;
    for (std::size_t j = 0; j < groups_.size(); ++j) {
        Group& g = groups_[j];
        const Count here = g.levels.with(load);
        Count unseen = g.pool, above = g.pool - here;
        g.lifted.push_back(0);
        for (std::size_t set = 0; here != 0 && set < std::size_t{1} << j; ++set) {
            const Count cell = tied_[set];
            if (cell == 0) continue;
            const Count through = hypergeometric(random, above, unseen - above, cell);
            unseen -= cell;
            above -= through;
            tied_[set] = through;
            tied_[set | std::size_t{1} << j] = cell - through;
        }
        g.pool -= here;
    }
    share_fairly(random);
    return tied_[0];
}

void GroupBatches::share_fairly(Generator& random) {
    for (std::size_t set = 1; set < tied_.size(); ++set) {
        Count balls = tied_[set];
        int members = __builtin_popcountll(set);
        for (std::size_t j = 0; j < groups_.size() && balls > 0; ++j) {
            if ((set >> j & 1) == 0) continue;
            const Count part = members == 1 ? balls : binomial(random, balls, 1.0 / members);
            --members;
            groups_[j].lifted.back() += part;
            balls -= part;
        }
    }
}

void GroupBatches::sweep(Generator& random, Count balls) {
    Count first = groups_[0].levels.first();
    for (Group& g : groups_) {
        first = std::min(first, g.levels.first());
        g.lifted.clear();
    }
    for (Count load = first; balls > 0; ++load)
        balls = fair_ ? fair_level(random, load, balls) : left_level(random, load, balls);
    for (Group& g : groups_)
        for (std::size_t i = g.lifted.size(); i-- > 0;)
            if (g.lifted[i] != 0) g.levels.lift(g.levels.level_of(first + static_cast<Count>(i)), g.lifted[i]);
}

Count GroupBatches::batch(Generator& random, Count most) {
    const auto d = static_cast<double>(groups_.size());
    const Count balls = batch_size(std::sqrt(5 * static_cast<double>(bins_)) / d, most);
    for (Group& g : groups_) {
        g.pattern.set(g.bins, balls);
        g.pattern.draw(random);
    }
    one_by_one(random);
    sweep(random, balls - static_cast<Count>(involved_.size()));
    for (Group& g : groups_) {
        for (const int level : g.explicit_levels) g.levels.add(level, 1);
        g.levels.tidy();
    }
    reads_ += static_cast<std::uint64_t>(balls) * groups_.size();
    return balls;
}

}  // namespace p2c::bins
