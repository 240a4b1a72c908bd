#include "uniform.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::bins {

void LoadCounts::add(Count load, Count bins) {
    if (bins == 0) return;
    if (counts_.empty()) first_ = load;
    const auto size = static_cast<Count>(counts_.size());
    if (load < first_) {
        const Count more = std::max(first_ - load, std::min(size, first_));  // doubles, so that few insertions are made
        counts_.insert(counts_.begin(), static_cast<std::size_t>(more), 0);
        first_ -= more;
    } else if (load >= first_ + size) {
        counts_.resize(static_cast<std::size_t>(std::max(load - first_ + 1, 2 * size)), 0);
    }
    counts_[static_cast<std::size_t>(load - first_)] += bins;
}

Levels LoadCounts::levels() const {
    Levels out;
    out.assign(first_, counts_);
    return out;
}

namespace {

/// Of `balls` independent ones, how many meet the first `part` of `whole` equal places. Of the two shares the smaller
/// is formed, so that neither loses digits.
Count share(Generator& random, Count balls, Count part, Count whole) {
    if (part >= whole) return balls;
    const auto all = static_cast<double>(whole);
    if (2 * part <= whole) return binomial(random, balls, static_cast<double>(part) / all);
    return balls - binomial(random, balls, static_cast<double>(whole - part) / all);
}

Count height(const Levels& levels) {
    return levels.top() - levels.bottom() + 1;
}

/// Batches of one look each for so many balls.
double batches(const Levels& levels, Count balls) {
    const double kappa = std::clamp(static_cast<double>(height(levels)), 4.0, 256.0);
    return 1 + static_cast<double>(balls) / std::sqrt(static_cast<double>(levels.bins()) * kappa);
}

/// Whether batches, each of which passes through all levels, cost less than a draw of their own for each level.
bool batches_are_cheaper(const Levels& levels, Count balls) {
    const auto all = static_cast<double>(height(levels));
    return batches(levels, balls) * all <= std::min(static_cast<double>(levels.bins()), 16 * all);
}

}  // namespace

void UniformBalls::begin(Generator& random, const Levels& levels, Count balls, Count& draws) {
    done_.clear();
    left_ = balls;
    spread(random, 0, levels, balls, draws);
}

void UniformBalls::go_on(Generator& random, Count& draws) {
    while (busy() && draws > 0) next_share(random, draws);
}

void UniformBalls::next_share(Generator& random, Count& draws) {
    Share& from = shares_.back();
    if (from.bins == 0) return shares_.pop_back();
    --draws;
    const Count load = from.load + (from.one_by_one ? 0 : from.levels.balls(from.next));
    const Count bins = from.one_by_one ? 1 : from.levels[from.next++];
    if (bins == 0) return;
    const Count balls = share(random, from.balls, bins, from.bins);
    from.balls -= balls;
    from.bins -= bins;
    if (from.one_by_one) {
        left_ -= balls;
        done_.add(load + balls, 1);
    } else {
        occupy(random, load, bins, balls, draws);
    }
}

/// Throws balls into bins that hold `load` beside what their levels say.
void UniformBalls::spread(Generator& random, Count load, Levels levels, Count balls, Count& draws) {
    if (balls > 0 && batches_are_cheaper(levels, balls)) {
        draws -= static_cast<Count>(batches(levels, balls)) * height(levels);
        left_ -= balls;
        few_.start();
        while (balls > 0) balls -= few_.batch(random, levels, balls);
    }
    if (balls == 0) return put(load, levels);
    shares_.push_back({balls, levels.bins(), load, false, levels, levels.bottom()});
}

/// Throws balls into bins that all hold `load`.
void UniformBalls::occupy(Generator& random, Count load, Count bins, Count balls, Count& draws) {
    if (balls == 0) return done_.add(load, bins);
    const auto n = static_cast<double>(bins);
    const auto m = static_cast<double>(balls);
    // A few hundred standard deviations of a load against the number of bins: levels then cost as much as bins.
    if (bins <= 32 || n * n <= 40000 * (m / n)) return shares_.push_back({balls, bins, load, true, {}, 0});
    Levels levels;
    levels.start(bins);
    Count missing = balls;
    if (balls < 64 || m * m < 16 * n) {
        left_ -= balls;
        few_.start();
        while (missing > 0) missing -= few_.batch(random, levels, missing);
        return put(load, levels);
    }
    for (Count sum = balls + 1; sum > balls; draws -= height(levels)) {
        levels = poisson(random, bins, (m - 3 * std::sqrt(m)) / n, sum);
        missing = balls - sum;
    }
    left_ -= balls - missing;
    spread(random, load, levels, missing, draws);
}

/// Poisson probabilities relative to the largest, down to 1e-40 of it: with 2^53 bins nothing beyond is ever seen.
void UniformBalls::weigh(double mean) {
    constexpr double negligible = 1e-40;
    const auto mode = static_cast<Count>(mean);
    weight_.clear();
    double w = 1;
    for (Count k = mode; k >= 0 && w > negligible; w *= static_cast<double>(k) / mean, --k) weight_.push_back(w);
    first_ = mode - static_cast<Count>(weight_.size()) + 1;
    std::reverse(weight_.begin(), weight_.end());
    w = 1;
    for (Count k = mode + 1; (w *= mean / static_cast<double>(k)) > negligible; ++k) weight_.push_back(w);
    tail_.assign(weight_.size() + 1, 0);
    for (std::size_t i = weight_.size(); i-- > 0;) tail_[i] = tail_[i + 1] + weight_[i];
}

/// Loads of bins that get independent Poisson numbers of balls; `sum` of them in all.
Levels UniformBalls::poisson(Generator& random, Count bins, double mean, Count& sum) {
    weigh(mean);
    std::vector<Count> counts;
    sum = 0;
    for (std::size_t i = 0; i < weight_.size() && bins > 0; ++i) {
        const double here = weight_[i] / tail_[i];
        const Count x =
            here <= 0.5 ? binomial(random, bins, here) : bins - binomial(random, bins, tail_[i + 1] / tail_[i]);
        counts.push_back(x);
        bins -= x;
        sum += x * (first_ + static_cast<Count>(i));
    }
    Levels out;
    out.assign(first_, counts);
    return out;
}

void UniformBalls::put(Count load, const Levels& levels) {
    for (int k = levels.bottom(); k <= levels.top(); ++k) done_.add(load + levels.balls(k), levels[k]);
}

Levels UniformBalls::levels() const {
    LoadCounts all = done_;
    for (const Share& s : shares_) {
        if (s.one_by_one) all.add(s.load, s.bins);
        for (int k = s.next; !s.one_by_one && k <= s.levels.top(); ++k) all.add(s.load + s.levels.balls(k), s.levels[k]);
    }
    return all.levels();
}

}  // namespace p2c::bins
