// Peak-sensitive moving averages of latency (Finagle's and Linkerd's peak EWMA). An answer slower than the average replaces
// it; a faster one moves it by 1 − e^(−Δ/decay), Δ after the answer before. Whoever reads it sees it decay towards 0 while
// no answers come, as clients do, so that a replica that was slow once is tried again.
#pragma once
#include <cstdint>
#include <vector>

#include "base/math.h"

namespace p2c::fleet {

class LatencyAverages {
public:
    /// What a replica that has never answered costs as soon as it has a request. Small enough that one request more is
    /// still one more (2^40 + 1 > 2^40), larger than any latency.
    static constexpr double penalty = 0x1p40;

    explicit LatencyAverages(double decay) : decay_(decay) {}

    void begin(std::size_t count) { entries_.assign(count, Entry{}); }

    void answered(std::size_t k, double latency, double now) {
        Entry& e = entries_[k];
        if (e.last < 0 || latency > e.average) {
            e.average = latency;
        } else {
            const double kept = faded(now - e.last);
            e.average = e.average * kept + latency * (1 - kept);
        }
        e.last = now;
    }

    /// The average, decayed, times one more than are in flight.
    double cost(std::size_t k, std::uint32_t in_flight, double now) const {
        const Entry& e = entries_[k];
        if (e.last < 0) return in_flight > 0 ? penalty + in_flight : 0;
        return e.average * faded(now - e.last) * (in_flight + 1.0);
    }

    /// A cost this time after.
    double decayed(double cost, double time) const { return cost < penalty ? cost * faded(time) : cost; }

private:
    struct Entry {
        double average = 0;
        double last = -1;  ///< time of the last answer; negative: none yet
    };

    double faded(double time) const { return det::exp(-time / decay_); }

    double decay_;
    std::vector<Entry> entries_;
};

}  // namespace p2c::fleet
