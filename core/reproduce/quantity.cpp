#include "quantity.h"

#include <algorithm>
#include <cmath>  // sqrt and fabs only

namespace p2c::reproduce {

double Quantity::error() const {
    double sum = 0;
    for (const auto& [name, part] : parts) sum += part.error * part.error;
    return std::sqrt(sum);
}

double Quantity::error_of(double runs) const {
    double sum = 0;
    for (const auto& [name, part] : parts) sum += part.error * part.error * part.replications / runs;
    return std::sqrt(sum);
}

std::uint32_t Quantity::degrees() const {
    std::uint32_t least = 0;
    for (const auto& [name, part] : parts)
        if (part.error != 0) least = least == 0 ? part.replications - 1 : std::min(least, part.replications - 1);
    return least;
}

Quantity constant(double value, double slack) {
    return {value, slack, {}};
}

Quantity moved(const Quantity& a, double value, double slope) {
    return joined(a, {}, value, slope, 0);
}

Quantity joined(const Quantity& a, const Quantity& b, double value, double slope_a, double slope_b) {
    Quantity out{value, std::fabs(slope_a) * a.slack + std::fabs(slope_b) * b.slack, {}};
    for (const auto& [name, part] : a.parts) out.parts[name] = {part.error * slope_a, part.replications};
    for (const auto& [name, part] : b.parts) {
        const auto [at, added] = out.parts.try_emplace(name, Part{0, part.replications});
        at->second.error += part.error * slope_b;
    }
    return out;
}

}  // namespace p2c::reproduce
