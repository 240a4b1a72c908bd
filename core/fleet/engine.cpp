#include "engine.h"

#include <cmath>  // isfinite, sqrt only

#include "base/refuse.h"
#include "model/arrivals.h"
#include "model/services.h"
#include "theory.h"

namespace p2c::fleet {

FleetBase::FleetBase(const Settings& settings, Source source)
    : settings_(settings), source_(std::move(source)), draws_(settings.seed, 0, settings.replicas) {}

Tables FleetBase::tables() const {
    Tables t;
    t.columns = settings_.columns();
    t.tallies = {Tally(0), Tally(static_cast<std::uint64_t>(queue_scale)), Tally(0), Tally(0), Tally(0)};
    t.hashed = replica_busy;
    t.histograms.resize(2);
    return t;
}

void FleetBase::begin(std::uint32_t replication) {
    replication_ = replication;
    begin_state();
    draws_ = Draws(settings_.seed, replication, settings_.replicas);
    source_.begin(settings_.seed, replication);
    recorder_.begin(settings_.warm, settings_.requests, settings_.stretches);
    busy_before_.assign(settings_.replicas, 0);
    stretch_ = 0;
    stretch_start_ = 0;
    stretch_area_ = 0;
    share_.assign(settings_.replicas, 0);
    load_ = settings_.load;
    gap_scale_ = 1 / settings_.rate(load_);
    index_ = reads_ = 0;
    offered_ = now_ = last_arrival_ = 0;
    next_arrival_ = source_.gap(0) * gap_scale_;
}

void FleetBase::open_window(double now) {
    settle(now);
    if (settings_.stretches > 0) stretch_area_ -= area(now);
    levels().clear();
    for (std::uint32_t i = 0; i < settings_.replicas; ++i) {
        levels().open(count(i), now);
        busy_before_[i] = busy(i, now);
    }
    std::fill(share_.begin(), share_.end(), 0U);
    reads_ = 0;
    window_start_ = now;
}

void FleetBase::advance(std::uint64_t count) {
    count = std::min(count, settings_.requests - index_);
    const std::uint64_t warm = index_ < settings_.warm ? std::min(count, settings_.warm - index_) : 0;
    if (warm > 0) run_in_stretches(warm);
    count -= warm;
    if (count > 0 && index_ == settings_.warm) {
        open_window(next_arrival_);
        run_in_stretches(1);
        offered_ = 0;  // work is set against the gaps, and the first kept request has none before it
        --count;
    }
    if (count > 0) run_in_stretches(count);
    now_ = last_arrival_;
}

/// Ticks that requests have been present, all together, since the levels were last cleared.
std::uint64_t FleetBase::area(double now) {
    std::uint64_t present = 0;
    for (std::uint32_t i = 0; i < settings_.replicas; ++i) present += count(i);
    return levels().area(present, now);
}

/// Ends the stretch of the series that is under way; the state is settled.
void FleetBase::end_stretch(double now) {
    const std::uint64_t here = area(now);
    const double time = now - stretch_start_;
    const auto ticks = static_cast<double>(static_cast<std::int64_t>(here - stretch_area_));
    if (time > 0) recorder_.series.set_load(stretch_, ticks / ticks_per_unit / time / settings_.replicas);
    ++stretch_;
    stretch_start_ = now;
    stretch_area_ = here;
}

/// Runs, and stops where one stretch of the series ends and the next begins.
void FleetBase::run_in_stretches(std::uint64_t count) {
    if (settings_.stretches == 0) return run(count);
    const Series& series = recorder_.series;
    while (count > 0) {
        if (index_ == series.first(stretch_ + 1)) {
            settle(next_arrival_);
            end_stretch(next_arrival_);
        }
        const std::uint64_t part = std::min(count, series.first(stretch_ + 1) - index_);
        run(part);
        count -= part;
    }
}

void FleetBase::fill_row(std::vector<double>& row) {
    const double time = last_arrival_ - window_start_;
    const double replica_time = time * settings_.replicas;
    double busy = 0;
    double in_flight = 0;
    for (std::uint32_t k = levels().top(); k-- > 1;) {
        const double share = levels().time_at_least(k);
        in_flight += share;
        if (k <= settings_.workers) busy += share;
    }
    // Requests that all come at one instant take no time, and nothing is known of averages over it.
    const bool timeless = !(time > 0);
    row[utilisation] = timeless ? -1 : busy / replica_time / settings_.workers;
    row[realised_load] = timeless ? -1 : offered_ / (time * settings_.machines.capacity()) / settings_.workers;
    row[realised_rate] = timeless ? -1 : static_cast<double>(settings_.kept() - 1) / time;
    row[mean_load] = timeless ? -1 : in_flight / replica_time;
    row[probes] = static_cast<double>(reads_) / static_cast<double>(settings_.kept());
    row[kept_time] = time;
}

namespace {

void fill_times(double* row, const Histogram& h, double mean, const Settings& settings) {
    row[0] = mean;
    std::size_t k = 1;
    // Where every request is lost, nobody has waited.
    for (const Quantile& q : quantiles) row[k++] = h.total() > 0 ? h.at_rank(settings.rank(q, h.total())) : 0;
    row[k] = h.max();
}

/// Requests with at least each time of the grid.
std::vector<std::uint64_t> tail_counts(const Histogram& h) {
    std::vector<std::uint64_t> out(tail_points);
    std::size_t i = h.last();
    std::uint64_t beyond = 0;
    for (int point = tail_points - 1; point >= 0; --point) {
        const std::size_t edge = h.bucket(tail_time(point));
        while (i > edge && i > 0) beyond += h.counts()[--i];
        out[static_cast<std::size_t>(point)] = beyond;
    }
    return out;
}

}  // namespace

/// The lost count as infinitely late.
void FleetBase::fill_lost(std::vector<double>& row) const {
    const Histogram& served = recorder_.latencies;
    const std::uint64_t all = served.total() + recorder_.lost();
    row[dropped] = static_cast<double>(recorder_.lost()) / static_cast<double>(all);
    std::size_t k = latency_all;
    for (const Quantile& q : quantiles) {
        const std::uint64_t rank = settings_.rank(q, all);
        row[k++] = rank <= served.total() ? served.at_rank(rank) : -1;
    }
}

/// Share of each replica's workers' time in the window that they served.
void FleetBase::add_utilisations(Tally& tally) {
    const double time = (last_arrival_ - window_start_) * settings_.workers * ticks_per_unit;
    std::vector<std::uint64_t> shares;
    for (std::uint32_t i = 0; i < settings_.replicas; ++i) {
        const auto served = static_cast<double>(static_cast<std::int64_t>(busy(i, last_arrival_) - busy_before_[i]));
        shares.push_back(time > 0 ? static_cast<std::uint64_t>(served / time * queue_scale + 0.5) : 0);
    }
    tally.add(0, shares);
}

void FleetBase::add_tallies(Tables& tables) {
    const double replica_time = (last_arrival_ - window_start_) * settings_.replicas;
    std::vector<std::uint64_t> tail{static_cast<std::uint64_t>(queue_scale)};
    for (std::uint32_t k = 1; replica_time > 0 && k < levels().top() && levels().time_at_least(k) > 0; ++k)
        tail.push_back(static_cast<std::uint64_t>(levels().time_at_least(k) / replica_time * queue_scale + 0.5));
    tables.tallies[share].add(0, share_);
    tables.tallies[queue_tail].add(0, tail);
    add_utilisations(tables.tallies[replica_busy]);
}

void FleetBase::finish(Tables& tables) {
    settle(last_arrival_);
    if (settings_.stretches > 0) end_stretch(last_arrival_);
    for (std::uint32_t i = 0; i < settings_.replicas; ++i) levels().close(count(i), last_arrival_);
    std::vector<double> row(settings_.columns());
    fill_row(row);
    add_tallies(tables);
    drain();
    recorder_.close();
    fill_times(&row[wait], recorder_.waits, recorder_.mean_wait(), settings_);
    fill_times(&row[latency], recorder_.latencies, recorder_.mean_latency(), settings_);
    row[half_difference] = recorder_.half_difference();
    if (settings_.lossy()) fill_lost(row);
    fill_more(row);
    recorder_.series.fill(row.data() + settings_.first_series_column(), Recorder::per_unit);
    tables.rows.push_back(row);
    tables.tallies[wait_tail].add(0, tail_counts(recorder_.waits));
    tables.tallies[latency_tail].add(0, tail_counts(recorder_.latencies));
    tables.histograms[0].add(recorder_.waits);
    tables.histograms[1].add(recorder_.latencies);
}

std::vector<double> FleetBase::counts() {
    double serving = 0;
    double all = 0;
    for (std::uint32_t i = 0; i < settings_.replicas; ++i) {
        serving += in_service(i);
        all += count(i);
    }
    const auto arrived = static_cast<double>(index_);
    const auto lost = static_cast<double>(recorder_.all_lost());
    std::vector<double> out{arrived, arrived - all - lost, serving, all - serving};
    if (settings_.lossy()) out.push_back(lost);
    return out;
}

std::vector<double> FleetBase::snapshot(const std::string& name) {
    settle(now_);
    std::vector<double> out;
    if (name == "load" || name == "inService") {
        for (std::uint32_t i = 0; i < settings_.replicas; ++i) out.push_back(name == "load" ? count(i) : in_service(i));
    } else if (name == "counts") {
        out = counts();
    } else if (name == "clock") {
        out = {now_ * settings_.mean, settings_.rate(load_) / settings_.mean, next_arrival_ * settings_.mean};
    } else if (name == "looks") {
        if (index_ == 0) return out;
        out.push_back(last_);
        for (const std::uint32_t i : last_looks()) out.push_back(i);
    } else {
        unknown_snapshot(name, {"load", "inService", "looks", "clock", "counts"});
    }
    return out;
}

void FleetBase::go_live() {
    if (live_) return;
    live_.emplace();
    live_->clear(now_);
    recorder_.go_live(*live_);
}

bool FleetBase::live_to(double time) {
    go_live();
    time /= settings_.mean;
    while (next_arrival_ <= time) run(1);
    if (time > now_) now_ = time;
    settle(now_);
    return true;
}

void FleetBase::live_dispatch(std::uint64_t count) {
    run(count);
    now_ = last_arrival_;
}

void FleetBase::live_set(const std::string& name, double value) {
    if (name != "load") refuse(name, {"Only load can be changed while a fleet runs; ", quote(Json(name)), " needs a new run."});
    if (!(value > 0 && value <= max_load)) refuse("load", {"load must be a number above 0 and at most 10; it is ", value, "."});
    go_live();
    value *= settings_.factor;
    const double scale = 1 / settings_.rate(value);
    // What is left of the gap under way is stretched: exact for Poisson arrivals, which have no memory.
    next_arrival_ = now_ + (next_arrival_ - now_) * (scale / gap_scale_);
    gap_scale_ = scale;
    load_ = value;
    live_->clear(now_);
}

Json FleetBase::live_report() const {
    Json out = live_->report(now_, relaxation_time(load_), settings_.mean);
    out["load"] = load_;
    return out;
}

Source make_source(const Json& config) {
    return {make_arrivals(config.at("arrivals")), make_service(config.at("service"))};
}

}  // namespace p2c::fleet
