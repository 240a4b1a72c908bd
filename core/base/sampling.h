// Exponential and normal draws by the ziggurat method (Marsaglia and Tsang 2000): the density is covered by 256 layers
// of equal area, and 99 % of the draws need one word, one table and one product. Exact in law up to the 2^-52 grid of
// the uniforms. Further words of the same index serve the rare draws that fall outside; no draw touches another index.
#pragma once
#include <array>
#include <cmath>  // sqrt only: correctly rounded everywhere
#include <cstdint>

#include "math.h"
#include "rng.h"

namespace p2c {

namespace detail {

inline constexpr std::size_t layers = 256;

/// Layer i spans [0, edge[i]] × [height[i], height[i + 1]]; edge falls from the base strip, which stands for the tail
/// too, to 0. An x below edge[i + 1] is under the curve for certain.
struct Ziggurat {
    std::array<double, layers + 1> edge;
    std::array<double, layers + 1> height;
};

/// `r`: where the tail begins; `v`: the area of each layer. Both solved to 20 digits for 256 layers.
template <class Density, class Inverse> Ziggurat make_ziggurat(double r, double v, Density f, Inverse inverse) {
    Ziggurat z;
    z.edge[0] = v / f(r);
    z.height[0] = 0;
    z.edge[1] = r;
    z.height[1] = f(r);
    for (std::size_t i = 2; i < layers; ++i) {
        z.height[i] = z.height[i - 1] + v / z.edge[i - 1];
        z.edge[i] = inverse(z.height[i]);
    }
    z.edge[layers] = 0;
    z.height[layers] = 1;
    return z;
}

inline constexpr double normal_tail = 3.654152885361008771645;
inline constexpr double exponential_tail = 7.697117470131049714045;

extern const Ziggurat normal_ziggurat;
extern const Ziggurat exponential_ziggurat;

/// The rest of a draw whose first word fell outside; words j = 1, 2, … of the index.
double normal_outside(const Stream& stream, std::uint64_t index, std::size_t layer, double x, bool negative);
double exponential_outside(const Stream& stream, std::uint64_t index, std::size_t layer, double x);

}  // namespace detail

/// Exponential with mean 1, never 0.
inline double exponential(const Stream& stream, std::uint64_t index) {
    const std::uint64_t word = stream.word(index);
    const std::size_t layer = word & 255;  // unit() uses the upper 52 bits
    const double x = unit(word) * detail::exponential_ziggurat.edge[layer];
    if (x < detail::exponential_ziggurat.edge[layer + 1]) [[likely]] return x;
    return detail::exponential_outside(stream, index, layer, x);
}

/// Standard normal.
inline double normal(const Stream& stream, std::uint64_t index) {
    const std::uint64_t word = stream.word(index);
    const std::size_t layer = word & 255;
    const bool negative = (word >> 8) & 1;
    const double x = unit(word) * detail::normal_ziggurat.edge[layer];
    // The sign by its bit: a branch on it would be mispredicted every other time.
    if (x < detail::normal_ziggurat.edge[layer + 1]) [[likely]]
        return det::from_bits(det::to_bits(x) | (static_cast<std::uint64_t>(negative) << 63));
    return detail::normal_outside(stream, index, layer, x, negative);
}

/// Lognormals with mean 1 and standard deviation sigma ≤ 20 of the logarithm, for `count` indices from `first` on.
inline void lognormals(const Stream& stream, std::uint64_t first, std::uint32_t count, double sigma, double* out) {
    for (std::uint32_t k = 0; k < count; ++k) out[k] = sigma * normal(stream, first + k) - 0.5 * sigma * sigma;
    det::exp_each(out, count);
}

/// Gamma with this shape > 0 and scale 1, by Marsaglia and Tsang (2000): exact for every shape. The mean is the shape.
double gamma(const Stream& stream, std::uint64_t index, double shape);

}  // namespace p2c
