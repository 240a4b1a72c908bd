#include "pattern.h"

#include <algorithm>

#include "base/math.h"
#include "base/samplers.h"

namespace p2c::occupancy {

void Pattern::set(Count n, Count looks) {
    if (n == n_ && looks == looks_) return;
    n_ = n;
    looks_ = looks;
    limit_ = std::min(looks, n);
    chance_ = static_cast<double>(limit_) / static_cast<double>(n);
    cumulative_.clear();
    const double mean = static_cast<double>(looks) * chance_;
    if (limit_ == n || mean >= 60) return;
    double p = det::exp(static_cast<double>(looks) * det::log1p(-chance_));
    double sum = 0;
    for (Count k = 0; k <= looks; ++k) {
        sum += p;
        cumulative_.push_back(sum);
        p *= static_cast<double>(looks - k) * (chance_ / (1 - chance_)) / static_cast<double>(k + 1);
        if (static_cast<double>(k) > mean && p < 1e-18) break;
    }
    cumulative_.back() = 2;  // no uniform number passes it
}

Count Pattern::candidate_count(Generator& random) const {
    if (cumulative_.empty()) return binomial(random, looks_, chance_);
    const double u = random.unit();
    std::size_t k = 0;
    while (u >= cumulative_[k]) ++k;
    return static_cast<Count>(k);
}

/// Filling up with uniform positions, throwing away repetitions and filling up again leaves every subset equally
/// likely.
void Pattern::subset(Generator& random, Count size, std::vector<Count>& out) const {
    out.clear();
    while (static_cast<Count>(out.size()) < size) {
        while (static_cast<Count>(out.size()) < size) out.push_back(random.below(looks_));
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
    }
}

void Pattern::choose(Generator& random) {
    const Count size = limit_ == n_ ? looks_ : candidate_count(random);
    if (2 * size <= looks_) return subset(random, size, candidates_);
    subset(random, looks_ - size, left_out_);
    candidates_.clear();
    auto next = left_out_.begin();
    for (Count i = 0; i < looks_; ++i) {
        if (next != left_out_.end() && *next == i)
            ++next;
        else
            candidates_.push_back(i);
    }
}

Count Pattern::label(Count position) const {
    const auto at =
        std::lower_bound(hits_.begin(), hits_.end(), position, [](const Hit& h, Count p) { return h.position < p; });
    if (at != hits_.end() && at->position == position) return at->label;
    return position - (at - hits_.begin());
}

/// New bins get their numbers in order, so it is the position of the label-th look that is no hit. Hit i has
/// position_i − i such looks before it.
Count Pattern::first_touch(Count label) const {
    std::size_t low = 0, high = hits_.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (hits_[middle].position - static_cast<Count>(middle) <= label)
            low = middle + 1;
        else
            high = middle;
    }
    return label + static_cast<Count>(low);
}

bool Pattern::own(Count position, Count label, int group) const {
    for (Count q = position / group * group; q < position; ++q)
        if (this->label(q) == label) return true;
    return false;
}

void Pattern::draw(Generator& random, int group) {
    hits_.clear();
    choose(random);
    for (const Count position : candidates_) {
        const Count touched = position - static_cast<Count>(hits_.size());
        Count z = random.below(limit_);
        // Within a group a look that falls on one of the group's own bins is taken again, among all bins.
        if (group > 1)
            while (z < touched && own(position, z, group)) z = random.below(n_);
        if (z < touched) hits_.push_back({position, z});
    }
}

void LabelMap::clear(std::size_t labels) {
    if (stamp_.size() < 4 * labels) {
        std::size_t size = 64;
        shift_ = 58;
        for (; size < 4 * labels; size *= 2) --shift_;
        label_.assign(size, 0);
        stamp_.assign(size, 0);
        place_.assign(size, 0);
        now_ = 0;
    }
    if (++now_ == 0) {
        std::fill(stamp_.begin(), stamp_.end(), 0U);
        now_ = 1;
    }
}

}  // namespace p2c::occupancy
