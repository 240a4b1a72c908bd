#include "market.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::fleet {

namespace {

/// Expected hits of a batch; the cost of an event is flat around the best.
constexpr double hits = 3;

Count batch_size(Count replicas, int d) {
    return std::max<Count>(1, static_cast<Count>(std::sqrt(2 * hits * static_cast<double>(replicas)) / d));
}

void count_joined(std::vector<double>& joined, Count load, Count requests) {
    const auto k = static_cast<std::size_t>(load);
    if (k >= joined.size()) joined.resize(2 * k + 8, 0);
    joined[k] += static_cast<double>(requests);
}

}  // namespace

Market::Market(Count replicas, const occupancy::Looks& looks, double load, Count batch)
    : replicas_(replicas),
      looks_(looks),
      arrival_chance_(load / (1 + load)),
      size_(batch > 0 ? batch : batch_size(replicas, looks.d)) {
    start();
}

Market::Batch Market::draw(Generator& random, Count most, std::vector<double>& joined) {
    // So many events hold at most so many arrivals: the end is met without looking at what it would cut off.
    const Count events = std::min(size_, most);
    pattern_.set(replicas_, events * looks_.d);
    pattern_.draw(random, looks_.distinct ? looks_.d : 1);
    const Count arrivals = binomial(random, events, arrival_chance_);
    const Count full = looks_.beta < 1 ? binomial(random, arrivals, looks_.beta) : arrivals;
    Kinds left{full, arrivals - full, events - arrivals};
    Count pool = replicas_;
    explicit_.clear();
    if (!pattern_.no_hits()) one_by_one(random, left, pool, joined);
    sweep(random, left, pool, joined);
    for (const Count load : explicit_) levels_.add_holding(load, 1);
    levels_.tidy();
    return {events, arrivals, full};
}

/// Which event is of which kind is revealed as from an urn. The looks that an event does not take touch nothing.
void Market::one_by_one(Generator& random, Kinds& left, Count& pool, std::vector<double>& joined) {
    involved_.clear();
    pattern_.each_involved([&](Count position) { involved_.push_back(position / looks_.d); });
    std::sort(involved_.begin(), involved_.end());
    involved_.erase(std::unique(involved_.begin(), involved_.end()), involved_.end());
    places_.clear(involved_.size() * static_cast<std::size_t>(looks_.d));
    for (const Count event : involved_) {
        const Count ticket = random.below(left.all());
        const bool all = ticket < left.full;
        const bool leaves = ticket >= left.full + left.single;
        --(all ? left.full : leaves ? left.leaving : left.single);
        std::uint32_t least = 0;
        for (int j = 0; j < (all ? looks_.d : 1); ++j) {
            bool fresh = false;
            std::uint32_t& place = places_.at(pattern_.label(event * looks_.d + j), fresh);
            if (fresh) {
                const int level = levels_.at_rank(random.below(pool--));
                levels_.add(level, -1);
                place = static_cast<std::uint32_t>(explicit_.size());
                explicit_.push_back(levels_.balls(level));
            }
            if (j == 0 || explicit_[place] < explicit_[least]) least = place;
        }
        Count& load = explicit_[least];
        if (leaves) {
            load -= load > 0;
        } else {
            count_joined(joined, load++, 1);
        }
    }
}

/// At each level: whose first replica holds more than this? For the arrivals that look at d: whose second, and so on.
void Market::sweep(Generator& random, Kinds left, Count pool, std::vector<double>& joined) {
    const int bottom = levels_.bottom();
    const int top = levels_.top();
    const Count first = levels_.balls(bottom);
    up_.assign(static_cast<std::size_t>(top - bottom) + 1, 0);
    down_.assign(up_.size(), 0);
    for (int k = bottom; k <= top && left.all() != 0; ++k) {
        const Count here = levels_[k];
        if (here == 0) continue;
        Count unseen = pool;
        Count above = pool - here;
        const auto pass = [&](Count& events) {
            if (events == 0) return Count{0};
            const Count through = hypergeometric(random, above, unseen - above, events);
            const Count stop = events - through;
            unseen -= events;
            above -= through;
            events = through;
            return stop;
        };
        const auto i = static_cast<std::size_t>(k - bottom);
        down_[i] = pass(left.leaving);
        up_[i] = pass(left.single);
        for (int j = 0; j < looks_.d && left.full != 0; ++j) up_[i] += pass(left.full);
        pool -= here;
    }
    for (std::size_t i = up_.size(); i-- > 0;) {
        const Count load = first + static_cast<Count>(i);
        if (up_[i] != 0) count_joined(joined, load, up_[i]);
        move(load, up_[i], load > 0 ? down_[i] : 0);
    }
}

void Market::move(Count load, Count up, Count down) {
    if (up != 0) levels_.add_holding(load + 1, up);
    if (down != 0) levels_.add_holding(load - 1, down);
    if (up + down != 0) levels_.add_holding(load, -up - down);
}

}  // namespace p2c::fleet
