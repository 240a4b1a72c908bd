// Laws by inversion: one word, one draw. A request's size is a monotone function of its own word, whatever the
// policy and whatever happened before, and a loop over a block of words has no data-dependent exit.
#pragma once
#include <cmath>  // sqrt only: correctly rounded everywhere
#include <cstdint>

#include "math.h"
#include "rng.h"

namespace p2c {

/// Exponential with mean 1.
inline double exponential(std::uint64_t word) { return -det::log(unit(word)); }

namespace detail {

inline double horner(double x, const double (&c)[8]) {
    double y = c[7];
    for (int i = 6; i >= 0; --i) y = y * x + c[i];
    return y;
}

}  // namespace detail

/// Standard normal quantile of p in (0, 1), relative error about 1e-16 (Wichura 1988, algorithm AS 241, PPND16).
inline double normal_quantile(double p) {
    static constexpr double a[8] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                    3.3430575583588128105e4, 2.5090809287301226727e3};
    static constexpr double b[8] = {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
                                    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
                                    5.2264952788528545610e3};
    static constexpr double c[8] = {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
                                    3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
                                    2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static constexpr double d[8] = {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
                                    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
                                    1.05075007164441684324e-9};
    static constexpr double e[8] = {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
                                    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                    2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static constexpr double f[8] = {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
                                    1.48753612908506148525e-2, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
                                    1.42151175831644588870e-7, 2.04426310338993978564e-15};
    const double q = p - 0.5;
    if (q >= -0.425 && q <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * detail::horner(r, a) / detail::horner(r, b);
    }
    double r = std::sqrt(-det::log(q < 0 ? p : 1 - p));
    double value;
    if (r <= 5) {
        r -= 1.6;
        value = detail::horner(r, c) / detail::horner(r, d);
    } else {
        r -= 5;
        value = detail::horner(r, e) / detail::horner(r, f);
    }
    return q < 0 ? -value : value;
}

/// Standard normal.
inline double normal(std::uint64_t word) { return normal_quantile(unit(word)); }

/// Lognormal with mean 1 and standard deviation sigma of its logarithm.
inline double lognormal(std::uint64_t word, double sigma) {
    return det::exp(sigma * normal(word) - 0.5 * sigma * sigma);
}

}  // namespace p2c
