// Statistics of a live run: what has been seen since the last change of a parameter, with intervals from batches.
#pragma once
#include <cstdint>
#include <vector>

#include "base/histogram.h"
#include "base/json.h"

namespace p2c::fleet {

/// Cuts the stream of requests into at most 32 equal batches; when they are full, neighbours are joined and the next
/// ones are twice as long, so that a batch outlasts the memory of the queues the longer the run lasts.
class LiveWindow {
public:
    LiveWindow();

    void clear(double now);
    void record(double wait, double latency);

    /// {"metrics":{wait,latency},"covered","settled","requests"}; times multiplied by `mean`, relaxation in service times.
    Json report(double now, double relaxation, double mean) const;

private:
    static constexpr std::size_t most = 32;
    static constexpr int coarse = 6;  // buckets of 1.6 %: enough for a batch, 32 of which are kept

    struct Batch {
        Batch() : waits(coarse), latencies(coarse) {}
        Histogram waits, latencies;
    };

    void join();

    double since_ = 0;
    std::uint64_t length_ = 0;
    std::vector<Batch> batches_;
    std::size_t full_ = 0;  ///< batches filled; the one after is being filled
    Histogram waits_, latencies_;
};

}  // namespace p2c::fleet
