// Special functions for theory, out of the elementary functions of math.h: the same bits everywhere.
#pragma once

namespace p2c::det {

inline constexpr double pi = 3.141592653589793;

/// ln x! for real x ≥ 0; relative error below 1e-14.
double log_factorial(double x);

/// P(Poisson(mean) = k), mean > 0, k ≥ 0: Loader's (2000) form, accurate also where k and mean are large and close.
double poisson(double k, double mean);

/// P(Binomial(n, p) = k), 0 ≤ k ≤ n, 0 < p < 1, in the same form: n may be 1e18.
double binomial(double k, double n, double p);

/// (1 − e^−x)/x, any x, without cancellation near 0.
double mean_decay(double x);

/// P(X < k) and P(X ≥ k) for X ~ Poisson(mean) and whole k ≥ 1, each with its own digits.
struct Split {
    double below;
    double from;
};
Split poisson_split(double k, double mean);

/// Probabilities that add up to 1.
struct Parts {
    double below;
    double above;
};

/// P(X ≤ x) and P(X > x) for X ~ Gamma(shape) of scale 1, shape > 0, x ≥ 0, each with its own digits.
Parts gamma_parts(double shape, double x);

/// The normal distribution function.
double normal_below(double z);

/// What an angle does to a unit vector. 1 − cos keeps its digits for small angles.
struct Turn {
    double versine;  ///< 1 − cos
    double sine;
};

/// Any angle whose multiple of 2π is known to double precision; error below 1e-15 for |angle| ≤ π.
Turn turn(double angle);

/// angle − sin(angle), with all its digits for small angles; |angle| ≤ π.
double sine_lag(double angle);

/// Arc tangent.
double atan(double x);

}  // namespace p2c::det
