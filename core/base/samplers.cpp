#include "samplers.h"

#include <algorithm>
#include <cmath>  // sqrt only
#include <utility>

#include "stirling.h"

namespace p2c {

namespace {

constexpr double small_mean = 18;  // inversion below: it takes about as many steps as the mean
constexpr double sqrt_2_over_e = 0.8577638849607068;

/// A law P(k) ∝ r^k / ∏ Γ(…) over 2·Pairs gammas, half with arguments that grow with k (up), half with arguments that
/// shrink (down): four for a hypergeometric law, two for a binomial one (Pairs = 2, 1).
template <int Pairs>
struct Shape {
    std::int64_t mode = 0;
    double up[Pairs], down[Pairs];      ///< the arguments at the mode, whole numbers ≥ 1
    double w_up[Pairs], w_down[Pairs];  ///< their reciprocals
    double step = 0;                    ///< log of r · ∏ down / ∏ up
    double c1, c2, c3, c4;              ///< log P(mode + e)/P(mode) ≈ e (c1 + e (c2 + e (c3 + e c4))), with an
    double a1, a5, reach;               ///< error of at most |e| (a1 + e⁴ a5) while |e| ≤ reach
    mutable double remainder = -1;

    void finish() {
        double s1 = 0, s2 = 0, s3 = 0, s4 = 0, d1 = 0, d2 = 0, d3 = 0, most = 0;
#pragma GCC unroll 2
        for (int i = 0; i < Pairs; ++i) {
            const double u = w_up[i] = 1 / up[i];
            const double v = w_down[i] = 1 / down[i];
            const double u2 = u * u, v2 = v * v;
            s1 += u + v;
            d1 += u - v;
            s2 += u2 + v2;
            d2 += u2 - v2;
            s3 += u2 * u + v2 * v;
            d3 += u2 * u - v2 * v;
            s4 += u2 * u2 + v2 * v2;
            most = std::max(most, std::max(u, v));
        }
        c1 = step + 0.5 * d1;
        c2 = -(0.5 * s1 + 0.25 * s2);
        c3 = (d2 + d3) * (1.0 / 6);
        c4 = -(s3 * (1.0 / 12) + s4 * 0.125);
        a1 = 0.15 * s2;
        a5 = 0.09 * s4;
        reach = 0.25 / most;
    }

    /// log P(mode + e)/P(mode), to 1e-13.
    [[gnu::noinline]] double exact(double e) const {
        if (remainder < 0) {
            remainder = 0;
            for (int i = 0; i < Pairs; ++i) remainder += det::stirling(up[i]) + det::stirling(down[i]);
        }
        double sum = -remainder;
        for (int i = 0; i < Pairs; ++i) sum += det::gamma_step(up[i], e, 0) + det::gamma_step(down[i], -e, 0);
        return e * step - sum;
    }
};

/// Accepts X = a + 2s(V − ½)/U if U² ≤ f(⌊X⌋), f = P/P(mode). Most decisions fall before a logarithm is taken, and the
/// exact f is asked only where its approximation leaves a doubt (7 % of the draws), so no decision depends on it.
template <int Pairs>
std::int64_t accept(Generator& random, const Shape<Pairs>& f, std::int64_t most, double a, double s) {
    const double top = static_cast<double>(most) + 1;
    const auto mode = static_cast<double>(f.mode);
    for (;;) {
        const double u = random.unit_above_zero();
        const double x = a + 2 * s * (random.unit() - 0.5) / u;
        if (x < 0 || x >= top) continue;
        const auto k = static_cast<std::int64_t>(x);
        const double e = static_cast<double>(k) - mode;
        const double size = e < 0 ? -e : e;
        double t = 0, doubt = 0;
        const bool close = size <= f.reach;
        if (close) {
            const double e2 = e * e;
            t = e * (f.c1 + e * (f.c2 + e * (f.c3 + e * f.c4)));
            doubt = size * (f.a1 + e2 * e2 * f.a5) + 1e-12;
        } else {
            t = f.exact(e);
        }
        if (u * (4 - u) - 3 <= t - doubt) return k;
        if (u * (u - t - doubt) >= 1) continue;
        const double log_u2 = 2 * det::log(u);
        if (log_u2 <= t - doubt) return k;
        if (log_u2 > t + doubt) continue;
        if (close && log_u2 <= f.exact(e)) return k;
    }
}

/// The hat: with σ² = 1/Σ 1/(y + σ₀ + 1.5), σ₀² = 1/Σ 1/y, ρ = P(mode + 1)/P(mode) and c = ½ + σ² log ρ,
/// log(1 − x) ≤ −x and log(1 + x) ≥ 2x/(2 + x) give f(mode + e) ≤ exp((c² − (e − c)²)/2σ²) within 2σ₀ + 3 of the mode,
/// and f, log-concave, falls faster than the hat beyond. Hence a = mode + ½ + c, s = (√(2/e) σ + ½) e^{c²/4σ²}; 0.51
/// pays for the second-order logarithm in ρ.
template <int Pairs>
std::int64_t draw_wide(Generator& random, Shape<Pairs>& f, std::int64_t most) {
    f.finish();
    double sum = 0, log_rho = f.step;
#pragma GCC unroll 2
    for (int i = 0; i < Pairs; ++i) {
        sum += f.w_up[i] + f.w_down[i];
        log_rho -= f.w_down[i] + 0.5 * f.w_down[i] * f.w_down[i];
    }
    const double margin = std::sqrt(1 / sum) + 1.5;
    double widened = 0;
#pragma GCC unroll 2
    for (int i = 0; i < Pairs; ++i) {
        const double y = f.up[i] + margin, z = f.down[i] + margin;
        widened += (y + z) / (y * z);
    }
    const double variance = 1 / widened;
    const double c = 0.5 + variance * log_rho;
    const double q = c * c / (4 * variance);
    const double s = (sqrt_2_over_e * std::sqrt(variance) + 0.51) * (1 + q * (1 + q));
    return accept(random, f, most, static_cast<double>(f.mode) + 0.5 + c, s);
}

/// log Γ(y − x) − log Γ(y) + x log y for x/y < 2^-12 and w = 1/y: a short series.
double gamma_step_down(double x, double w) {
    const double r = x * w;
    return x * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 12 + r * 0.05))) +
           r * (0.5 * (1 + r * (0.5 + r * (1.0 / 3))) + w * (1 + r) * (1.0 / 12));
}

/// A hypergeometric law brought to marked ≤ total/2 and sample ≤ total/2.
struct Urn {
    std::int64_t total, marked, sample;
};

/// P(0), the two counts playing the same part in it.
double none_marked(const Urn& urn) {
    const auto total = static_cast<double>(urn.total);
    const auto x = static_cast<double>(std::min(urn.marked, urn.sample));
    const auto y = static_cast<double>(std::max(urn.marked, urn.sample));
    const double y1 = total + 1;
    const double y2 = total - y + 1;
    const double v = -y / (2 * y1 - y);
    double log_p = 2 * x * (v + det::atanh_rest(v));
    if (x * 4096 < y2 && y2 > 4096)
        log_p += gamma_step_down(x, 1 / y1) - gamma_step_down(x, 1 / y2);
    else
        log_p += det::gamma_step(y1, -x, det::stirling(y1)) - det::gamma_step(y2, -x, det::stirling(y2));
    return det::exp(log_p);
}

std::int64_t draw_small(Generator& random, const Urn& urn, double mean) {
    double u = random.unit();
    if (u < 1 - mean - 1e-15) return 0;  // P(0) ≥ 1 − mean
    double p = none_marked(urn);
    auto a = static_cast<double>(urn.marked), b = static_cast<double>(urn.sample);
    double c = 1, d = static_cast<double>(urn.total - urn.marked - urn.sample + 1);
    const std::int64_t most = std::min(urn.marked, urn.sample);
    std::int64_t k = 0;
    for (; u >= p && k < most; ++k) {
        u -= p;
        p *= (a * b) / (c * d);
        a -= 1;
        b -= 1;
        c += 1;
        d += 1;
    }
    return k;
}

std::int64_t draw_large(Generator& random, const Urn& urn) {
    const auto total = static_cast<double>(urn.total);
    const auto marked = static_cast<double>(urn.marked), sample = static_cast<double>(urn.sample);
    Shape<2> f;
    f.mode = static_cast<std::int64_t>((sample + 1) * ((marked + 1) / (total + 2)));
    const std::int64_t u1 = f.mode + 1, u2 = urn.total - urn.marked - urn.sample + f.mode + 1;
    const std::int64_t d1 = urn.marked - f.mode + 1, d2 = urn.sample - f.mode + 1;
    f.up[0] = static_cast<double>(u1);
    f.up[1] = static_cast<double>(u2);
    f.down[0] = static_cast<double>(d1);
    f.down[1] = static_cast<double>(d2);
    // Close to the mode the difference of the products is below 2^63, so wrapping products give it exactly.
    const auto difference = static_cast<std::int64_t>(static_cast<std::uint64_t>(d1) * static_cast<std::uint64_t>(d2) -
                                                      static_cast<std::uint64_t>(u1) * static_cast<std::uint64_t>(u2));
    const double v = static_cast<double>(difference) / (f.down[0] * f.down[1] + f.up[0] * f.up[1]);
    f.step = 2 * (v + det::atanh_rest(v));
    return draw_wide(random, f, std::min(urn.marked, urn.sample));
}

/// 0 < p ≤ ½ and mean n·p below the limit.
std::int64_t binomial_small(Generator& random, std::int64_t n, double p, double mean) {
    double u = random.unit();
    if (u < 1 - mean - 1e-15) return 0;
    double q = det::exp(static_cast<double>(n) * det::log1p(-p));
    const double odds = p / (1 - p);
    std::int64_t k = 0;
    for (; u >= q && k < n; ++k) {
        u -= q;
        q *= static_cast<double>(n - k) * odds / static_cast<double>(k + 1);
    }
    return k;
}

std::int64_t binomial_large(Generator& random, std::int64_t n, double p) {
    Shape<1> f;
    f.mode = std::min(n, static_cast<std::int64_t>(static_cast<double>(n + 1) * p));
    f.up[0] = static_cast<double>(f.mode + 1);
    f.down[0] = static_cast<double>(n - f.mode + 1);
    double high, low;
    det::two_product(static_cast<double>(n + 2), p, high, low);
    const double v = ((high - f.up[0]) + low) / (f.down[0] * p + f.up[0] * (1 - p));
    f.step = 2 * (v + det::atanh_rest(v));
    return draw_wide(random, f, n);
}

}  // namespace

std::int64_t hypergeometric(Generator& random, std::int64_t marked, std::int64_t unmarked, std::int64_t sample) {
    const std::int64_t total = marked + unmarked;
    if (marked <= 0 || sample <= 0) return 0;
    if (unmarked <= 0) return sample;
    if (sample >= total) return marked;
    const Urn urn{total, std::min(marked, unmarked), std::min(sample, total - sample)};
    const double mean =
        static_cast<double>(urn.sample) * (static_cast<double>(urn.marked) / static_cast<double>(total));
    std::int64_t out = mean < small_mean ? draw_small(random, urn, mean) : draw_large(random, urn);
    if (marked > unmarked) out = urn.sample - out;
    return urn.sample < sample ? marked - out : out;
}

std::int64_t binomial(Generator& random, std::int64_t n, double p) {
    if (n <= 0 || p <= 0) return 0;
    if (p >= 1) return n;
    const bool flip = p > 0.5;
    if (flip) p = 1 - p;
    const double mean = static_cast<double>(n) * p;
    const std::int64_t out = mean < small_mean ? binomial_small(random, n, p, mean) : binomial_large(random, n, p);
    return flip ? n - out : out;
}

std::int64_t items_before(Generator& random, std::int64_t items, std::int64_t dividers, std::int64_t which) {
    std::int64_t found = 0;
    while (which > 0 && items > 0) {
        if (which > dividers) return found + items;
        if (items <= 12) {  // one by one into the gaps, of which each item makes one more
            std::int64_t before = 0;
            for (std::int64_t i = 0; i < items; ++i) before += random.below(dividers + 1 + i) < which + before;
            return found + before;
        }
        if (items + dividers <= 24) {  // walk along the order
            const bool divider = random.below(items + dividers) < dividers;
            dividers -= divider;
            which -= divider;
            items -= !divider;
            found += !divider;
            continue;
        }
        // How many dividers are among the first x, where the wanted one is expected? Go on in the half that has it.
        const auto all = static_cast<double>(items + dividers);
        const auto expected =
            static_cast<std::int64_t>(all * (static_cast<double>(which) / static_cast<double>(dividers + 1)));
        const std::int64_t x = std::clamp<std::int64_t>(expected, 1, items + dividers - 1);
        const std::int64_t there = hypergeometric(random, dividers, items, x);
        if (there >= which) {
            items = x - there;
            dividers = there;
        } else {
            found += x - there;
            items -= x - there;
            dividers -= there;
            which -= there;
        }
    }
    return found;
}

}  // namespace p2c
