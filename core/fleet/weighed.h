// How loads are compared.
#pragma once
#include "settings.h"

namespace p2c::fleet {

/// A load as it is compared: as it is, or with the request added and over the speed. Of work left the request is a mean
/// service.
inline double weighed(double load, std::uint32_t i, const Settings& s) {
    if (!s.information.speeds) return load;
    if (s.information.signal == Signal::outstanding) return load + s.machines.slowness(i) / s.workers;
    return s.information.signal == Signal::work ? load + s.machines.slowness(i) : (load + 1) * s.machines.slowness(i);
}

}  // namespace p2c::fleet
