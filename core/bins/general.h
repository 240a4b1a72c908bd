// Every process that is not plain: balls with weights, bins with capacities, loads that are old or wrong, looks along the
// edges of a graph. Loads are doubles; with unit balls they are whole numbers and the path is the plain one.
#pragma once
#include <utility>
#include <vector>

#include "direct.h"
#include "model/ball_information.h"
#include "model/capacities.h"
#include "model/weights.h"

namespace p2c::bins {

/// Loads of all bins, and as they are seen.
class Loads {
public:
    Loads(const Json& config, const Settings& settings);
    void clear();

    /// Adds a ball.
    void place(std::uint32_t i, double weight) {
        load_[i] += weight;
        total_ += weight;
        if (freshness_.kind == Freshness::Kind::batched) return batch(i);
        if (freshness_.kind == Freshness::Kind::delayed) delay(i, weight);
    }

    double seen(std::uint32_t i) const { return capacities_.relative(seen_[i], i); }
    double relative(std::uint32_t i) const { return capacities_.relative(load_[i], i); }
    double average() const { return total_ / static_cast<double>(load_.size()); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(load_.size()); }

private:
    struct Ball {
        double weight;
        std::uint32_t bin;
    };

    void batch(std::uint32_t i) {
        if (pending_.size() < most_pending_) pending_.push_back({0, i});
        if (++since_ == freshness_.balls) show();
    }
    void delay(std::uint32_t i, double weight) {
        if (pending_.size() < freshness_.balls) {
            pending_.push_back({weight, i});
            return;
        }
        Ball& oldest = pending_[since_];
        old_[oldest.bin] += oldest.weight;
        oldest = {weight, i};
        if (++since_ == freshness_.balls) since_ = 0;
    }
    void show();

    Freshness freshness_;
    Capacities capacities_;
    std::vector<double> load_, old_;
    const double* seen_;               ///< load_ or old_
    std::vector<Ball> pending_;        ///< of a batch: the bins it touched; of a delay: the balls not yet seen
    std::uint64_t most_pending_ = 0;   ///< of a batch; beyond it all bins are copied
    std::uint64_t since_ = 0;          ///< balls of the batch, or where the oldest unseen ball is
    double total_ = 0;
};

/// What a policy sees.
class GeneralView {
public:
    GeneralView(const Loads& loads, Noise noise) : loads_(&loads), noise_(noise) {}
    double load(std::uint32_t i) {
        ++reads;
        return peek(i);
    }
    double peek(std::uint32_t i) { return noise_.read(loads_->seen(i)); }
    bool misled(double a, double b) const { return noise_.misled(a, b); }
    double average(const Draws&) const { return loads_->average(); }
    const Noise& noise() const { return noise_; }
    std::uint64_t reads = 0;

private:
    const Loads* loads_;
    Noise noise_;
};

class GeneralBase : public DirectBase {
public:
    GeneralBase(const Json& config, const Settings& settings);

protected:
    void clear(std::uint32_t replication) override;
    Extremes extremes() const override;
    double average() const override { return loads_.average(); }
    std::vector<double> loads() const override;
    void count_levels(std::int64_t first, std::vector<std::uint64_t>& out) const override;

    Loads loads_;
    Noise noise_;
    Weights weights_;
};

}  // namespace p2c::bins
