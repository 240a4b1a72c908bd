#include "live.h"

#include "model/simulation.h"
#include "ticks.h"

namespace p2c::fleet {

namespace {

constexpr std::uint64_t first_length = 500;  // requests in a batch at the start
constexpr double settled_after = 20;         // relaxation times
constexpr std::size_t fewest = 8;            // batches for an interval

}  // namespace

void Durations::add(double time) {
    histogram.add(time);
    ticks += fine_tick(time);
}

void Durations::add(const Durations& other) {
    histogram.add(other.histogram);
    ticks += other.ticks;
}

void Durations::clear() {
    histogram.clear();
    ticks = 0;
}

double Durations::mean() const { return to_double(ticks) / static_cast<double>(histogram.total()) / fine_ticks_per_unit; }

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
    if (batch.waits.histogram.total() < length_) return;
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

Json too_few() { return {{"value", nullptr}, {"reason", "few-samples"}}; }

/// A figure of all requests, with the interval that the batches' own figures give.
Json metric(double value, const std::vector<double>& batches, double mean) {
    value *= mean;
    if (batches.size() < fewest) return {{"value", value}, {"low", nullptr}, {"high", nullptr}};
    const double half = estimate(batches).half_width * mean;
    return {{"value", value}, {"low", value - half}, {"high", value + half}};
}

double quantile(const Quantile& q, const Histogram& h) { return h.at_rank(nearest_rank(q, h.total())); }

/// Mean, percentiles and longest of all, given the batches.
Json measures(const Durations& all, const std::vector<const Durations*>& batches, double mean) {
    const auto each = [&](auto figure) {
        std::vector<double> values;
        for (const Durations* batch : batches) values.push_back(figure(*batch));
        return values;
    };
    const Histogram& h = all.histogram;
    Json out;
    out["mean"] = h.total() == 0 ? too_few() : metric(all.mean(), each([](const Durations& d) { return d.mean(); }), mean);
    for (const Quantile& q : quantiles) {
        const bool few = h.total() * (q.denominator - q.numerator) < q.denominator;
        out[q.name] = few ? too_few() : metric(quantile(q, h), each([&](const Durations& d) { return quantile(q, d.histogram); }), mean);
    }
    out["max"] = {{"value", h.max() * mean}};
    return out;
}

}  // namespace

Json LiveWindow::report(double now, double relaxation, double mean) const {
    Json metrics;
    for (const bool waiting : {true, false}) {
        std::vector<const Durations*> batches;
        for (std::size_t i = 0; i < full_; ++i) batches.push_back(waiting ? &batches_[i].waits : &batches_[i].latencies);
        metrics[waiting ? "wait" : "latency"] = measures(waiting ? waits_ : latencies_, batches, mean);
    }
    const double covered = (now - since_) / relaxation;
    return {{"metrics", metrics}, {"requests", waits_.histogram.total()}, {"covered", covered}, {"settled", covered >= settled_after}};
}

}  // namespace p2c::fleet
