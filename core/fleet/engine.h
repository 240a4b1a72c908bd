// The loop that both fleet engines share: next arrival, what the policy sees, where the request goes.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>

#include "levels.h"
#include "live.h"
#include "model/fleet_policies.h"
#include "model/simulation.h"
#include "recorder.h"
#include "settings.h"
#include "source.h"
#include "weighed.h"

namespace p2c::fleet {

/// What a policy sees: the signal of a replica, now.
template <class State> class View {
public:
    static constexpr bool never_negative = true;  ///< of loads
    View(State& state, const Settings& settings) : state_(state), settings_(settings), signal_(settings.information.signal) {}
    [[gnu::always_inline]] double load(std::uint32_t i) {
        ++reads;
        return peek(i);
    }
    [[gnu::always_inline]] double peek(std::uint32_t i) { return weighed(state_.load(i, now, signal_), i, settings_); }
    double now = 0;
    std::uint64_t reads = 0;

private:
    State& state_;
    const Settings& settings_;
    Signal signal_;
};

/// All that does not depend on the policy or the engine.
class FleetBase : public Simulation {
public:
    FleetBase(const Settings& settings, Source source);
    Tables tables() const override;
    void begin(std::uint32_t replication) override;
    double work() const override { return static_cast<double>(settings_.requests); }
    double left() const override { return index_ < settings_.requests ? static_cast<double>(settings_.requests - index_) : 0; }
    void advance(std::uint64_t count) override;
    void finish(Tables& tables) override;
    std::vector<double> snapshot(const std::string& name) override;

    bool live_to(double time) override;
    void live_dispatch(std::uint64_t count) override;
    void live_set(const std::string& name, double value) override;
    bool live() const override { return live_.has_value(); }
    Json live_report() const override;

protected:
    /// Dispatches `count` requests; kept ones are counted per replica.
    virtual void run(std::uint64_t count) = 0;
    virtual void begin_state() = 0;
    virtual void drain() = 0;
    virtual void settle(double now) = 0;
    virtual std::uint32_t count(std::uint32_t i) = 0;
    virtual std::uint32_t in_service(std::uint32_t i) = 0;
    virtual std::uint64_t busy(std::uint32_t i, double now) = 0;
    virtual Levels& levels() = 0;
    virtual std::vector<std::uint32_t> last_looks() = 0;
    /// Writes the columns that only some engines have, once all has ended.
    virtual void fill_more(std::vector<double>&) {}

    Settings settings_;
    Source source_;
    Draws draws_;
    Recorder recorder_;
    std::uint32_t replication_ = 0;
    std::uint64_t index_ = 0;     ///< of the next request
    double next_arrival_ = 0;
    double gap_scale_ = 1;        ///< mean gap
    std::uint64_t reads_ = 0;
    std::uint32_t last_ = 0;      ///< replica of the last request
    double last_arrival_ = 0;
    double offered_ = 0;          ///< sum of the sizes of the kept requests but the first
    std::vector<std::uint64_t> share_;
    double now_ = 0;              ///< model time reached

private:
    void open_window(double now);
    void run_in_stretches(std::uint64_t count);
    std::uint64_t area(double now);
    void end_stretch(double now);
    void fill_row(std::vector<double>& row);
    void fill_lost(std::vector<double>& row) const;
    void add_utilisations(Tally& tally);
    void add_tallies(Tables& tables);
    void go_live();
    std::vector<double> counts();

    std::optional<LiveWindow> live_;
    double load_ = 0;  ///< offered load at present
    double window_start_ = 0;
    std::vector<std::uint64_t> busy_before_;  ///< ticks of service of each replica before the window
    std::uint32_t stretch_ = 0;               ///< of the series, under way
    double stretch_start_ = 0;
    std::uint64_t stretch_area_ = 0;          ///< of the levels when it started
};

template <class State, class Policy> class Engine final : public FleetBase {
public:
    Engine(const Settings& settings, Source source, Policy policy)
        : FleetBase(settings, std::move(source)),
          state_(settings),
          policy_(std::move(policy)) {}

protected:
    void run(std::uint64_t count) override {
        View<State> view(state_, settings_);
        Draws draws = draws_;
        double now = next_arrival_;
        std::uint64_t index = index_;
        for (; count > 0; --count) {
            const double size = source_.size(index);
            state_.advance(now, recorder_);
            view.now = now;
            last_ = policy_.choose(view, draws);
            // Where looks make something happen, arrivals are to find it done.
            if constexpr (requires { state_.look(last_, now); }) {
                if (policy_.ignores_load()) state_.look(last_, now);
            }
            state_.arrive(last_, now, size * settings_.machines.slowness(last_), index, recorder_);
            if constexpr (requires { policy_.placed(view); }) policy_.placed(view);
            ++share_[last_];
            offered_ += size;
            draws.next();
            now += source_.gap(++index) * gap_scale_;
        }
        draws_ = draws;
        next_arrival_ = now;
        index_ = index;
        reads_ += view.reads;
        last_arrival_ = view.now;
    }

    void begin_state() override {
        state_.begin();
        if constexpr (requires { policy_.begin(); }) policy_.begin();
        if constexpr (requires { policy_.begin(settings_.seed, replication_); }) policy_.begin(settings_.seed, replication_);
    }
    void drain() override { state_.drain(recorder_); }
    void settle(double now) override {
        state_.advance(now, recorder_);
        state_.settle(now);
    }
    std::uint32_t count(std::uint32_t i) override { return state_.count(i); }
    std::uint32_t in_service(std::uint32_t i) override { return state_.in_service(i); }
    std::uint64_t busy(std::uint32_t i, double now) override { return state_.busy(i, now); }
    Levels& levels() override { return state_.levels(); }

    std::vector<std::uint32_t> last_looks() override { return looks_of(policy_, draws_, index_ - 1); }

private:
    State state_;
    Policy policy_;
};

/// One engine per translation unit, to keep each compilation small.
std::unique_ptr<Simulation> make_lazy(const Json& config);
std::unique_ptr<Simulation> make_event_queue(const Json& config);
std::unique_ptr<Simulation> make_informed(const Json& config);
std::unique_ptr<Simulation> make_join_idle(const Json& config);
std::unique_ptr<Simulation> make_ranked(const Json& config);
std::unique_ptr<Simulation> make_resilient(const Json& config);
std::unique_ptr<Simulation> make_ranked_board(const Json& config);
std::unique_ptr<Simulation> make_totalled(const Json& config);

/// Whether replicas can be kept in order, for least of all: of load at this instant, of what dispatchers see on a board.
bool can_rank(const Settings& settings);
bool can_rank_board(const Settings& settings);

/// Whether the sum of all loads can be kept, for the policy that goes by it.
bool can_total(const Settings& settings);

/// The request source of a checked configuration.
Source make_source(const Json& config);

template <class State> std::unique_ptr<Simulation> make_engine(const Json& config) {
    const Settings settings(config);
    const FleetPolicy policy = make_fleet_policy(config);
    const auto loop = [&]<class Policy>(const Policy& own) -> std::unique_ptr<Simulation> {
        return std::make_unique<Engine<State, Policy>>(settings, make_source(config), own);
    };
    // What is run most has a loop of its own; all others share one.
    if (const auto* random = policy.as<Random>()) return loop(*random);
    if (const auto* two = policy.as<TwoChoices>()) return loop(*two);
    if (const auto* choices = policy.as<Choices>()) {
        if (choices->d == 3) return loop(FewChoices<3>(*choices));
        if (choices->d == 4) return loop(FewChoices<4>(*choices));
    }
    return loop(policy);
}

}  // namespace p2c::fleet
