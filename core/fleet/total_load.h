// The sum of the loads of all replicas, kept as they change.
#pragma once
#include <cstdint>
#include <vector>

#include "settings.h"

namespace p2c::fleet {

/// Told by the event queue of every request that joins or leaves.
class TotalLoad {
public:
    static constexpr bool times_answers = false;
    explicit TotalLoad(const Settings& settings) : signal_(settings.information.signal), counts_(settings.replicas) {}

    /// Loads that are whole numbers and change only where a request joins or leaves: their sum is the same in any order.
    static bool can(const Information& info) {
        return (info.signal == Signal::in_flight || info.signal == Signal::waiting) && !info.speeds;
    }

    void begin() {
        total_ = 0;
        counts_.assign(counts_.size(), 0);
    }
    template <class State> void sent(std::uint32_t i, std::uint32_t, double, State& state) { update(i, state); }
    template <class State> void left(std::uint32_t i, std::uint32_t, double, bool, State& state) { update(i, state); }

    double total() const { return total_; }

private:
    template <class State> void update(std::uint32_t i, const State& state) {
        const double now = state.load(i, 0, signal_);
        total_ += now - counts_[i];
        counts_[i] = now;
    }

    Signal signal_;
    double total_ = 0;
    std::vector<double> counts_;
};

}  // namespace p2c::fleet
