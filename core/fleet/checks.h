// What a configuration of a fleet may not be, beyond the range of each parameter.
#pragma once
#include "settings.h"

namespace p2c::fleet {

/// Rules across parameters. Throws ConfigError.
void check(const Json& config);

bool joins_idle(const Json& config);

/// Whether completions can be looked up when a replica is looked at.
bool lazy_can(const Json& config, const Settings& settings);

}  // namespace p2c::fleet
