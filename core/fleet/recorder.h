// What one replication measures of its kept requests. Sums are whole ticks, so that they do not depend on the order in
// which an engine learns of waits.
#pragma once
#include <array>
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
        latency_ticks_ = 0;
        for (Half& half : halves_) half.wait_ticks = half.count = half.pending = 0;
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

    [[gnu::always_inline]] void record(std::uint64_t index, double wait, double size) {
        const double latency = wait + size;
        if (apart_) [[unlikely]] {
            if (live_ != nullptr) return live_->record(wait, latency);
            series.add(index, ticks(wait), ticks(latency));
        }
        if (index < warm_) return;
        Half& half = halves_[index >= middle_];
        half.new_waits[half.pending] = wait;
        half.new_latencies[half.pending] = latency;
        if (++half.pending == block) [[unlikely]] take_in(half);
    }

    /// Takes in what has been put by. To be called before anything is read.
    void close() {
        for (Half& half : halves_) take_in(half);
    }

    double mean_wait() const {
        return mean(halves_[0].wait_ticks + halves_[1].wait_ticks, halves_[0].count + halves_[1].count);
    }
    double mean_latency() const { return mean(latency_ticks_, halves_[0].count + halves_[1].count); }
    double half_difference() const {
        return mean(halves_[1].wait_ticks, halves_[1].count) - mean(halves_[0].wait_ticks, halves_[0].count);
    }

    std::uint64_t lost() const { return lost_; }          ///< of the kept requests
    std::uint64_t all_lost() const { return all_lost_; }  ///< warm-up included

    Histogram waits, latencies;
    Series series;

    static constexpr double per_unit = fine_ticks_per_unit;  ///< ticks of sums

private:
    /// Of the kept requests. New ones are put by until there are enough for a loop that does nothing else.
    static constexpr std::uint32_t block = 128;
    struct Half {
        std::array<double, block> new_waits, new_latencies;
        std::uint32_t pending = 0;  ///< new ones
        std::uint64_t count = 0;
        Wide wait_ticks = 0;
    };
    void take_in(Half& half);

    static std::uint64_t ticks(double x) { return fine_tick(x); }
    static double mean(Wide sum, std::uint64_t count) {
        return count == 0 ? 0 : to_double(sum) / static_cast<double>(count) / per_unit;
    }

    LiveWindow* live_ = nullptr;  ///< while the run is live
    bool apart_ = false;          ///< a record is more than those below
    std::uint64_t warm_ = 0;
    std::uint64_t middle_ = 0;
    std::uint64_t lost_ = 0;
    std::uint64_t all_lost_ = 0;
    std::array<Half, 2> halves_;
    Wide latency_ticks_ = 0;
};

}  // namespace p2c::fleet
