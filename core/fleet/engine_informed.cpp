#include "informed_engine.h"

namespace p2c::fleet {

std::unique_ptr<Simulation> make_informed(const Json& config) {
    return std::make_unique<InformedEngine<FleetPolicy>>(Settings(config), make_source(config), make_fleet_policy(config));
}

}  // namespace p2c::fleet
