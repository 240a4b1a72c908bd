// The event queue with the sum of all loads, for the policy whose bound goes by it.
#include "engine.h"
#include "event_state.h"
#include "total_load.h"

namespace p2c::fleet {

namespace {

class TotalledState : public EventState<TotalLoad> {
public:
    explicit TotalledState(const Settings& s) : EventState<TotalLoad>(s, TotalLoad(s)) {}
    void begin() {
        EventState<TotalLoad>::begin();
        observer.begin();
    }
};

}  // namespace

/// The sum is part of what the policy sees.
template <> class View<TotalledState> : public View<EventState<TotalLoad>> {
public:
    View(TotalledState& state, const Settings& settings) : View<EventState<TotalLoad>>(state, settings), total_(state.observer) {}
    double total() const { return total_.total(); }

private:
    const TotalLoad& total_;
};

bool can_total(const Settings& settings) {
    return !settings.changes.any() && settings.information.sees_present() && TotalLoad::can(settings.information);
}

std::unique_ptr<Simulation> make_totalled(const Json& config) {
    return std::make_unique<Engine<TotalledState, Bounded>>(Settings(config), make_source(config), Bounded(config));
}

}  // namespace p2c::fleet
