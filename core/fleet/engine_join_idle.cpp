// The event queue with a list of the idle, for the policy that goes by it.
#include "engine.h"
#include "event_state.h"
#include "idle_list.h"

namespace p2c::fleet {

namespace {

class IdleState : public EventState<IdleList> {
public:
    explicit IdleState(const Settings& s) : EventState<IdleList>(s, IdleList(s.replicas, s.workers)) {}
    void begin() {
        EventState<IdleList>::begin();
        observer.clear();
    }
};

}  // namespace

/// The list is part of what the policy sees.
template <> class View<IdleState> {
public:
    View(IdleState& state, const Settings&) : state_(state) {}
    std::uint32_t idle_count() const { return state_.observer.count(); }
    std::uint32_t idle(std::uint32_t k) const { return state_.observer.at(k); }
    double now = 0;
    std::uint64_t reads = 0;

private:
    IdleState& state_;
};

std::unique_ptr<Simulation> make_join_idle(const Json& config) {
    return std::make_unique<Engine<IdleState, JoinIdle>>(Settings(config), make_source(config), JoinIdle(config.at("policy")));
}

}  // namespace p2c::fleet
