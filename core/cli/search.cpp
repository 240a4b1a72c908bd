#include "search.h"

#include <algorithm>
#include <cmath>

namespace p2c::cli {
namespace {

// The ends of the interval are reported to an eighth of their distance from the answer: finer would be below the noise.
constexpr double kPartOfInterval = 8;

}  // namespace

double Axis::between(double a, double b) const {
    const double low = std::min(a, b), high = std::max(a, b);
    const double middle = logarithmic && low > 0 ? std::sqrt(low) * std::sqrt(high) : low + (high - low) / 2;
    if (!whole) return middle;
    return high - low < 2 ? low : std::clamp(std::floor(middle), low + 1, high - 1);
}

double Axis::grain(double a, double b) const {
    if (whole) return 1;
    double size = std::max(std::fabs(a), std::fabs(b));
    const double room = 1 - std::min(a, b);
    if (headroom && room > 0) size = std::min(size, room);
    return tolerance * size;
}

bool Search::below(const Reading& reading, Edge edge) const {
    const auto& number = edge == Edge::value ? reading.value : edge == Edge::low ? reading.low : reading.high;
    return number && *number < target_;
}

std::optional<double> Search::good_end() const {
    const auto first = points_.find(axis_.from), last = points_.find(axis_.to);
    if (first == points_.end() || last == points_.end()) return std::nullopt;
    const bool at_first = below(first->second, Edge::value), at_last = below(last->second, Edge::value);
    if (at_first == at_last) return std::nullopt;
    return at_first ? axis_.from : axis_.to;
}

std::vector<double> Search::from_good_end() const {
    std::vector<double> out;
    for (const auto& [x, reading] : points_) out.push_back(x);
    if (good_end() == axis_.to) std::reverse(out.begin(), out.end());
    return out;
}

Bracket Search::bracket(Edge edge) const {
    Bracket out;
    for (const double x : from_good_end()) {
        if (!below(points_.at(x), edge)) {
            out.bad = x;
            break;
        }
        out.good = x;
    }
    return out;
}

bool Search::close(const Bracket& bracket, Edge edge) const {
    if (!bracket.good || !bracket.bad) return true;
    const double a = *bracket.good, b = *bracket.bad, gap = std::fabs(a - b);
    double enough = axis_.grain(a, b);
    if (edge != Edge::value && !axis_.whole) {
        const double answer = this->bracket(Edge::value).good.value_or(a);
        enough = std::max(enough, std::min(std::fabs(answer - a), std::fabs(answer - b)) / kPartOfInterval);
    }
    const double middle = axis_.between(a, b);
    return gap <= enough || middle == a || middle == b;
}

bool Search::visit(double x) {
    if (points_.contains(x)) return true;
    auto reading = read_(x);
    if (reading) points_.emplace(x, std::move(*reading));
    return reading.has_value();
}

bool Search::tighten(Edge edge) {
    for (Bracket now = bracket(edge); !close(now, edge); now = bracket(edge))
        if (!visit(axis_.between(*now.good, *now.bad))) return false;
    return true;
}

bool Search::run() {
    if (!visit(axis_.from) || !visit(axis_.to)) return false;
    if (!good_end()) return true;
    if (!tighten(Edge::value)) return false;
    // One replication has no interval.
    const bool intervals = points_.at(*bracket(Edge::value).good).low.has_value();
    return !intervals || (tighten(Edge::low) && tighten(Edge::high));
}

std::optional<std::pair<double, double>> Search::contradiction() const {
    if (!good_end()) return std::nullopt;
    const std::vector<double> order = from_good_end();
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t k = i + 1; k < order.size(); ++k) {
            const Reading &nearer = points_.at(order[i]), &farther = points_.at(order[k]);
            if (nearer.low && farther.high && *nearer.low > *farther.high) return std::pair{order[i], order[k]};
        }
    return std::nullopt;
}

}  // namespace p2c::cli
