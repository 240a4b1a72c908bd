// The event queue with the replicas in order of load, for the policy that looks at all of them.
#include "engine.h"
#include "event_state.h"
#include "ranking.h"

namespace p2c::fleet {

namespace {

class RankedState : public EventState<Ranking> {
public:
    explicit RankedState(const Settings& s) : EventState<Ranking>(s, Ranking(s)) {}
    void begin() {
        EventState<Ranking>::begin();
        observer.begin(*this);
    }
};

}  // namespace

/// The order is part of what the policy sees; that nobody has to look does not make the loads known for less.
template <> class View<RankedState> {
public:
    View(RankedState& state, const Settings& settings) : tree_(state.observer.tree()), replicas_(settings.replicas) {}
    std::uint32_t least_sharing() {
        reads += replicas_;
        return tree_.sharing();
    }
    std::uint32_t least(std::uint32_t r) const { return tree_.nth(r); }
    double now = 0;
    std::uint64_t reads = 0;

private:
    const Tournament& tree_;
    std::uint32_t replicas_;
};

bool can_rank(const Settings& settings) {
    const Information& info = settings.information;
    return !settings.changes.any() && info.sees_present() && !info.needs_events() && Ranking::can(info);
}

std::unique_ptr<Simulation> make_ranked(const Json& config) {
    return std::make_unique<Engine<RankedState, Least>>(Settings(config), make_source(config), Least(config.at("policy")));
}

}  // namespace p2c::fleet
