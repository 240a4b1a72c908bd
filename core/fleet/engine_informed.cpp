#include "informed_engine.h"

namespace p2c::fleet {

std::unique_ptr<Simulation> make_informed(const Json& config) {
    const Settings settings(config);
    return with_fleet_policy(config, [&](auto policy) -> std::unique_ptr<Simulation> {
        return std::make_unique<InformedEngine<decltype(policy)>>(settings, make_source(config), policy);
    });
}

}  // namespace p2c::fleet
