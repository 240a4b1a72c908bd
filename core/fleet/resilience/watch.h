// What dispatchers make of the answers of each replica: errors make it look loaded, too many of them have it ejected for a while.
#pragma once
#include <cstdint>
#include <vector>

#include "../dispatchers.h"
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

    /// These are there from now on, and known to those. Where more of them are ejected than may be, the first to be back are back.
    void meet(const Dispatchers& dispatchers, double now);

    /// When the replicas are inspected next; never, if they are not.
    double next_inspection() const { return next_; }
    /// Inspects them. True: others are ejected now than before.
    bool inspect(const Dispatchers& dispatchers, double now);
    /// Which are ejected, of all; empty where none ever is.
    const std::vector<std::uint8_t>& out() const { return out_; }

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
    void eject(const Dispatchers& dispatchers, double now);
    bool room_for(std::uint32_t i) const;
    void count(std::uint32_t i);
    void count_none(const Dispatchers& dispatchers);

    Health health_;
    std::uint32_t replicas_, members_ = 0;
    double next_ = 0;
    std::vector<Record> records_;
    std::vector<std::uint8_t> out_;
    std::vector<std::uint32_t> suspects_;
    std::vector<std::vector<std::uint32_t>> knowers_;  ///< of each replica, where dispatchers know subsets
    std::uint32_t most_ = 0, most_known_ = 0;          ///< that may be ejected, of all and of those that a dispatcher knows
    std::uint32_t ejected_ = 0;
    std::vector<std::uint32_t> ejected_known_;         ///< of those that each dispatcher knows
    std::vector<double> means_;
    std::vector<double> penalty_, penalty_at_;  ///< as of its last change
    std::vector<double> since_;                 ///< when each replica was new
};

}  // namespace p2c::fleet
