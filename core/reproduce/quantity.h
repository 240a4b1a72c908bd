// Numbers that know how sure they are: a value, what random sources moved it and by how much, and a bound for rounding.
#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace p2c::reproduce {

/// A source of noise, such as one metric of one run, as it enters a quantity.
struct Part {
    double error;                ///< standard error that it contributes, signed by its direction
    std::uint32_t replications;  ///< of the run, at least 2
};

/// A value to first order in its sources. Sources are taken to be independent of each other: runs with the same seed
/// meet the same requests and move alike, so that differences and ratios of them are known better than is said here.
struct Quantity {
    double value = 0;
    double slack = 0;                   ///< half-width of a bound that is no noise: a figure's last digit
    std::map<std::string, Part> parts;  ///< by the name of the source

    double error() const;  ///< standard error
    /// Standard error of the same quantity from `runs` replications of each source in place of all of them.
    double error_of(double runs) const;
    /// The fewest degrees of freedom of any source; 0 when there is no noise.
    std::uint32_t degrees() const;
};

Quantity constant(double value, double slack = 0);

/// f(a), where `slope` is f'(a).
Quantity moved(const Quantity& a, double value, double slope);

/// f(a, b), where the slopes are the partial derivatives.
Quantity joined(const Quantity& a, const Quantity& b, double value, double slope_a, double slope_b);

}  // namespace p2c::reproduce
