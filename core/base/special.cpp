#include "special.h"

#include <cmath>  // sqrt and floor only

#include "math.h"

namespace p2c::det {

namespace {

constexpr double half_log_2pi = 0.9189385332046727;

/// ln x! − ((x + 1/2) ln x − x + ln √(2π)), x > 0: Stirling's series from 16 on.
double stirling_rest(double x) {
    if (x < 16) return log_factorial(x) - ((x + 0.5) * log(x) - x + half_log_2pi);
    const double y = 1 / (x * x);
    return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - y / 1188) * y) * y) * y) / x;
}

/// k ln(k/mean) + mean − k ≥ 0 without cancellation.
double deviance(double k, double mean) {
    if (k == 0) return mean;
    const double difference = k - mean;
    if (difference > 0.1 * (k + mean) || difference < -0.1 * (k + mean)) return k * log(k / mean) - difference;
    const double v = difference / (k + mean);
    double sum = difference * v;
    double term = 2 * k * v;
    for (int j = 3;; j += 2) {
        term *= v * v;
        const double next = sum + term / j;
        if (next == sum) return next;
        sum = next;
    }
}

}  // namespace

double log_factorial(double x) {
    double product = 1;
    for (; x < 16; x += 1) product *= x + 1;
    return (x + 0.5) * log(x) - x + half_log_2pi + stirling_rest(x) - log(product);
}

double poisson(double k, double mean) {
    if (k == 0) return exp(-mean);
    if (k < 16) return exp(k * log(mean) - mean - log_factorial(k));
    return exp(-deviance(k, mean) - stirling_rest(k)) / std::sqrt(2 * pi * k);
}

double binomial(double k, double n, double p) {
    if (k == 0) return exp(n * log1p(-p));
    if (k == n) return exp(n * log(p));
    const double rest = stirling_rest(n) - stirling_rest(k) - stirling_rest(n - k);
    const double away = deviance(k, n * p) + deviance(n - k, n * (1 - p));
    return exp(rest - away) * std::sqrt(n / (2 * pi * k * (n - k)));
}

double mean_decay(double x) {
    if (x > -1e-5 && x < 1e-5) return 1 - x / 2 + x * x / 6;
    return (1 - exp(-x)) / x;
}

Split poisson_split(double k, double mean) {
    double sum = 0;
    if (k > mean) {
        double term = poisson(k, mean);
        for (double j = k; sum + term != sum; term *= mean / ++j) sum += term;
        return {1 - sum, sum};
    }
    double term = poisson(k - 1, mean);
    for (double j = k - 1; j >= 0 && sum + term != sum; term *= j / mean, --j) sum += term;
    return {sum, 1 - sum};
}

Parts gamma_parts(double shape, double x) {
    if (x <= 0) return {0, 1};
    // x^shape e^−x / Γ(shape + 1)
    const double density = poisson(shape, x);
    if (x < shape + 1) {
        double sum = 0;
        double term = 1;
        for (double k = shape + 1; sum + term != sum; ++k) {
            sum += term;
            term *= x / k;
        }
        return {density * sum, 1 - density * sum};
    }
    // Legendre's continued fraction by Lentz's method.
    double b = x + 1 - shape;
    double c = 1e300;
    double d = 1 / b;
    double fraction = d;
    for (int k = 1; k < 100000; ++k) {
        const double step = -k * (k - shape);
        b += 2;
        d = 1 / (b + step * d);
        c = b + step / c;
        const double factor = c * d;
        fraction *= factor;
        if (factor - 1 < 1e-16 && factor - 1 > -1e-16) break;
    }
    const double above = density * shape * fraction;
    return {1 - above, above};
}

double normal_below(double z) {
    const Parts parts = gamma_parts(0.5, 0.5 * z * z);
    return z < 0 ? 0.5 * parts.above : 1 - 0.5 * parts.above;
}

Turn turn(double angle) {
    angle -= 2 * pi * std::floor(angle / (2 * pi) + 0.5);
    const double x = angle / 4;
    const double y = x * x;
    // Taylor series for |x| ≤ π/4, then two doublings.
    double versine = 0;
    double sine = 0;
    for (int j = 9; j > 0; --j) {
        versine = (1 - versine) * y / ((2 * j) * (2 * j - 1));
        sine = (1 - sine) * y / ((2 * j + 1) * (2 * j));
    }
    sine = x * (1 - sine);
    for (int k = 0; k < 2; ++k) {
        const double s = sine;
        sine = 2 * s * (1 - versine);
        versine = 2 * s * s;
    }
    return {versine, sine};
}

double sine_lag(double angle) {
    if (angle > 0.5 || angle < -0.5) return angle - turn(angle).sine;
    const double y = angle * angle;
    double sum = 0;
    for (int j = 8; j > 0; --j) sum = (1 - sum) * y / ((2 * j + 1) * (2 * j));
    return angle * sum;
}

double atan(double x) {
    double factor = 1;
    for (; x > 0.1 || x < -0.1; factor *= 2) x /= 1 + std::sqrt(1 + x * x);
    const double y = x * x;
    double sum = 0;
    for (int j = 15; j >= 1; j -= 2) sum = 1.0 / j - y * sum;
    return factor * x * sum;
}

}  // namespace p2c::det
