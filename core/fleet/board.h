// What dispatchers see of the replicas when it is not the present, exactly: old loads, loads learnt from answers, one's own
// requests only, readings with errors. The event queue tells it of every change.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/sampling.h"
#include "model/information.h"

namespace p2c::fleet {

class Board {
public:
    Board(const Information& information, std::uint32_t replicas);

    void begin(std::uint64_t seed, std::uint64_t replication);

    /// Last instant before or at `now` at which a snapshot is due; negative when none is.
    double snapshot_due(double now) const;
    template <class State> void take_snapshot(double time, State& state);

    /// Lets pass what has become visible by now.
    void advance(double now);

    /// The load of a replica as a dispatcher sees it.
    template <class State> double load(std::uint32_t dispatcher, std::uint32_t i, double now, const State& state) {
        double seen = known(dispatcher, i, now, state);
        if (info_.own_sends && info_.age != Age::fresh) seen += since_[at(dispatcher, i)];
        if (info_.jitter > 0) seen *= std::max(0.0, 1 + info_.jitter * normal(noise_, readings_++));
        return seen;
    }

    /// Told by the state: a request of this dispatcher has joined, has left replica i.
    template <class State> void sent(std::uint32_t i, std::uint32_t dispatcher, double now, State& state) {
        if (info_.sees == Sees::own) return void(++own_[at(dispatcher, i)]);
        if (info_.age == Age::fresh) return;
        if (info_.own_sends && since_[at(dispatcher, i)]++ == 0 && info_.age == Age::periodic) counted_.push_back(at(dispatcher, i));
        if (info_.age == Age::delayed) changes_.push_back({now, value(i, now, state), i, info_.own_sends ? dispatcher : nobody});
        if (info_.age == Age::periodic) touch(i);
    }
    template <class State> void left(std::uint32_t i, std::uint32_t dispatcher, double now, bool answered, State& state) {
        if (info_.sees == Sees::own) return void(--own_[at(dispatcher, i)]);
        if (info_.age == Age::delayed) changes_.push_back({now, value(i, now, state), i, nobody});
        if (info_.age == Age::periodic) touch(i);
        if (info_.age != Age::piggyback || !answered) return;
        seen_[at(dispatcher, i)] = state.load(i, now, info_.signal);
        if (info_.own_sends) since_[at(dispatcher, i)] = 0;
    }

private:
    static constexpr std::uint32_t nobody = ~0U;

    struct Change {
        double time, value;
        std::uint32_t replica, sender;
    };

    std::size_t at(std::uint32_t dispatcher, std::uint32_t i) const { return static_cast<std::size_t>(dispatcher) * replicas_ + i; }

    /// Work left shrinks on its own; what is kept of it is when the replica is free.
    template <class State> double value(std::uint32_t i, double now, const State& state) const {
        const double load = state.load(i, now, info_.signal);
        return info_.signal == Signal::work ? now + load : load;
    }

    template <class State> double known(std::uint32_t dispatcher, std::uint32_t i, double now, const State& state) const {
        if (info_.sees == Sees::own) return own_[at(dispatcher, i)];
        if (info_.age == Age::fresh) return state.load(i, now, info_.signal);
        if (info_.age == Age::piggyback) return seen_[at(dispatcher, i)];
        if (info_.age == Age::delayed && info_.signal == Signal::work) return std::max(0.0, seen_[i] - (now - info_.period));
        return seen_[i];
    }

    void touch(std::uint32_t i) {
        if (touched_[i]) return;
        touched_[i] = 1;
        dirty_.push_back(i);
    }

    Information info_;
    std::uint32_t replicas_;
    std::vector<double> seen_;           ///< per replica; with answers per dispatcher and replica
    std::vector<std::uint32_t> own_;     ///< in flight, per dispatcher and replica
    std::vector<std::uint32_t> since_;   ///< sent since what is seen, per dispatcher and replica
    std::vector<std::uint8_t> touched_;  ///< changed since the last snapshot
    std::vector<std::uint32_t> dirty_;   ///< those
    std::vector<std::size_t> counted_;   ///< where since_ is not 0
    std::deque<Change> changes_;         ///< not visible yet, in order of time
    double last_snapshot_ = 0;
    Stream noise_;
    std::uint64_t readings_ = 0;
};

/// Bytes that the boards of a checked configuration take.
double board_bytes(const Information& information, double replicas, double rate, double requests);

template <class State> void Board::take_snapshot(double time, State& state) {
    last_snapshot_ = time;
    // Work left changes without an event, so that all are copied.
    if (info_.signal == Signal::work) {
        for (std::uint32_t i = 0; i < replicas_; ++i) seen_[i] = state.load(i, time, info_.signal);
    } else {
        for (const std::uint32_t i : dirty_) seen_[i] = state.load(i, time, info_.signal);
    }
    for (const std::uint32_t i : dirty_) touched_[i] = 0;
    for (const std::size_t pair : counted_) since_[pair] = 0;
    dirty_.clear();
    counted_.clear();
}

}  // namespace p2c::fleet
