#include "batched_choices.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::bins {

namespace {

/// Powers of two and their 1.5-folds, so that batches keep one size, and the pattern its table, for long.
int rounded_down(int x) {
    int q = 4;
    while (q * 2 <= x) q *= 2;
    return q * 3 / 2 <= x ? q * 3 / 2 : q;
}

}  // namespace

/// A batch costs H for its sweep and c for each of its hits, of which √(2κn)/d balls have κ on average; the cost per
/// ball is least at κ = H/c, about half the number of draws in a sweep, and flat around it.
Count ChoiceBatches::size(Count bins) const {
    if (forced_ > 0) return forced_;
    const double kappa = std::max(1.0, 0.5 * rounded_down(std::clamp(heavy_, 4, 256)));
    const double balls = std::sqrt(2 * kappa * static_cast<double>(bins)) / looks_.d;
    return std::max<Count>(1, static_cast<Count>(balls));
}

/// `full` balls with d bins of their own each and `single` with one, all a uniform sample without replacement of `pool`
/// bins. At each level: of the first bins of the balls still alive (all their bins hold at least this much), how many
/// hold more? Those balls' second bins, and so on; a ball that does not get through has its least loaded bin here.
void ChoiceBatches::sweep(Generator& random, Levels& levels, Count full, Count single, Count pool) {
    const int bottom = levels.bottom();
    const int top = levels.top();
    lifted_.resize(static_cast<std::size_t>(top) + 1);
    int draws = 0;
    int k = bottom;
    for (; k <= top && (full | single) != 0; ++k) {
        const Count here = levels[k];
        Count put = 0;
        Count unseen = pool;
        Count above = pool - here;
        if (here != 0 && single != 0) {
            const Count through = hypergeometric(random, above, unseen - above, single);
            put += single - through;
            unseen -= single;
            above -= through;
            single = through;
            draws += put != 0;
        }
        if (here != 0 && full != 0) {
            Count alive = full;
            for (int j = 0; j < looks_.d && alive != 0; ++j) {
                const Count through = hypergeometric(random, above, unseen - above, alive);
                unseen -= alive;
                above -= through;
                alive = through;
            }
            put += full - alive;
            draws += put != 0 || here * 16 > pool ? looks_.d : 0;
            full = alive;
        }
        lifted_[static_cast<std::size_t>(k)] = put;
        pool -= here;
    }
    heavy_ = draws;
    while (--k >= bottom)
        if (const Count put = lifted_[static_cast<std::size_t>(k)]) levels.lift(k, put);
}

void ChoiceBatches::one_by_one(Generator& random, Levels& levels, Count balls, Count& full, Count& pool) {
    involved_.clear();
    pattern_.each_involved([&](Count position) { involved_.push_back(position / looks_.d); });
    std::sort(involved_.begin(), involved_.end());
    involved_.erase(std::unique(involved_.begin(), involved_.end()), involved_.end());
    places_.clear(involved_.size() * static_cast<std::size_t>(looks_.d));
    for (const Count ball : involved_) {
        // Which balls look at all d is revealed as from an urn.
        const bool all = full == balls || (full > 0 && random.below(balls) < full);
        --balls;
        full -= all;
        std::uint32_t least = 0;
        for (int j = 0; j < (all ? looks_.d : 1); ++j) {
            bool fresh = false;
            std::uint32_t& place = places_.at(pattern_.label(ball * looks_.d + j), fresh);
            if (fresh) {
                const int level = levels.at_rank(random.below(pool--));
                levels.add(level, -1);
                place = static_cast<std::uint32_t>(explicit_.size());
                explicit_.push_back(level);
            }
            if (j == 0 || explicit_[place] < explicit_[least]) least = place;
        }
        ++explicit_[least];
    }
}

Count ChoiceBatches::batch(Generator& random, Levels& levels, Count most) {
    const Count balls = std::min(most, size(levels.bins()));
    pattern_.set(levels.bins(), balls * looks_.d);
    pattern_.draw(random, looks_.distinct ? looks_.d : 1);
    Count full = looks_.beta < 1 ? binomial(random, balls, looks_.beta) : balls;
    full_ = full;
    Count pool = levels.bins();
    Count rest = balls;
    explicit_.clear();
    if (!pattern_.no_hits()) {
        one_by_one(random, levels, balls, full, pool);
        rest -= static_cast<Count>(involved_.size());
    }
    sweep(random, levels, full, rest - full, pool);
    for (const int level : explicit_) levels.add(level, 1);
    levels.tidy();
    return balls;
}

Count FreshBatches::batch(Generator& random, Count most) {
    const Count balls = batches_.batch(random, levels_, most);
    const Count full = batches_.full();
    reads_ += static_cast<std::uint64_t>(full * looks_.d + (balls - full));
    return balls;
}

}  // namespace p2c::bins
