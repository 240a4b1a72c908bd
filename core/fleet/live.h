// Statistics of a live run: what has been seen since the last change of a parameter, with intervals from batches.
#pragma once
#include <cstdint>
#include <vector>

#include "base/histogram.h"
#include "base/json.h"
#include "base/wide.h"

namespace p2c::fleet {

/// Waits or latencies, and their sum in whole ticks, which does not depend on the order in which an engine learns of them.
struct Durations {
    explicit Durations(int precision = 10) : histogram(precision) {}

    void add(double time);
    void add(const Durations& other);
    void clear();
    double mean() const;  ///< of at least one

    Histogram histogram;
    Wide ticks = 0;
};

/// Cuts the stream of requests into at most 32 equal batches; when they are full, neighbours are joined and the next
/// ones are twice as long, so that a batch outlasts the memory of the queues the longer the run lasts.
class LiveWindow {
public:
    LiveWindow();

    void clear(double now);
    void record(double wait, double latency);

    /// {"metrics":{wait,latency},"covered","settled","requests"}, each the mean, percentiles and longest, named as in a result; times multiplied by `mean`, relaxation in service times.
    Json report(double now, double relaxation, double mean) const;

private:
    static constexpr std::size_t most = 32;
    static constexpr int coarse = 6;  // buckets of 1.6 %: enough for a batch, 32 of which are kept

    struct Batch {
        Batch() : waits(coarse), latencies(coarse) {}
        Durations waits, latencies;
    };

    void join();

    double since_ = 0;
    std::uint64_t length_ = 0;
    std::vector<Batch> batches_;
    std::size_t full_ = 0;  ///< batches filled; the one after is being filled
    Durations waits_, latencies_;
};

}  // namespace p2c::fleet
