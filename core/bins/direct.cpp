#include "direct.h"

namespace p2c::bins {

DirectBase::DirectBase(const Settings& settings)
    : settings_(settings), load_(settings.bins), draws_(settings.seed, 0, static_cast<std::uint32_t>(settings.bins)) {}

Tables DirectBase::tables() const {
    Tables t;
    t.columns = first_checkpoint + settings_.checkpoints.size();
    t.tallies.emplace_back(settings_.bins);
    return t;
}

void DirectBase::begin(std::uint32_t replication) {
    std::fill(load_.begin(), load_.end(), 0U);
    draws_ = Draws(settings_.seed, replication, static_cast<std::uint32_t>(settings_.bins));
    thrown_ = 0;
    reads_ = 0;
    next_checkpoint_ = 0;
    row_.assign(first_checkpoint, 0);
}

double DirectBase::gap() const {
    const std::uint32_t top = *std::max_element(load_.begin(), load_.end());
    return static_cast<double>(top) - static_cast<double>(thrown_) / static_cast<double>(settings_.bins);
}

void DirectBase::advance(std::uint64_t count) {
    count = std::min(count, settings_.balls - thrown_);
    while (count > 0) {
        const std::uint64_t stretch = std::min(count, settings_.checkpoints[next_checkpoint_] - thrown_);
        run(stretch);
        thrown_ += stretch;
        count -= stretch;
        if (thrown_ == settings_.checkpoints[next_checkpoint_]) {
            row_.push_back(gap());
            ++next_checkpoint_;
        }
    }
}

void DirectBase::finish(Tables& tables) {
    const auto [low, high] = std::minmax_element(load_.begin(), load_.end());
    row_[Column::gap] = row_.back();
    row_[Column::max] = *high;
    row_[Column::min] = *low;
    row_[Column::probes] = static_cast<double>(reads_) / static_cast<double>(settings_.balls);
    tables.rows.push_back(row_);
    // Bins with load at least k, for k from the least to the largest load.
    std::vector<std::uint64_t> at_least(static_cast<std::size_t>(*high - *low) + 1);
    for (const std::uint32_t x : load_) ++at_least[x - *low];
    for (std::size_t k = at_least.size() - 1; k > 0; --k) at_least[k - 1] += at_least[k];
    tables.tallies[0].add(*low, at_least);
}

std::vector<double> DirectBase::snapshot(const std::string& name) {
    if (name == "load") return {load_.begin(), load_.end()};
    if (name == "counts") return {static_cast<double>(thrown_), static_cast<double>(reads_)};
    if (name == "profile") {
        const auto [low, high] = std::minmax_element(load_.begin(), load_.end());
        std::vector<double> out(static_cast<std::size_t>(*high - *low) + 2);
        out[0] = *low;
        for (const std::uint32_t x : load_) ++out[x - *low + 1];
        return out;
    }
    if (name != "looks") unknown_snapshot(name, {"load", "looks", "profile", "counts"});
    std::vector<double> out;
    if (thrown_ == 0) return out;
    out.push_back(last_);
    for (const std::uint32_t i : last_looks()) out.push_back(i);
    return out;
}

std::unique_ptr<Simulation> make_direct(const Json& config) {
    const Settings settings(config);
    return with_policy(config.at("policy"), [&](auto policy) -> std::unique_ptr<Simulation> {
        return std::make_unique<Direct<decltype(policy)>>(settings, std::move(policy));
    });
}

}  // namespace p2c::bins
