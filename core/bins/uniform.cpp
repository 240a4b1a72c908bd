#include "uniform.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::bins {

namespace {

/// Of `balls` independent ones, how many meet the first `part` of `whole` equal places. Of the two shares the smaller is
/// formed, so that neither loses digits.
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
    // About 40 standard deviations of a load against the number of bins: levels cost as much as bins.
    if (bins <= 32 || n * n <= 1600 * (m / n)) return bin_by_bin(random, bins, balls);
    if (balls < 64 || m * m < 16 * n) {
        part_.start(bins);
        add_in_batches(random, part_, balls);
        return {part_.first(), part_.counts()};
    }
    for (;;) {
        Count sum = 0;
        const Loads loads = poisson(random, bins, (m - 3 * std::sqrt(m)) / n, sum);
        if (sum > balls) continue;
        part_.assign(loads.first, loads.counts);
        add_in_batches(random, part_, balls - sum);
        return {part_.first(), part_.counts()};
    }
}

void UniformBalls::add(Generator& random, Levels& levels, Count balls) {
    if (static_cast<double>(balls) <= 64 + 4 * std::sqrt(static_cast<double>(levels.bins())))
        return add_in_batches(random, levels, balls);
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
