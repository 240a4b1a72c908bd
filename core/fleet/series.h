// A replication in stretches of equally many requests, warm-up included: what a run looks like from its start to its end.
#pragma once
#include <cstdint>
#include <vector>

#include "base/wide.h"

namespace p2c::fleet {

/// Numbers of one stretch in a row.
enum SeriesColumn : std::size_t { series_wait, series_latency, series_load, series_dropped, series_columns };

class Series {
public:
    /// `count` stretches of `requests` requests; 0: none.
    void begin(std::uint32_t count, std::uint64_t requests) {
        count_ = count;
        requests_ = requests;
        stretches_.assign(count, Stretch{});
    }

    bool any() const { return count_ > 0; }
    std::uint32_t count() const { return count_; }

    /// First request of stretch s, 0 ≤ s ≤ count.
    static std::uint64_t first(std::uint32_t s, std::uint32_t count, std::uint64_t requests) { return (s * requests + count - 1) / count; }
    std::uint64_t first(std::uint32_t s) const { return first(s, count_, requests_); }

    /// Request `index` was served, with its wait and latency in ticks of the recorder.
    void add(std::uint64_t index, std::uint64_t wait, std::uint64_t latency) {
        Stretch& s = stretches_[static_cast<std::size_t>(index * count_ / requests_)];
        s.wait += wait;
        s.latency += latency;
        ++s.served;
    }
    void lose(std::uint64_t index) { ++stretches_[static_cast<std::size_t>(index * count_ / requests_)].lost; }

    /// Requests present at a replica on average while the requests of stretch s came; negative: they came at one instant.
    void set_load(std::uint32_t s, double load) { stretches_[s].load = load; }

    /// Writes series_columns numbers per stretch; means of nobody are negative. `per_unit`: recorder's ticks in a unit of time.
    void fill(double* row, double per_unit) const {
        for (const Stretch& s : stretches_) {
            const auto served = static_cast<double>(s.served);
            row[series_wait] = s.served > 0 ? to_double(s.wait) / served / per_unit : -1;
            row[series_latency] = s.served > 0 ? to_double(s.latency) / served / per_unit : -1;
            row[series_load] = s.load;
            row[series_dropped] = s.served + s.lost > 0 ? static_cast<double>(s.lost) / static_cast<double>(s.served + s.lost) : -1;
            row += series_columns;
        }
    }

private:
    struct Stretch {
        Wide wait = 0, latency = 0;
        std::uint64_t served = 0, lost = 0;
        double load = -1;
    };

    std::uint32_t count_ = 0;
    std::uint64_t requests_ = 1;
    std::vector<Stretch> stretches_;
};

}  // namespace p2c::fleet
