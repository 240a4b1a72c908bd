#include "direct.h"

#include <cmath>  // floor only

#include "counters.h"
#include "distribution.h"

namespace p2c::bins {

DirectBase::DirectBase(const Settings& settings)
    : settings_(settings), draws_(settings.seed, 0, static_cast<std::uint32_t>(settings.bins)) {}

Tables DirectBase::tables() const {
    Tables t;
    t.columns = first_checkpoint + settings_.checkpoints.size();
    t.tallies.emplace_back(settings_.bins);
    return t;
}

void DirectBase::begin(std::uint32_t replication) {
    clear(replication);
    draws_ = Draws(settings_.seed, replication, static_cast<std::uint32_t>(settings_.bins));
    thrown_ = 0;
    reads_ = 0;
    next_checkpoint_ = 0;
    row_.assign(first_checkpoint, 0);
}

void DirectBase::advance(std::uint64_t count) {
    count = std::min(count, settings_.balls - thrown_);
    while (count > 0) {
        const std::uint64_t stretch = std::min(count, settings_.checkpoints[next_checkpoint_] - thrown_);
        run(stretch);
        thrown_ += stretch;
        count -= stretch;
        if (thrown_ == settings_.checkpoints[next_checkpoint_]) {
            row_.push_back(extremes().high - average());
            ++next_checkpoint_;
        }
    }
}

void DirectBase::finish(Tables& tables) {
    const auto [low, high] = extremes();
    row_[Column::gap] = row_.back();
    row_[Column::max] = high;
    row_[Column::min] = low;
    row_[Column::probes] = static_cast<double>(reads_) / static_cast<double>(settings_.balls);
    tables.rows.push_back(row_);
    // Bins with load at least k, for whole k from the least to the largest load.
    const double first = std::floor(low);
    if (std::floor(high) - first >= max_levels) return;  // the report shows no profile then
    std::vector<std::uint64_t> at_least(static_cast<std::size_t>(std::floor(high) - first) + 1);
    count_levels(static_cast<std::int64_t>(first), at_least);
    for (std::size_t k = at_least.size() - 1; k > 0; --k) at_least[k - 1] += at_least[k];
    tables.tallies[0].add(static_cast<std::int64_t>(first), at_least);
}

std::vector<double> DirectBase::snapshot(const std::string& name) {
    if (name == "load") return loads();
    if (name == "counts") return {static_cast<double>(thrown_), static_cast<double>(reads_)};
    if (name == "profile") {
        const auto [low, high] = extremes();
        const double first = std::floor(low);
        std::vector<std::uint64_t> counts(static_cast<std::size_t>(std::floor(high) - first) + 1);
        count_levels(static_cast<std::int64_t>(first), counts);
        std::vector<double> out{first};
        for (const std::uint64_t bins : counts) out.push_back(static_cast<double>(bins));
        return out;
    }
    if (name != "looks") unknown_snapshot(name, {"load", "looks", "profile", "counts"});
    std::vector<double> out;
    if (thrown_ == 0) return out;
    out.push_back(last_);
    for (const std::uint32_t i : last_looks()) out.push_back(i);
    return out;
}

bool is_plain(const Json& config) {
    const Json& information = config.at("information");
    return information.at("freshness").at("id") == "fresh" && information.at("noise").at("id") == "none" &&
           config.at("weights").at("id") == "unit" && config.at("capacities").at("id") == "equal" &&
           config.at("graph").at("id") == "complete";
}

std::unique_ptr<Simulation> make_direct(const Json& config) {
    return is_plain(config) ? make_counters(config) : make_general(config);
}

namespace {

/// What a policy keeps per bin.
double policy_bytes(const Json& policy, double n) {
    if (policy.at("id") == "least") return n * sizeof(std::uint32_t);
    const bool marks = policy.at("id") == "choices" && policy.at("d") > 4 && !policy.at("replacement").get<bool>();
    return marks ? n * sizeof(std::uint64_t) : 0;
}

}  // namespace

double direct_bytes(const Json& config) {
    const auto n = config.at("bins").get<double>();
    const double loads = is_plain(config) ? n * counter_bytes(n, config.at("ballsPerBin").get<double>()) : general_bytes(config);
    return loads + policy_bytes(config.at("policy"), n);
}

}  // namespace p2c::bins
