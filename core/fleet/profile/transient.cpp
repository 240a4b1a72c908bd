#include "transient.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/special.h"

namespace p2c::fleet {

namespace {

/// P(Poisson(mean) = r), r = 0, 1, …, until nothing is left.
std::vector<double> poisson_weights(double mean) {
    const auto middle = static_cast<std::size_t>(mean);
    std::vector<double> p(static_cast<std::size_t>(mean + 12 * std::sqrt(mean)) + 31);
    p[middle] = det::poisson(static_cast<double>(middle), mean);
    for (std::size_t r = middle; r > 0; --r) p[r - 1] = p[r] * static_cast<double>(r) / mean;
    for (std::size_t r = middle; r + 1 < p.size(); ++r) p[r + 1] = p[r] * mean / static_cast<double>(r + 1);
    return p;
}

}  // namespace

Transient transient(std::size_t load, double rate, double time) {
    const double speed = rate + 1;
    const std::vector<double> jumps = poisson_weights(speed * time);
    std::vector<double> more(jumps.size() + 1, 0);  // P(at least r jumps)
    for (std::size_t r = jumps.size(); r-- > 0;) more[r] = more[r + 1] + jumps[r];
    const std::size_t low = load - std::min(load, jumps.size());
    const std::size_t size = load - low + jumps.size() + 1;
    Transient out{low, std::vector<double>(size), std::vector<double>(size)};
    std::vector<double> now(size + 1), next(size + 1);
    const std::size_t start = load - low;
    now[start] = 1;
    const double up = rate / speed;
    const double down = 1 / speed;
    for (std::size_t r = 0; r < jumps.size(); ++r) {
        const std::size_t from = start - std::min(start, r);
        const std::size_t to = start + r;  // loads that can be reached so far
        for (std::size_t k = from; k <= to; ++k) {
            out.after[k] += jumps[r] * now[k];
            out.spent[k] += more[r + 1] * now[k];
        }
        const std::size_t below = from == 0 ? 0 : from - 1;
        for (std::size_t k = below; k <= to + 1 && k < size; ++k) {
            const double fall = k + 1 <= to ? now[k + 1] * down : 0;
            const double rise = k > from ? now[k - 1] * up : 0;
            next[k] = fall + rise + (k == 0 && low == 0 ? now[0] * down : 0);
        }
        now.swap(next);
    }
    for (double& x : out.spent) x /= speed;
    return out;
}

/// A replica of the class between s and s' replicas of higher load is where the request goes with probability
/// (s(s−1)… − s'(s'−1)…)/(n(n−1)…) over s − s', written as a sum without cancellation.
std::vector<double> rates_by_load(const occupancy::Looks& looks, const std::vector<double>& counts, double load) {
    double n = 0;
    for (const double c : counts) n += c;
    const double step = looks.distinct ? 1 : 0;
    std::vector<double> rates;
    double s = n;
    for (const double here : counts) {
        const double higher = s - here;
        double sum = 0;
        for (int m = 0; m < looks.d; ++m) {
            double product = 1 / (n - m * step);
            for (int i = 0; i < looks.d; ++i)
                if (i != m) product *= ((i < m ? higher : s) - i * step) / (n - i * step);
            sum += product;
        }
        rates.push_back(here > 0 ? load * n * (looks.beta * sum + (1 - looks.beta) / n) : 0);
        s = higher;
    }
    return rates;
}

}  // namespace p2c::fleet
