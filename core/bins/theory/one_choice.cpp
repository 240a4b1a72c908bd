#include "one_choice.h"

#include <algorithm>
#include <cmath>  // sqrt, floor, ceil only
#include <complex>

#include "base/math.h"
#include "base/special.h"

namespace p2c::bins {

namespace {

using Complex = std::complex<double>;

constexpr double negligible = 1e-17;
constexpr double most_work = 2e6;    // nodes × levels, about 5 ns each
constexpr double most_points = 500;  // levels at which the law is evaluated
constexpr double few_bins = 256;     // up to here powers are taken by multiplication

Complex product(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Complex rotation(double angle) {
    const det::Turn t = det::turn(angle);
    return {1 - t.versine, t.sine};
}

/// One point θ of the trapezoidal rule. All is centred: a load x counts as e^{i(x − m/n)θ}.
struct Node {
    double weight;
    Complex back;    ///< e^{−iθ}
    Complex phase;   ///< e^{i(j − m/n)θ} of the level j that is added next
    Complex whole;   ///< characteristic function of an untruncated load
    double decay;    ///< −ln |whole|
    double lag;      ///< −arg whole, for all bins together
    Complex tail{};  ///< part of the levels above the present one
};

struct Plan {
    double bins, balls, rate;
    double top;      ///< above it no bin ends, but for `negligible`
    double bottom;   ///< least possible maximum
    double spacing;  ///< of the nodes
    double nodes;    ///< besides θ = 0
    bool whole_period;
};

/// Least k ≥ low with bins · P(X > k) negligible, at most balls.
double find_top(double bins, double balls, double rate) {
    double low = std::ceil(rate);
    double high = low + 4 * std::sqrt(rate) + 8;
    // Far in the tail the terms fall at least geometrically, with ratio rate/k.
    const auto beyond = [&](double k) { return bins * det::poisson(k + 1, rate) * (k + 2) / (k + 2 - rate); };
    while (high < balls && beyond(high) > negligible) {
        low = high;
        high = std::ceil(rate + (high - rate) * 2);
    }
    high = std::min(high, balls);
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (beyond(middle) > negligible ? low : high) = middle;
    }
    return high;
}

Plan make_plan(double bins, double balls) {
    const double rate = balls / bins;
    Plan p{bins, balls, rate, find_top(bins, balls, rate), std::ceil(rate), 0, 0, false};
    // The sum of loads is within 12 standard deviations of m; a period that long sees no other sum.
    const double half_period = std::ceil(6 * std::sqrt(balls)) + 20;
    p.spacing = det::pi / half_period;
    // A truncated load's characteristic function falls like 1/(θ√rate): its n-th power must be lost in rounding.
    const double normal = 17 / std::sqrt(bins);
    const double reach = bins > few_bins ? normal : std::max(normal, det::exp(15 * 2.302585092994046 / bins));
    p.nodes = std::ceil(reach / std::sqrt(rate) / p.spacing);
    p.whole_period = !(p.nodes < half_period);
    if (p.whole_period) p.nodes = half_period;
    return p;
}

std::vector<Node> make_nodes(const Plan& p) {
    std::vector<Node> nodes;
    for (double k = 0; k <= p.nodes; ++k) {
        const double angle = k * p.spacing;
        Node node;
        node.weight = (k == 0 || (p.whole_period && k == p.nodes) ? 1 : 2) * p.spacing / (2 * det::pi);
        node.back = rotation(-angle);
        node.phase = rotation((p.top - p.rate) * angle);
        node.decay = p.rate * det::turn(angle).versine;
        const double lag = det::sine_lag(angle);
        node.whole = rotation(-p.rate * lag) * det::exp(-node.decay);
        node.lag = p.balls * lag;
        nodes.push_back(node);
    }
    return nodes;
}

/// Real part of (whole − tail)ⁿ.
double power(const Node& node, double bins) {
    if (bins <= few_bins) {
        Complex base = node.whole - node.tail;
        Complex result = 1;
        for (auto k = static_cast<unsigned>(bins); k != 0; k >>= 1, base = product(base, base))
            if (k & 1) result = product(result, base);
        return result.real();
    }
    // wholeⁿ · (1 − u)ⁿ by logarithms: u is of the order of 1/n, and a product of n factors would lose its digits.
    const double square = node.whole.real() * node.whole.real() + node.whole.imag() * node.whole.imag();
    const Complex u = product(node.tail, std::conj(node.whole)) / square;
    const double size = 0.5 * det::log1p(u.real() * (u.real() - 2) + u.imag() * u.imag());
    const double angle = det::atan(-u.imag() / (1 - u.real()));
    const double log_size = bins * (size - node.decay);
    return det::exp(log_size) * (1 - det::turn(bins * angle - node.lag).versine);
}

/// P(max ≤ k) for k = top, top − step, … until it vanishes, the highest first.
std::vector<double> distribution(const Plan& p, std::vector<Node> nodes, double step) {
    std::vector<double> out{1};
    // P(Poisson(m) = m) by the same rule, nothing cut off: what the rule leaves out cancels.
    double norm = 0;
    for (const Node& node : nodes) norm += node.weight * power(node, p.bins);
    double density = det::poisson(p.top, p.rate);
    double until = step;
    for (double k = p.top; k > p.bottom && out.back() > 1e-15; density *= k / p.rate, --k) {
        for (Node& node : nodes) {
            node.tail += node.phase * density;
            node.phase = product(node.phase, node.back);
        }
        if (--until > 0) continue;
        until = step;
        double sum = 0;
        for (const Node& node : nodes) sum += node.weight * power(node, p.bins);
        out.push_back(std::clamp(sum / norm, 0.0, out.back()));
    }
    if (out.back() > 0) out.push_back(0);
    return out;
}

MaxLaw law_from(const std::vector<double>& falling, double top, double step) {
    MaxLaw law;
    law.step = step;
    law.from = top - step * static_cast<double>(falling.size() - 1);
    // Euler and Maclaurin: sums over all levels out of sums over every step-th; exact for a step of 1.
    double first = 0;
    double second = 0;
    for (std::size_t i = 0; i < falling.size(); ++i) {
        const std::size_t at = falling.size() - 1 - i;
        const double above = 1 - falling[at];
        first += above;
        second += (2 * step * static_cast<double>(i) + 1) * above;
        law.probability.push_back(i == 0 ? falling[at] : falling[at] - falling[at + 1]);
    }
    const double shift = step * first - (step - 1) / 2;
    law.mean = law.from + shift;
    law.deviation = std::sqrt(std::max(0.0, step * second - (step - 1) / 2 + (step * step - 1) / 6 - shift * shift));
    return law;
}

/// Drops what is too unlikely to be listed.
void trim(MaxLaw& law) {
    constexpr double listed = 1e-12;
    while (law.probability.size() > 1 && law.probability.back() < listed) law.probability.pop_back();
    std::size_t skip = 0;
    while (skip + 1 < law.probability.size() && law.probability[skip] < listed) ++skip;
    law.probability.erase(law.probability.begin(), law.probability.begin() + static_cast<std::ptrdiff_t>(skip));
    law.from += law.step * static_cast<double>(skip);
}

}  // namespace

double MaxLaw::quantile(double p) const {
    double sum = 0;
    for (std::size_t i = 0; i < probability.size(); ++i) {
        if (sum + probability[i] >= p)
            return from + std::ceil(step * (static_cast<double>(i) - 1 + (p - sum) / probability[i]));
        sum += probability[i];
    }
    return from + step * static_cast<double>(probability.size() - 1);
}

double MaxLaw::mode() const {
    const auto most = std::max_element(probability.begin(), probability.end()) - probability.begin();
    return from + step * static_cast<double>(most) - std::floor(step / 2);
}

std::optional<MaxLaw> one_choice_max(double bins, double balls) {
    if (bins == 1 || balls == 1) return MaxLaw{balls, 0, balls, 1, {1}};
    if (balls / bins > 1e6 || bins > 1e15) return std::nullopt;
    const Plan p = make_plan(bins, balls);
    const double levels = p.top - p.bottom + 1;
    if (p.nodes * levels > most_work) return std::nullopt;
    const double step = std::ceil(levels / most_points);
    if (p.nodes * levels / step > most_work / 16) return std::nullopt;  // complex powers cost more than sums
    MaxLaw law = law_from(distribution(p, make_nodes(p), step), p.top, step);
    trim(law);
    return law;
}

}  // namespace p2c::bins
