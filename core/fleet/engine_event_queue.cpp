#include "engine.h"
#include "event_state.h"

namespace p2c::fleet {

std::unique_ptr<Simulation> make_event_queue(const Json& config) { return make_engine<EventState<>>(config); }

}  // namespace p2c::fleet
