#include "live.h"

#include "model/simulation.h"

namespace p2c::fleet {

namespace {

constexpr std::uint64_t first_length = 500;  // requests in a batch at the start
constexpr double settled_after = 20;         // relaxation times
constexpr std::size_t fewest = 8;            // batches for an interval

}  // namespace

LiveWindow::LiveWindow() : batches_(most + 1) { clear(0); }

void LiveWindow::clear(double now) {
    since_ = now;
    length_ = first_length;
    for (std::size_t i = 0; i <= full_; ++i) {
        batches_[i].waits.clear();
        batches_[i].latencies.clear();
    }
    full_ = 0;
    waits_.clear();
    latencies_.clear();
}

void LiveWindow::record(double wait, double latency) {
    waits_.add(wait);
    latencies_.add(latency);
    Batch& batch = batches_[full_];
    batch.waits.add(wait);
    batch.latencies.add(latency);
    if (batch.waits.total() < length_) return;
    if (++full_ == most) join();
}

void LiveWindow::join() {
    for (std::size_t i = 0; i < most / 2; ++i) {
        Batch joined;
        for (const Batch* part : {&batches_[2 * i], &batches_[2 * i + 1]}) {
            joined.waits.add(part->waits);
            joined.latencies.add(part->latencies);
        }
        batches_[i] = joined;
    }
    for (std::size_t i = most / 2; i <= most; ++i) batches_[i] = Batch();
    full_ = most / 2;
    length_ *= 2;
}

namespace {

/// The quantile of all, with the interval that the batches' own quantiles give.
Json quantile_metric(const Quantile& q, const Histogram& all, const std::vector<double>& batches, double mean) {
    if (all.total() * (q.denominator - q.numerator) < q.denominator) return {{"value", nullptr}, {"reason", "few-samples"}};
    const double value = all.at_rank(nearest_rank(q, all.total())) * mean;
    if (batches.size() < fewest) return {{"value", value}, {"low", nullptr}, {"high", nullptr}};
    const double half = estimate(batches).half_width * mean;
    return {{"value", value}, {"low", value - half}, {"high", value + half}};
}

}  // namespace

Json LiveWindow::report(double now, double relaxation, double mean) const {
    Json metrics;
    for (const bool waiting : {true, false}) {
        Json& out = metrics[waiting ? "wait" : "latency"];
        const Histogram& all = waiting ? waits_ : latencies_;
        for (const Quantile& q : quantiles) {
            std::vector<double> values;
            for (std::size_t i = 0; i < full_; ++i) {
                const Histogram& h = waiting ? batches_[i].waits : batches_[i].latencies;
                values.push_back(h.at_rank(nearest_rank(q, h.total())));
            }
            out[q.name] = quantile_metric(q, all, values, mean);
        }
        out["max"] = {{"value", all.max() * mean}};
    }
    const double covered = (now - since_) / relaxation;
    return {{"metrics", metrics}, {"requests", waits_.total()}, {"covered", covered}, {"settled", covered >= settled_after}};
}

}  // namespace p2c::fleet
