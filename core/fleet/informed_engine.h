// The event queue where dispatchers see something else than the present: the same loop, with a board between the replicas
// and the policy, and a policy of its own for every dispatcher.
#pragma once
#include "board.h"
#include "dispatchers.h"
#include "engine.h"
#include "event_state.h"
#include "policy_set.h"

namespace p2c::fleet {

/// What the policy of one dispatcher sees. It counts the replicas that it knows from 0.
class InformedView {
public:
    static constexpr bool ordered = false;  ///< whether the board keeps the replicas in order
    InformedView(EventState<Board>& state, const Dispatchers& dispatchers, const Settings& settings)
        : state_(state), dispatchers_(dispatchers), settings_(settings) {}
    double load(std::uint32_t k) {
        ++reads;
        return peek(k);
    }
    double peek(std::uint32_t k) {
        const std::uint32_t i = dispatchers_.replica(dispatcher, k);
        return weighed(state_.observer.load(dispatcher, i, now, state_), i, settings_);
    }
    std::uint64_t turn() const { return dispatchers_.turn(dispatcher); }

    double now = 0;
    std::uint32_t dispatcher = 0;
    std::uint64_t reads = 0;

protected:
    EventState<Board>& state_;
    const Dispatchers& dispatchers_;
    const Settings& settings_;
};

template <class Policy, class View = InformedView> class InformedEngine final : public FleetBase {
public:
    InformedEngine(const Settings& settings, Source source, const Policy& policy)
        : FleetBase(settings, std::move(source)),
          dispatchers_(settings.information, settings.replicas),
          state_(settings, Board(settings, View::ordered)),
          policies_(settings_, dispatchers_, policy) {}

    void begin(std::uint32_t replication) override {
        FleetBase::begin(replication);
        dispatchers_.begin(settings_.seed, replication, settings_.changes.before);
        policies_.deal();
        state_.observer.begin(settings_.seed, replication);
    }

protected:
    void run(std::uint64_t count) override {
        View view(state_, dispatchers_, settings_);
        double now = next_arrival_;
        std::uint64_t index = index_;
        for (; count > 0; --count) {
            const double size = source_.size(index);
            become(now);
            if (index == settings_.changes.at) [[unlikely]] change(now);
            view.now = now;
            view.dispatcher = dispatchers_.of(index);
            Policy& policy = policies_.of(view.dispatcher);
            last_ = dispatchers_.replica(view.dispatcher, policy.choose(view, policies_.draws));
            state_.observer.dispatched(last_, view.dispatcher, now);
            state_.arrive(last_, now, size * settings_.machines.slowness(last_), index, recorder_, view.dispatcher);
            if constexpr (requires { policy.placed(view); }) policy.placed(view);
            dispatchers_.next_turn(view.dispatcher);
            ++share_[last_];
            offered_ += size;
            policies_.draws.next();
            now += source_.gap(++index) * gap_scale_;
        }
        next_arrival_ = now;
        index_ = index;
        reads_ += view.reads;
        last_arrival_ = view.now;
        last_dispatcher_ = view.dispatcher;
    }

    void begin_state() override {
        state_.begin();
        policies_.begin(replication_);
    }
    void drain() override { state_.drain(recorder_); }
    void settle(double now) override { become(now); }
    std::uint32_t count(std::uint32_t i) override { return state_.count(i); }
    std::uint32_t in_service(std::uint32_t i) override { return state_.in_service(i); }
    std::uint64_t busy(std::uint32_t i, double now) override { return state_.busy(i, now); }
    Levels& levels() override { return state_.levels(); }

    std::vector<std::uint32_t> last_looks() override { return policies_.looks(last_dispatcher_, index_ - 1, last_); }

private:
    /// Replicas join or leave.
    void change(double now) {
        const Changes& changes = settings_.changes;
        if (!changes.any()) return;
        dispatchers_.change(changes.after);
        policies_.renumber(dispatchers_);
        for (std::uint32_t i = changes.after; changes.fails && i < changes.before; ++i) state_.fail(i, now, recorder_);
    }

    /// Brings the replicas and the board to this time, by way of the last snapshot: earlier ones nobody has seen.
    void become(double now) {
        const double due = state_.observer.snapshot_due(now);
        if (due >= 0) {
            state_.advance(due, recorder_);
            state_.observer.take_snapshot(due, state_);
        }
        state_.advance(now, recorder_);
        state_.observer.advance(now);
    }

    Dispatchers dispatchers_;
    EventState<Board> state_;
    PolicySet<Policy> policies_;
    std::uint32_t last_dispatcher_ = 0;
};

}  // namespace p2c::fleet
