// What one replication measures of its kept requests. Sums are whole ticks, so that they do not depend on the order in
// which an engine learns of waits.
#pragma once
#include <cstdint>

#include "base/histogram.h"
#include "base/wide.h"
#include "live.h"
#include "series.h"
#include "ticks.h"

namespace p2c::fleet {

class Recorder {
public:
    /// Requests from `warm` on are kept; those from `middle` on are the second half.
    void begin(std::uint64_t warm, std::uint64_t requests, std::uint32_t stretches) {
        warm_ = warm;
        middle_ = warm + (requests - warm) / 2;
        waits.clear();
        latencies.clear();
        wait_ticks_[0] = wait_ticks_[1] = latency_ticks_ = 0;
        counts_[0] = counts_[1] = 0;
        lost_ = all_lost_ = 0;
        series.begin(stretches, requests);
        apart_ = series.any();
    }

    /// From now on everything goes there.
    void go_live(LiveWindow& window) {
        live_ = &window;
        apart_ = true;
    }

    /// Request `index` is dropped.
    void lose(std::uint64_t index) {
        ++all_lost_;
        if (series.any()) series.lose(index);
        lost_ += index >= warm_;
    }

    void record(std::uint64_t index, double wait, double size) {
        const double latency = wait + size;
        if (apart_) [[unlikely]] {
            if (live_ != nullptr) return live_->record(wait, latency);
            series.add(index, ticks(wait), ticks(latency));
        }
        if (index < warm_) return;
        waits.add(wait);
        latencies.add(latency);
        const bool second = index >= middle_;
        wait_ticks_[second] += ticks(wait);
        ++counts_[second];
        latency_ticks_ += ticks(latency);
    }

    double mean_wait() const { return mean(wait_ticks_[0] + wait_ticks_[1], counts_[0] + counts_[1]); }
    double mean_latency() const { return mean(latency_ticks_, counts_[0] + counts_[1]); }
    double half_difference() const { return mean(wait_ticks_[1], counts_[1]) - mean(wait_ticks_[0], counts_[0]); }

    std::uint64_t lost() const { return lost_; }          ///< of the kept requests
    std::uint64_t all_lost() const { return all_lost_; }  ///< warm-up included

    Histogram waits, latencies;
    Series series;

    static constexpr double per_unit = fine_ticks_per_unit;  ///< ticks of sums

private:
    static std::uint64_t ticks(double x) { return fine_tick(x); }
    static double mean(Wide sum, std::uint64_t count) {
        return count == 0 ? 0 : to_double(sum) / static_cast<double>(count) / per_unit;
    }

    LiveWindow* live_ = nullptr;  ///< while the run is live
    bool apart_ = false;          ///< a record is more than those below
    std::uint64_t warm_ = 0;
    std::uint64_t middle_ = 0;
    std::uint64_t counts_[2] = {0, 0};
    std::uint64_t lost_ = 0;
    std::uint64_t all_lost_ = 0;
    Wide wait_ticks_[2] = {0, 0};
    Wide latency_ticks_ = 0;
};

}  // namespace p2c::fleet
