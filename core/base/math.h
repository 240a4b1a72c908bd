// Elementary functions that give the same bits everywhere: built from + − × ÷ and integer operations only, which
// IEEE 754 fixes, while every platform's libm rounds its logarithms in its own way. Compile with -ffp-contract=off.
// Error against 80-bit references: log and exp within 1.5 units in the last place, log1p within 2.5.
#pragma once
#include <cstdint>
#include <cstring>

namespace p2c::det {

inline std::uint64_t to_bits(double x) {
    std::uint64_t b;
    std::memcpy(&b, &x, sizeof b);
    return b;
}

inline double from_bits(std::uint64_t b) {
    double x;
    std::memcpy(&x, &b, sizeof x);
    return x;
}

/// x without its fraction, |x| < 2^63. In WebAssembly from the bits of x: how V8 converts on x64 hangs on the conversion
/// before, which makes many of them three times slower.
inline std::int64_t whole(double x) {
#if defined(__wasm__)
    const std::uint64_t bits = to_bits(x);
    const std::uint64_t below = 1075 - (bits >> 52);  // how many bits of the mantissa are a fraction
    if (below < 64) [[likely]]
        return static_cast<std::int64_t>(((bits & 0xfffffffffffffULL) | 0x10000000000000ULL) >> below);
#endif
    return static_cast<std::int64_t>(x);
}

inline constexpr double ln2_high = 0.6931471803691238;  // 21 trailing zero bits: k·ln2_high is exact
inline constexpr double ln2_low = 1.9082149292705877e-10;

/// (atanh(s) − s)/s³ as a polynomial in z = s², z ≤ 0.03 (minimax fit, relative error below 4e-18), in Estrin order.
inline double atanh_tail(double z) {
    const double a = 0.3333333333333333 + 0.20000000000000503 * z;
    const double b = 0.14285714285361625 + 0.11111111204875057 * z;
    const double c = 0.09090896866055877 + 0.07693171224822572 * z;
    const double d = 0.06633024406101501 + 0.0655741743479875 * z;
    const double z2 = z * z;
    return (a + b * z2) + (c + d * z2) * (z2 * z2);
}

/// Natural logarithm of a positive normal number.
inline double log(double x) {
    const std::uint64_t bits = to_bits(x);
    // k and m with x = 2^k·m and m between √½ and √2, without a branch.
    const auto k = static_cast<std::int64_t>(bits - 0x3fe6a09e667f3bcdULL) >> 52;
    const double f = from_bits(bits - (static_cast<std::uint64_t>(k) << 52)) - 1;
    const double s = f / (2 + f);
    const double z = s * s;
    const double dk = static_cast<double>(k);
    return dk * ln2_high - ((s * f - 2 * (s * z * atanh_tail(z)) - dk * ln2_low) - f);
}

namespace detail {

/// e^x for −708 ≤ x ≤ 709. Real is double with Bits std::uint64_t, or a vector of doubles with one of as many integers.
template <class Bits, class Real> inline Real exp_within(Real x) {
    constexpr double shift = 0x1.8p52;  // adding it rounds to the nearest integer, which the low bits then hold
    const Real shifted = x * 1.4426950408889634 + shift;
    const Real dk = shifted - shift;
    const Real high = x - dk * ln2_high;
    const Real low = dk * ln2_low;
    const Real r = high - low;
    // (e^r − 1 − r)/r², degree 10, in Estrin order: short chains, so that successive calls overlap.
    const Real r2 = r * r;
    const Real r4 = r2 * r2;
    const Real p01 = 0.5 + 0.1666666666666667 * r;
    const Real p23 = 0.04166666666666667 + 0.00833333333332607 * r;
    const Real p45 = 0.0013888888888883703 + 0.00019841269875048905 * r;
    const Real p67 = 2.480158732571076e-05 + 2.755725511097889e-06 * r;
    const Real p89 = 2.755727343657049e-07 + 2.510533724466521e-08 * r;
    const Real p = (p01 + p23 * r2) + ((p45 + p67 * r2) + (p89 + 2.091477283224809e-09 * r2) * r4) * r4;
    const Real y = 1 + (high - (low - r2 * p));
    Bits power;  // 2^k
    std::memcpy(&power, &shifted, sizeof power);
    power = (power + 1023) << 52;
    Real scale;
    std::memcpy(&scale, &power, sizeof scale);
    return y * scale;
}

}  // namespace detail

/// e^x; 0 below −708, +infinity above 709.
inline double exp(double x) {
    if (x < -708) return 0;
    if (x > 709) return from_bits(0x7ff0000000000000ULL);
    return detail::exp_within<std::uint64_t>(x);
}

/// Makes each x[k] e^x[k], all of them from −708 to 709; two at a time where every processor can. The same bits as exp().
inline void exp_each(double* x, std::uint32_t count) {
    std::uint32_t k = 0;
#if defined(__SSE2__) || defined(__ARM_NEON)
    typedef double Pair __attribute__((vector_size(16)));
    typedef std::uint64_t Bits __attribute__((vector_size(16)));
    for (; k + 2 <= count; k += 2) {
        Pair pair;
        std::memcpy(&pair, x + k, sizeof pair);
        pair = detail::exp_within<Bits>(pair);
        std::memcpy(x + k, &pair, sizeof pair);
    }
#endif
    for (; k < count; ++k) x[k] = detail::exp_within<std::uint64_t>(x[k]);
}

/// log(1 + x) without cancellation, x > −1.
inline double log1p(double x) {
    const double v = x / (2 + x);
    const double z = v * v;
    if (z < 0.0299) return 2 * (v + v * z * atanh_tail(z));
    return log(1 + x);
}

/// x^y for x > 0; relative error about |y log x| units in the last place.
inline double pow(double x, double y) { return exp(y * log(x)); }

/// x^k for a whole k ≥ 0, by squaring.
inline double power(double x, std::uint64_t k) {
    double result = 1;
    for (; k != 0; k >>= 1, x *= x) {
        if (k & 1) result *= x;
    }
    return result;
}

}  // namespace p2c::det
