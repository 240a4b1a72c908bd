#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace check {
namespace {

// Upper incomplete gamma function over gamma(a): a series below a + 1, a continued fraction above.
double gamma_upper(double a, double x) {
    if (x <= 0) return 1;
    const double scale = std::exp(-x + a * std::log(x) - std::lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (int n = 1; n < 10000 && term > sum * 1e-16; ++n) sum += term *= x / (a + n);
        return 1 - sum * scale;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, value = d;
    for (int n = 1; n < 10000; ++n) {
        const double step = -n * (n - a);
        b += 2;
        d = 1 / (step * d + b);
        c = b + step / c;
        value *= d * c;
        if (std::abs(d * c - 1) < 1e-15) break;
    }
    return value * scale;
}

using Cell = std::pair<double, double>;

// Neighbouring cells put together until each is large enough; what is left joins the last.
template <class Enough>
std::vector<Cell> pooled(const std::vector<Cell>& cells, Enough enough) {
    std::vector<Cell> result;
    Cell open{0, 0};
    for (const Cell& cell : cells) {
        open = {open.first + cell.first, open.second + cell.second};
        if (!enough(open)) continue;
        result.push_back(open);
        open = {0, 0};
    }
    if (result.empty()) return {open};
    result.back() = {result.back().first + open.first, result.back().second + open.second};
    return result;
}

double total(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values) sum += value;
    return sum;
}

}  // namespace

Estimate estimate(const std::vector<double>& values) {
    const double n = double(values.size());
    const double mean = total(values) / n;
    double squares = 0;
    for (double value : values) squares += (value - mean) * (value - mean);
    return {mean, std::sqrt(squares / (n - 1) / n)};
}

double deviation(const Estimate& found, double expected, double expected_error) {
    const double error = std::hypot(found.error, expected_error);
    if (error == 0) return found.mean == expected ? 0 : HUGE_VAL;
    return std::abs(found.mean - expected) / error;
}

double chi_square_tail(double statistic, double degrees) {
    return degrees <= 0 ? 1 : gamma_upper(degrees / 2, statistic / 2);
}

double fit(const std::vector<double>& counts, const std::vector<double>& probabilities) {
    const double n = total(counts);
    if (!(n > 0)) return 0;
    std::vector<Cell> cells(std::max(counts.size(), probabilities.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        cells[i] = {i < counts.size() ? counts[i] : 0, i < probabilities.size() ? n * probabilities[i] : 0};
        if (cells[i].first > 0 && cells[i].second <= 0) return 0;
    }
    double statistic = 0;
    cells = pooled(cells, [](const Cell& cell) { return cell.second >= 5; });
    for (const auto& [seen, expected] : cells) statistic += (seen - expected) * (seen - expected) / expected;
    return chi_square_tail(statistic, double(cells.size()) - 1);
}

double same_law(const std::vector<double>& first, const std::vector<double>& second) {
    const double n = total(first), m = total(second);
    if (!(n > 0) || !(m > 0)) return 0;
    std::vector<Cell> cells(std::max(first.size(), second.size()));
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = {i < first.size() ? first[i] : 0, i < second.size() ? second[i] : 0};
    double statistic = 0;
    cells = pooled(cells, [](const Cell& cell) { return cell.first + cell.second >= 10; });
    for (const auto& [a, b] : cells) {
        const double difference = a * std::sqrt(m / n) - b * std::sqrt(n / m);
        statistic += difference * difference / (a + b);
    }
    return chi_square_tail(statistic, double(cells.size()) - 1);
}

double fit_continuous(std::vector<double> sample, const std::function<double(double)>& distribution) {
    std::sort(sample.begin(), sample.end());
    const double n = double(sample.size());
    double distance = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const double f = distribution(sample[i]);
        distance = std::max({distance, f - double(i) / n, double(i + 1) / n - f});
    }
    const double x = (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)) * distance;
    if (x < 0.2) return 1;
    double tail = 0;
    for (int k = 1; k < 200; ++k) tail += (k % 2 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
    return std::clamp(tail, 0.0, 1.0);
}

double normal(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

}  // namespace check
