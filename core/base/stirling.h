// Ratios of factorials without cancellation. log((10^12)!) is 3·10^13, whose last bit in a double is worth 4·10^-3, so
// differences of such logarithms are useless; these helpers never form a large term.
#pragma once
#include <cmath>  // sqrt only

#include "math.h"

namespace p2c::det {

/// atanh(v) − v, with small relative error for small |v|; |v| < 1.
inline double atanh_rest(double v) {
    const double z = v * v;
    if (z < 0.0299) return v * z * atanh_tail(z);
    return 0.5 * log((1 + v) / (1 - v)) - v;
}

/// Stirling's remainder log Γ(y) − (y − ½) log y + y − ½ log 2π at y = 1 … 15; entry 0 is not used.
inline constexpr double stirling_table[16] = {0,
                                              0.08106146679532726,
                                              0.0413406959554093,
                                              0.02767792568499834,
                                              0.020790672103765093,
                                              0.016644691189821193,
                                              0.013876128823070748,
                                              0.01189670994589177,
                                              0.010411265261972096,
                                              0.009255462182712733,
                                              0.00833056343336287,
                                              0.007573675487951841,
                                              0.00694284010720953,
                                              0.006408994188004207,
                                              0.0059513701127588475,
                                              0.005554733551962801};

/// The same remainder for 1/y = w, y ≥ 16: the asymptotic series.
inline double stirling_series(double w) {
    const double z = w * w;
    return w * (0.08333333333333333 -
                z * (0.002777777777777778 -
                     z * (0.0007936507936507937 -
                          z * (0.0005952380952380953 - z * (0.0008417508417508417 - z * 0.0019175269175269176)))));
}

/// The same remainder for whole y ≥ 1.
inline double stirling(double y) {
    return y < 16 ? stirling_table[static_cast<int>(y)] : stirling_series(1 / y);
}

/// log Γ(y + e) − log Γ(y) − e log y for whole y ≥ 1 and y + e ≥ 1; `remainder` is stirling(y).
/// An exact identity in v = e / (2y + e): (e − 1) v + (2(y + e) − 1)(atanh v − v) + the difference of the remainders.
inline double gamma_step(double y, double e, double remainder) {
    const double t = 2 * y + e;
    const double end = y + e;
    double v, s;
    if (end >= 16) {
        const double w = 1 / (t * end);  // one division for both
        v = e * end * w;
        s = stirling_series(t * w);
    } else {
        v = e / t;
        s = stirling_table[static_cast<int>(end)];
    }
    return (e - 1) * v + (2 * end - 1) * atanh_rest(v) + (s - remainder);
}

/// a·b as an unevaluated sum high + low (Dekker 1971), for |a|, |b| < 2^996.
inline void two_product(double a, double b, double& high, double& low) {
    high = a * b;
    double c = 134217729.0 * a;
    const double a_high = c - (c - a);
    const double a_low = a - a_high;
    c = 134217729.0 * b;
    const double b_high = c - (c - b);
    const double b_low = b - b_high;
    low = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

}  // namespace p2c::det
