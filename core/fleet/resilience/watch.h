// What dispatchers make of the answers of each replica: errors make it look loaded, too many of them have it ejected for a while.
#pragma once
#include <cstdint>
#include <vector>

#include "model/health.h"

namespace p2c::fleet {

class Watch {
public:
    Watch(const Health& health, std::uint32_t replicas);

    void begin();

    /// Replica i has answered, after this latency.
    void answered(std::uint32_t i, double latency, bool failed, double now) {
        if (records_.empty() && (!failed || penalty_.empty())) return;
        note(i, latency, failed, now);
    }

    /// When the replicas are inspected next; never, if they are not.
    double next_inspection() const { return next_; }
    /// Inspects them. True: others are present now than before.
    bool inspect(double now);
    /// Those that are sent requests, in order.
    const std::vector<std::uint32_t>& present() const { return present_; }

    /// Replica i is new from now on.
    void joined(std::uint32_t i, double now) {
        if (health_.slow_start > 0) since_[i] = now;
    }

    /// A load as it looks in the light of all this. While replica i starts slowly, load + `added`, the request to come, is divided
    /// by its weight. One that is idle is seen as it is: a weight by which it waits for its first request has it wait until it has
    /// none any more (in HAProxy's leastconn, too, an idle server comes first whatever its weight).
    double seen(double load, double added, bool idle, std::uint32_t i, double now) const;

private:
    struct Record {
        std::uint64_t answers = 0, errors = 0, ticks = 0;
        double back = 0;  ///< ejected until then
    };

    void note(std::uint32_t i, double latency, bool failed, double now);
    bool suspect(const Record& r, double median) const;
    double badness(const Record& r) const;
    double median_latency();
    void eject(double now);

    Health health_;
    std::uint32_t replicas_;
    double next_ = 0;
    std::vector<Record> records_;
    std::vector<std::uint32_t> present_, suspects_;
    std::vector<double> means_;
    std::vector<double> penalty_, penalty_at_;  ///< as of its last change
    std::vector<double> since_;                 ///< when each replica was new
};

}  // namespace p2c::fleet
