// What a policy of a fleet goes by beside loads: who needs to know asks this instead of listing names.
#pragma once

namespace p2c {

struct FleetTrait {
    bool keys = false;          ///< the key of a request
    bool weights = false;       ///< a weight of each replica
    bool weighs_loads = false;  ///< it compares loads as well as weights
    bool adds_loads = false;    ///< it needs the sum of all loads, view.total() where the view knows it
};

}  // namespace p2c
