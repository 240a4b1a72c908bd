// How loads are compared.
#pragma once
#include "settings.h"

namespace p2c::fleet {

/// A load as it is compared: as it is, or with the request added and over the speed. Of outstanding work the request is a mean
/// service.
inline double weighed(double load, std::uint32_t i, const Settings& s) {
    if (!s.information.speeds) return load;
    if (s.information.signal == Signal::outstanding) return load + s.machines.slowness(i) / s.workers;
    return (load + 1) * s.machines.slowness(i);
}

}  // namespace p2c::fleet
