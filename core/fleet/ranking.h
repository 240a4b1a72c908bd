// Which replicas are the least loaded at this instant.
#pragma once
#include <cstdint>

#include "engine.h"
#include "tournament.h"

namespace p2c::fleet {

/// Told by the event queue of every request that joins or leaves; keeps the replicas ordered by what a dispatcher compares.
class Ranking {
public:
    static constexpr bool times_answers = false;
    explicit Ranking(const Settings& settings) : settings_(settings), tree_(settings.replicas) {}

    /// Loads by which replicas can be kept in order: they change only where a request joins or leaves. Of work left, which
    /// shrinks as time passes, the moment at which a replica is free keeps the order, but not with the speed beside it.
    static bool can(const Information& information) { return information.signal != Signal::work || !information.speeds; }

    template <class State> void begin(const State& state) {
        for (std::uint32_t i = 0; i < settings_.replicas; ++i) update(i, state);
    }
    template <class State> void sent(std::uint32_t i, std::uint32_t, double, State& state) { update(i, state); }
    template <class State> void left(std::uint32_t i, std::uint32_t, double, bool, State& state) {
        // When work ends does not change as a request leaves, but for the last.
        if (settings_.information.signal != Signal::work || state.in_service(i) < settings_.workers) update(i, state);
    }

    const Tournament& tree() const { return tree_; }

private:
    template <class State> void update(std::uint32_t i, const State& state) {
        const Signal signal = settings_.information.signal;
        tree_.set(i, signal == Signal::work ? state.free_at(i) : weighed(state.load(i, 0, signal), i, settings_));
    }

    Settings settings_;
    Tournament tree_;
};

}  // namespace p2c::fleet
