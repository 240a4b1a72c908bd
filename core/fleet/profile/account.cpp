#include "account.h"

#include <algorithm>

#include "joined.h"
#include "profile.h"

namespace p2c::fleet {

namespace {

std::uint64_t scaled(double share) { return static_cast<std::uint64_t>(share * queue_scale + 0.5); }

/// Shares of requests that take longer than each time of the grid.
template <class Beyond> std::vector<std::uint64_t> on_grid(Beyond beyond) {
    std::vector<std::uint64_t> out;
    for (int point = 0; point < tail_points; ++point) {
        out.push_back(scaled(beyond(tail_time(point))));
        if (out.back() == 0) break;
    }
    return out;
}

void fill_times(double* row, double mean, const std::vector<double>& at) {
    row[0] = mean;
    for (std::size_t i = 0; i < at.size(); ++i) row[1 + i] = at[i];
    row[1 + at.size()] = -1;  // the longest is not known
}

}  // namespace

void Account::begin() {
    joined_[0].assign(1, 0);
    joined_[1].assign(1, 0);
    spent_.assign(1, 0);
}

void Account::cover(std::size_t loads) {
    if (loads > spent_.size()) spent_.resize(loads, 0);
}

void Account::spend(std::size_t first, const std::vector<double>& counts, double weight) {
    cover(first + counts.size());
    for (std::size_t k = 0; k < counts.size(); ++k) spent_[first + k] += counts[k] * weight;
}

void Account::spend(const occupancy::Levels& levels, double weight) {
    cover(static_cast<std::size_t>(levels.balls(levels.top())) + 1);
    for (int k = levels.bottom(); k <= levels.top(); ++k)
        spent_[static_cast<std::size_t>(levels.balls(k))] += static_cast<double>(levels[k]) * weight;
}

/// Shares of replicas with load at least k.
std::vector<double> Account::tail() const {
    std::vector<double> out = spent_;
    for (std::size_t k = out.size() - 1; k > 0; --k) out[k - 1] += out[k];
    const double all = out[0];
    for (double& x : out) x = all > 0 ? x / all : 0;
    return out;
}

void Account::finish(const Settings& s, double time, double reads, Tables& tables) const {
    std::vector<double> all(std::max(joined_[0].size(), joined_[1].size()));
    double kept = 0;
    for (const auto& half : joined_)
        for (std::size_t k = 0; k < half.size(); ++k) all[k] += half[k], kept += half[k];
    const JoinedLoads joined(all);
    std::vector<double> waits, latencies;
    for (const Quantile& q : quantiles) {
        const double p = static_cast<double>(q.numerator) / static_cast<double>(q.denominator);
        waits.push_back(joined.wait_quantile(p));
        latencies.push_back(joined.latency_quantile(p));
    }
    std::vector<double> row(columns);
    fill_times(&row[wait], joined.mean_wait(), waits);
    fill_times(&row[latency], joined.mean_wait() + 1, latencies);
    const std::vector<double> tail = this->tail();
    const bool timeless = !(time > 0);
    row[utilisation] = timeless ? -1 : tail.size() > 1 ? tail[1] : 0;
    row[realised_rate] = timeless ? -1 : (kept - 1) / time;
    row[realised_load] = timeless ? -1 : row[realised_rate] / s.machines.capacity();  // sizes are not drawn: their mean is 1
    for (std::size_t k = tail.size(); k-- > 1;) row[mean_load] += tail[k];
    if (timeless) row[mean_load] = -1;
    row[probes] = reads;
    row[half_difference] = JoinedLoads(joined_[1]).mean_wait() - JoinedLoads(joined_[0]).mean_wait();
    row[kept_time] = time;
    tables.rows.push_back(row);
    std::vector<std::uint64_t> shares, loads;
    for (const double x : tail)
        if (x * queue_scale >= 0.5) shares.push_back(scaled(x));
    for (const double x : all) loads.push_back(scaled(x / kept));
    tables.tallies[share].add(0, {});
    tables.tallies[replica_busy].add(0, {});
    tables.tallies[queue_tail].add(0, shares);
    tables.tallies[wait_tail].add(0, on_grid([&](double t) { return joined.wait_beyond(t); }));
    tables.tallies[latency_tail].add(0, on_grid([&](double t) { return joined.latency_beyond(t); }));
    tables.tallies[joined_tally].add(0, loads);
}

Tables profile_tables() {
    Tables t;
    t.columns = columns;
    t.tallies = {Tally(0), Tally(static_cast<std::uint64_t>(queue_scale)), Tally(0), Tally(0), Tally(0), Tally(0)};
    return t;
}

}  // namespace p2c::fleet
