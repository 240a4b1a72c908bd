// What a policy of a fleet goes by beside loads: who needs to know asks this instead of listing names.
#pragma once

namespace p2c {

struct FleetTrait {
    bool keys = false;          ///< the key of a request
    bool weights = false;       ///< a weight of each replica
    bool weighs_loads = false;  ///< it compares loads as well as weights
};

}  // namespace p2c
