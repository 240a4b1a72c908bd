#include "engine.h"
#include "lazy_state.h"

namespace p2c::fleet {

std::unique_ptr<Simulation> make_lazy(const Json& config) { return make_engine<LazyState>(config); }

}  // namespace p2c::fleet
