#include "keys.h"

#include <algorithm>
#include <limits>

#include "base/math.h"

namespace p2c {

Parts describe_keys() {
    static constexpr Param zipf[] = {
        integer("count", "Keys", 1, 1e6, 1000).slider(1, 100000, "log").marks({1, 10, 100, 1000, 10000, 100000}).about("How many keys there are."),
        real("exponent", "Exponent", 0, 20, 1)
            .slider(0, 2).marks({0, 0.5, 1, 1.5, 2})
            .about("The s in 1/k^s. 0: all keys are equally frequent; the larger, the hotter the first ones."),
    };
    static constexpr Part all[] = {
        {"distinct", "All different", "distinct keys", "Every request has a key of its own, which hashes anywhere.", {}, "fleet"},
        {"zipf", "Zipf", "Zipf keys", "Key k of K comes with probability proportional to 1/k^s: a few are hot.", zipf, "fleet"},
    };
    return all;
}

Keys::Keys(const Json& config)
    : placement_(config.at("seed").get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max(), Purpose::key) {
    const Json& keys = config.at("keys");
    if (keys.at("id") == "distinct") return;
    count_ = keys.at("count").get<std::uint32_t>();
    const auto s = keys.at("exponent").get<double>();
    std::vector<double> weights(count_);
    for (std::uint32_t k = 0; k < count_; ++k) weights[k] = k == 0 ? 1 : det::exp(-s * det::log(k + 1.0));
    law_ = Discrete(weights);
    orders_.resize(count_);
}

void Keys::know(std::vector<std::uint32_t> replicas) {
    known_ = std::move(replicas);
    size_ = 0;
}

/// Orders of so many replicas from here on.
void Keys::become(std::uint32_t n) {
    size_ = n;
    for (auto& order : orders_) order.clear();
    met_.clear();
}

const std::vector<std::uint32_t>& Keys::order(const Draws& draws, std::uint32_t places) {
    if (draws.size() != size_) [[unlikely]] become(draws.size());
    if (distinct()) {
        extend_distinct(draws, places);
        return own_;
    }
    const std::uint32_t key = of(draws.index());
    auto& order = orders_[key];
    if (order.size() < places) extend(order, key, draws.size(), places);
    return order;
}

std::uint32_t Keys::first(std::uint32_t key, std::uint32_t n) const {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < n; ++i)
        if (score(key, i) > score(key, best)) best = i;
    return best;
}

std::vector<std::uint32_t> Keys::first(std::uint32_t key, std::uint32_t n, std::uint32_t places) const {
    if (places == 1) return {first(key, n)};
    Scored scored;
    sort(scored, key, n, places);
    std::vector<std::uint32_t> out;
    for (std::uint32_t k = 0; k < places; ++k) out.push_back(scored[k].second);
    return out;
}

std::vector<double> Keys::shares(std::uint32_t set, std::uint32_t n) const {
    std::vector<double> out;
    if (distinct()) return out;
    out.assign(n, 0);
    const std::uint32_t known = std::min(count_, std::max(1U, (1U << 24) / n));
    for (std::uint32_t key = 0; key < known; ++key)
        for (const std::uint32_t i : first(key, n, set)) out[i] += probability(key) / set;
    return out;
}

void Keys::extend_distinct(const Draws& draws, std::uint32_t places) {
    own_.clear();
    if (met_.empty()) met_.assign(draws.size(), 0);
    ++stamp_;
    for (BoundedSequence looks = draws.looks(); own_.size() < places;) {
        const std::uint32_t i = looks.next();
        if (met_[i] != stamp_) own_.push_back(i);
        met_[i] = stamp_;
    }
}

void Keys::extend(std::vector<std::uint32_t>& order, std::uint32_t key, std::uint32_t n, std::uint32_t places) {
    if (places == 1) {
        order.assign(1, first(key, n));
        return;
    }
    // Twice as far as asked, so that walking on is not sorted anew at each step.
    const std::uint32_t far = places > n / 2 ? n : 2 * places;
    sort(scored_, key, n, far);
    order.resize(far);
    for (std::uint32_t k = 0; k < far; ++k) order[k] = scored_[k].second;
}

/// The first places of the order of n replicas.
void Keys::sort(Scored& scored, std::uint32_t key, std::uint32_t n, std::uint32_t places) const {
    scored.resize(n);
    // Equal scores, should they come, go to the lower number, as in first().
    for (std::uint32_t i = 0; i < n; ++i) scored[i] = {~score(key, i), i};
    std::partial_sort(scored.begin(), scored.begin() + places, scored.end());
}

}  // namespace p2c
