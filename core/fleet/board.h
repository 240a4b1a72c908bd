// What dispatchers see of the replicas when it is not the present, exactly: old loads, loads learnt from answers, one's own
// requests only, readings with errors. The event queue tells it of every change.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/sampling.h"
#include "board_order.h"
#include "latency_average.h"
#include "model/information.h"

namespace p2c::fleet {

class Board {
public:
    static constexpr bool times_answers = true;

    /// `ordered`: the replicas are kept in order of what is seen (only where BoardOrder::can).
    Board(const Settings& settings, bool ordered);

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

    /// Whether a replica is seen without any request; latencies of late do not show it.
    template <class State> bool idle(std::uint32_t dispatcher, std::uint32_t i, double seen, const State& state) const {
        if (info_.signal != Signal::latency) return seen == 0;
        return (info_.sees == Sees::own ? own_[at(dispatcher, i)] : state.count(i)) == 0;
    }

    /// Only if ordered.
    const Tournament& order(std::uint32_t dispatcher) const { return order_.of(dispatcher); }

    /// A request of this dispatcher goes to replica i, where it may yet be turned away.
    void dispatched(std::uint32_t i, std::uint32_t dispatcher, double now) {
        if (info_.signal != Signal::sent) return;
        const std::uint32_t count = ++ever_[average_of(dispatcher, i)];
        if (info_.age == Age::delayed) changes_.push_back({now, static_cast<double>(count), i, nobody, 0});
    }

    /// Told by the state: a request of this dispatcher has joined, has left replica i.
    template <class State> void sent(std::uint32_t i, std::uint32_t dispatcher, double now, State& state) {
        if (info_.sees == Sees::own) {
            ++own_[at(dispatcher, i)];
            return moved(dispatcher, i);
        }
        if (info_.age == Age::fresh) return;
        if (info_.own_sends && since_[at(dispatcher, i)]++ == 0 && info_.age == Age::periodic) counted_.push_back(at(dispatcher, i));
        if (info_.age == Age::delayed) changes_.push_back({now, value(i, now, state), i, info_.own_sends ? dispatcher : nobody, slope(i, state)});
        if (info_.age == Age::periodic) touch(i);
        if (info_.own_sends) moved(dispatcher, i);
    }
    template <class State> void left(std::uint32_t i, std::uint32_t dispatcher, double now, bool answered, State& state) {
        if (info_.signal == Signal::latency && answered) averages_.answered(average_of(dispatcher, i), state.answered_latency(), now);
        if (info_.sees == Sees::own) {
            --own_[at(dispatcher, i)];
            return moved(dispatcher, i);
        }
        if (info_.age == Age::delayed) changes_.push_back({now, value(i, now, state), i, nobody, slope(i, state)});
        if (info_.age == Age::periodic) touch(i);
        if (info_.age != Age::piggyback || !answered) return;
        seen_[at(dispatcher, i)] = present(dispatcher, i, now, state);
        if (info_.own_sends) since_[at(dispatcher, i)] = 0;
        moved(dispatcher, i);
    }

private:
    static constexpr std::uint32_t nobody = ~0U;

    struct Change {
        double time, value;
        std::uint32_t replica, sender;
        double slope;
    };

    std::size_t at(std::uint32_t dispatcher, std::uint32_t i) const { return static_cast<std::size_t>(dispatcher) * replicas_ + i; }

    /// Dispatchers that see only their own requests time only their own answers, and count only what they sent.
    std::size_t average_of(std::uint32_t dispatcher, std::uint32_t i) const { return info_.sees == Sees::own ? at(dispatcher, i) : i; }

    /// The signal as it is now.
    template <class State> double present(std::uint32_t dispatcher, std::uint32_t i, double now, const State& state) const {
        if (info_.signal == Signal::latency)
            return averages_.cost(average_of(dispatcher, i), info_.sees == Sees::own ? own_[at(dispatcher, i)] : state.count(i), now);
        if (info_.signal == Signal::sent) return ever_[average_of(dispatcher, i)];
        return info_.sees == Sees::own ? own_[at(dispatcher, i)] : state.load(i, now, info_.signal);
    }

    /// How fast outstanding work shrinks on its own.
    template <class State> double slope(std::uint32_t i, const State& state) const {
        return info_.signal == Signal::outstanding ? static_cast<double>(state.in_service(i)) / workers_ : 0;
    }

    /// A signal of some time ago that has changed on its own since its last change.
    double drifted(std::uint32_t i, double then) const {
        if (info_.signal == Signal::latency) return averages_.decayed(seen_[i], then - seen_at_[i]);
        return std::max(0.0, seen_[i] - slope_[i] * (then - seen_at_[i]));
    }

    /// Work left shrinks on its own; what is kept of it is when the replica is free.
    template <class State> double value(std::uint32_t i, double now, const State& state) const {
        const double load = present(0, i, now, state);
        return info_.signal == Signal::work ? now + load : load;
    }

    template <class State> double known(std::uint32_t dispatcher, std::uint32_t i, double now, const State& state) const {
        if (info_.sees == Sees::own || info_.age == Age::fresh) return present(dispatcher, i, now, state);
        if (info_.age == Age::piggyback) return seen_[at(dispatcher, i)];
        if (info_.age == Age::delayed && info_.signal == Signal::work) return std::max(0.0, seen_[i] - (now - info_.period));
        if (info_.age == Age::delayed && info_.needs_events()) return drifted(i, now - info_.period);
        return seen_[i];
    }

    /// What is seen where that is what is kept, as in load().
    double kept(std::uint32_t dispatcher, std::uint32_t i) const {
        if (info_.sees == Sees::own) return own_[at(dispatcher, i)];
        const double seen = seen_[info_.age == Age::piggyback ? at(dispatcher, i) : i];
        return info_.own_sends ? seen + since_[at(dispatcher, i)] : seen;
    }

    void moved(std::uint32_t dispatcher, std::uint32_t i) {
        if (order_.on()) order_.set(dispatcher, i, kept(dispatcher, i));
    }

    void touch(std::uint32_t i) {
        if (touched_[i]) return;
        touched_[i] = 1;
        dirty_.push_back(i);
    }

    Information info_;
    std::uint32_t replicas_, workers_;
    std::vector<double> seen_;           ///< per replica; with answers per dispatcher and replica
    std::vector<std::uint32_t> own_;     ///< in flight, per dispatcher and replica
    std::vector<std::uint32_t> ever_;    ///< sent since the start, as the averages are kept
    std::vector<std::uint32_t> since_;   ///< sent since what is seen, per dispatcher and replica
    std::vector<std::uint8_t> touched_;  ///< changed since the last snapshot
    std::vector<std::uint32_t> dirty_;   ///< those
    std::vector<std::size_t> counted_;   ///< where since_ is not 0
    std::deque<Change> changes_;         ///< not visible yet, in order of time
    double last_snapshot_ = 0;
    LatencyAverages averages_;           ///< per replica, or per dispatcher and replica
    std::vector<double> seen_at_;        ///< when what is seen of a replica was so, where it changes on its own
    std::vector<double> slope_;
    BoardOrder order_;
    Stream noise_;
    std::uint64_t readings_ = 0;
};

/// Bytes that the boards of a checked configuration take.
double board_bytes(const Information& information, double replicas, double rate, double requests);

template <class State> void Board::take_snapshot(double time, State& state) {
    last_snapshot_ = time;
    // Some signals change without an event, so that all are copied.
    if (info_.drifts()) {
        for (std::uint32_t i = 0; i < replicas_; ++i) seen_[i] = present(0, i, time, state);
    } else {
        for (const std::uint32_t i : dirty_) seen_[i] = present(0, i, time, state);
    }
    for (const std::uint32_t i : dirty_) touched_[i] = 0;
    for (const std::size_t pair : counted_) since_[pair] = 0;
    if (order_.on()) {
        // Who was sent to since is dirty.
        const auto seen = [this](std::uint32_t i) { return kept(0, i); };
        if (info_.drifts()) order_.set_many(replicas_, [](std::size_t k) { return static_cast<std::uint32_t>(k); }, seen);
        else order_.set_many(dirty_.size(), [this](std::size_t k) { return dirty_[k]; }, seen);
    }
    dirty_.clear();
    counted_.clear();
}

}  // namespace p2c::fleet
