#include "simulate.h"

#include <algorithm>
#include <vector>

#include "base/math.h"
#include "base/rng.h"
#include "base/wide.h"
#include "leaf.h"
#include "settings.h"

namespace p2c::fanout {

Settings::Settings(const Json& config)
    : leaves(config.at("leaves").get<std::uint32_t>()),
      needed(leaves - config.at("spare").get<std::uint32_t>()),
      requests(config.at("requests").get<std::uint64_t>()),
      seed(config.at("seed").get<std::uint64_t>()) {}

namespace {

/// Whole millionths of a millionth of the unit, so that sums do not depend on how the work is cut.
class Sum {
public:
    void clear() { ticks_ = 0; }
    void add(double x) { ticks_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(std::min(x * per_unit + 0.5, 0x1p62))); }
    double mean(std::uint64_t count) const { return to_double(ticks_) / static_cast<double>(count) / per_unit; }

private:
    static constexpr double per_unit = 0x1p28;
    Wide ticks_ = 0;
};

/// One kind of call: its size, whether it stalls and for how long are functions of its number.
class Calls {
public:
    Calls(const Leaf& leaf, std::uint64_t seed, std::uint64_t replication, bool second)
        : leaf_(leaf),
          sizes_(seed, replication, second ? Purpose::second_size : Purpose::size),
          stalls_(seed, replication, second ? Purpose::second_coin : Purpose::coin) {}

    void fill(std::uint64_t first, std::uint32_t count, double* out) const {
        leaf_.law().fill(sizes_, first, count, out);
        const double mean = leaf_.mean();
        const double often = leaf_.stalls();
        for (std::uint32_t k = 0; k < count; ++k) {
            out[k] *= mean;
            if (often > 0 && unit(stalls_.word(first + k)) < often) out[k] += leaf_.stall(unit(stalls_.word(first + k, 1)));
        }
    }

private:
    const Leaf& leaf_;
    Stream sizes_, stalls_;
};

class Requests final : public Simulation {
public:
    explicit Requests(const Json& config) : settings_(config), leaf_(config), p99_(leaf_.one_quantile(0.99)), times_(settings_.leaves) {}

    Tables tables() const override {
        Tables t;
        t.columns = columns;
        t.histograms.resize(2);
        return t;
    }

    void begin(std::uint32_t replication) override {
        replication_ = replication;
        done_ = extra_ = slow_ = 0;
        for (Histogram* h : {&request_times_, &leaf_times_}) h->clear();
        for (Sum* s : {&request_sum_, &leaf_sum_}) s->clear();
    }

    /// Work is counted in leaf calls.
    double work() const override { return static_cast<double>(settings_.requests) * settings_.leaves; }
    double left() const override { return static_cast<double>(settings_.requests - done_) * settings_.leaves; }

    void advance(std::uint64_t count) override {
        const Calls first(leaf_, settings_.seed, replication_, false);
        const Calls second(leaf_, settings_.seed, replication_, true);
        std::uint64_t requests = std::max<std::uint64_t>(1, count / settings_.leaves);
        for (requests = std::min(requests, settings_.requests - done_); requests > 0; --requests) one(first, second);
    }

    void finish(Tables& tables) override {
        const std::uint64_t calls = settings_.requests * settings_.leaves;
        std::vector<double> row(columns);
        fill(&row[request], request_times_, request_sum_.mean(settings_.requests));
        fill(&row[leaf], leaf_times_, leaf_sum_.mean(calls));
        row[extra] = static_cast<double>(extra_) / static_cast<double>(calls);
        row[slow] = static_cast<double>(slow_) / static_cast<double>(settings_.requests);
        tables.rows.push_back(row);
        tables.histograms[0].add(request_times_);
        tables.histograms[1].add(leaf_times_);
    }

    std::vector<double> snapshot(const std::string& name) override {
        if (name == "counts") return {static_cast<double>(done_), static_cast<double>(extra_)};
        if (name == "leaves") return done_ == 0 ? std::vector<double>{} : times_;
        unknown_snapshot(name, {"leaves", "counts"});
    }

private:
    void one(const Calls& first, const Calls& second) {
        const std::uint64_t index = done_ * settings_.leaves;
        first.fill(index, settings_.leaves, times_.data());
        bool beyond = false;
        for (std::uint32_t k = 0; k < settings_.leaves; ++k) {
            double& time = times_[k];
            beyond |= time > p99_;
            if (time > leaf_.delay()) [[unlikely]] {
                double again;
                second.fill(index + k, 1, &again);
                time = std::min(time, leaf_.delay() + again);
                ++extra_;
            }
            leaf_times_.add(time);
            leaf_sum_.add(time);
        }
        slow_ += beyond;
        const double end = last_needed();
        request_times_.add(end);
        request_sum_.add(end);
        ++done_;
    }

    double last_needed() {
        if (settings_.needed == settings_.leaves) return *std::max_element(times_.begin(), times_.end());
        ordered_ = times_;
        const auto at = ordered_.begin() + (settings_.needed - 1);
        std::nth_element(ordered_.begin(), at, ordered_.end());
        return *at;
    }

    static void fill(double* row, const Histogram& h, double mean) {
        *row++ = mean;
        for (const Quantile& q : reported) *row++ = h.at_rank(nearest_rank(q, h.total()));
        *row = h.max();
    }

    Settings settings_;
    Leaf leaf_;
    double p99_;  ///< of one call
    std::vector<double> times_, ordered_;
    std::uint32_t replication_ = 0;
    std::uint64_t done_ = 0, extra_ = 0, slow_ = 0;
    Histogram request_times_, leaf_times_;
    Sum request_sum_, leaf_sum_;
};

}  // namespace

std::unique_ptr<Simulation> simulate(const Json& config) { return std::make_unique<Requests>(config); }

}  // namespace p2c::fanout
