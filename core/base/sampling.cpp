#include "sampling.h"

namespace p2c::detail {

namespace {

double bell(double x) { return det::exp(-0.5 * x * x); }
double bell_inverse(double y) { return std::sqrt(-2 * det::log(y)); }
double decay(double x) { return det::exp(-x); }
double decay_inverse(double y) { return -det::log(y); }

/// A uniform number for the vertical test within a layer.
bool under(const Ziggurat& z, std::size_t layer, double u, double density) {
    return z.height[layer] + u * (z.height[layer + 1] - z.height[layer]) < density;
}

}  // namespace

const Ziggurat normal_ziggurat = make_ziggurat(normal_tail, 0.004928673233974655347362, bell, bell_inverse);
const Ziggurat exponential_ziggurat =
    make_ziggurat(exponential_tail, 0.003949659822581557219978, decay, decay_inverse);

double exponential_outside(const Stream& stream, std::uint64_t index, std::size_t layer, double x) {
    for (std::uint64_t j = 1;;) {
        // Beyond its start an exponential tail is the same law again.
        if (layer == 0) return exponential_tail - det::log(unit(stream.word(index, j)));
        if (under(exponential_ziggurat, layer, unit(stream.word(index, j++)), decay(x))) return x;
        const std::uint64_t word = stream.word(index, j++);
        layer = word & 255;
        x = unit(word) * exponential_ziggurat.edge[layer];
        if (x < exponential_ziggurat.edge[layer + 1]) return x;
    }
}

namespace {

/// Beyond r, by Marsaglia's method (1964).
double normal_beyond(const Stream& stream, std::uint64_t index, std::uint64_t j) {
    for (;; j += 2) {
        const double x = -det::log(unit(stream.word(index, j))) / normal_tail;
        const double y = -det::log(unit(stream.word(index, j + 1)));
        if (2 * y > x * x) return normal_tail + x;
    }
}

}  // namespace

double normal_outside(const Stream& stream, std::uint64_t index, std::size_t layer, double x, bool negative) {
    for (std::uint64_t j = 1;;) {
        if (layer == 0) {
            x = normal_beyond(stream, index, j);
            break;
        }
        if (under(normal_ziggurat, layer, unit(stream.word(index, j++)), bell(x))) break;
        const std::uint64_t word = stream.word(index, j++);
        layer = word & 255;
        negative = (word >> 8) & 1;
        x = unit(word) * normal_ziggurat.edge[layer];
        if (x < normal_ziggurat.edge[layer + 1]) break;
    }
    return negative ? -x : x;
}

}  // namespace p2c::detail

namespace p2c {

double gamma(const Stream& stream, std::uint64_t index, double shape) {
    const Stream own = stream.inside(index);
    const double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (std::uint64_t k = 1;; k += 2) {
        const double x = normal(own, k);
        const double root = 1 + c * x;
        if (root <= 0) continue;
        const double v = root * root * root;
        if (det::log(unit(own.word(k + 1))) >= 0.5 * x * x + d * (1 - v + det::log(v))) continue;
        // Below shape 1: a draw of shape + 1 times U^(1/shape).
        return shape < 1 ? d * v * det::exp(det::log(unit(own.word(0))) / shape) : d * v;
    }
}

}  // namespace p2c
