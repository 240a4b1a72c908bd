#include "uniform.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::bins {

namespace {

/// Of `balls` independent ones, how many meet the first `part` of `whole` equal places. Of the two shares the smaller
/// is formed, so that neither loses digits.
Count share(Generator& random, Count balls, Count part, Count whole) {
    if (part >= whole) return balls;
    const auto all = static_cast<double>(whole);
    if (2 * part <= whole) return binomial(random, balls, static_cast<double>(part) / all);
    return balls - binomial(random, balls, static_cast<double>(whole - part) / all);
}

}  // namespace

void UniformBalls::add_in_batches(Generator& random, Levels& levels, Count balls) {
    few_.start();
    while (balls > 0) balls -= few_.batch(random, levels, balls);
}

/// Each bin's share of what is left: for few bins, or so many balls that hardly two bins hold the same.
UniformBalls::Loads UniformBalls::bin_by_bin(Generator& random, Count bins, Count balls) {
    std::vector<Count> load;
    for (; bins > 0; --bins) {
        load.push_back(share(random, balls, 1, bins));
        balls -= load.back();
    }
    const auto [low, high] = std::minmax_element(load.begin(), load.end());
    Loads out{*low, std::vector<Count>(static_cast<std::size_t>(*high - *low) + 1)};
    for (const Count x : load) ++out.counts[static_cast<std::size_t>(x - out.first)];
    return out;
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

UniformBalls::Loads UniformBalls::poisson(Generator& random, Count bins, double mean, Count& sum) {
    weigh(mean);
    Loads out{first_, {}};
    sum = 0;
    for (std::size_t i = 0; i < weight_.size() && bins > 0; ++i) {
        const double here = weight_[i] / tail_[i];
        const Count x =
            here <= 0.5 ? binomial(random, bins, here) : bins - binomial(random, bins, tail_[i + 1] / tail_[i]);
        out.counts.push_back(x);
        bins -= x;
        sum += x * (first_ + static_cast<Count>(i));
    }
    return out;
}

UniformBalls::Loads UniformBalls::occupy(Generator& random, Count bins, Count balls) {
    if (balls == 0) return {0, {bins}};
    const auto n = static_cast<double>(bins);
    const auto m = static_cast<double>(balls);
    // A few hundred standard deviations of a load against the number of bins: levels then cost as much as bins.
    if (bins <= 32 || n * n <= 40000 * (m / n)) return bin_by_bin(random, bins, balls);
    Levels loads;
    if (balls < 64 || m * m < 16 * n) {
        loads.start(bins);
        add_in_batches(random, loads, balls);
        return {loads.first(), loads.counts()};
    }
    for (;;) {
        Count sum = 0;
        const Loads most = poisson(random, bins, (m - 3 * std::sqrt(m)) / n, sum);
        if (sum > balls) continue;
        loads.assign(most.first, most.counts);
        add(random, loads, balls - sum);
        return {loads.first(), loads.counts()};
    }
}

namespace {

/// Whether batches, each of which passes through all levels, cost less than a draw of their own for each level.
bool batches_are_cheaper(const Levels& levels, Count balls) {
    const double height = levels.top() - levels.bottom() + 1;
    const auto bins = static_cast<double>(levels.bins());
    const double batches = 1 + static_cast<double>(balls) / std::sqrt(bins * std::clamp(height, 4.0, 256.0));
    return batches * height <= std::min(bins, 16 * height);
}

}  // namespace

void UniformBalls::add(Generator& random, Levels& levels, Count balls) {
    if (balls == 0) return;
    if (batches_are_cheaper(levels, balls)) return add_in_batches(random, levels, balls);
    std::vector<Count> counts;
    const Count first = levels.first();
    Count rest = levels.bins();
    for (int k = levels.bottom(); k <= levels.top(); ++k) {
        const Count here = levels[k];
        if (here == 0) continue;
        const Count thrown = share(random, balls, here, rest);
        balls -= thrown;
        rest -= here;
        const Loads loads = occupy(random, here, thrown);
        const auto offset = static_cast<std::size_t>(levels.balls(k) - first + loads.first);
        if (counts.size() < offset + loads.counts.size()) counts.resize(offset + loads.counts.size(), 0);
        for (std::size_t i = 0; i < loads.counts.size(); ++i) counts[offset + i] += loads.counts[i];
    }
    levels.assign(first, counts);
}

}  // namespace p2c::bins
