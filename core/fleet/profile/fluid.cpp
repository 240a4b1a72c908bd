#include "fluid.h"

#include <algorithm>

#include "transient.h"

namespace p2c::fleet {

namespace {

constexpr double negligible = 1e-13;  // share of replicas at a load that is not followed further
constexpr double longest = 20;
constexpr int most_phases = 2000;

/// One period: shares by load at its end, and the time that they spend at each load.
struct Phase {
    std::vector<double> after, spent;
};

void add(std::vector<double>& sum, const std::vector<double>& x, std::size_t first, double share) {
    if (sum.size() < first + x.size()) sum.resize(first + x.size(), 0);
    for (std::size_t k = 0; k < x.size(); ++k) sum[first + k] += share * x[k];
}

Phase phase(const occupancy::Looks& looks, const std::vector<double>& shares, double load, double period) {
    const std::vector<double> rates = rates_by_load(looks, shares, load);
    Phase out;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        if (shares[k] == 0) continue;
        const Transient t = transient(k, rates[k], period);
        add(out.after, t.after, t.first, shares[k]);
        add(out.spent, t.spent, t.first, shares[k]);
    }
    while (out.after.back() < negligible) out.after.pop_back();
    double all = 0;
    for (const double x : out.after) all += x;
    for (double& x : out.after) x /= all;
    return out;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
        const double x = (k < a.size() ? a[k] : 0) - (k < b.size() ? b[k] : 0);
        sum += x < 0 ? -x : x;
    }
    return sum;
}

}  // namespace

std::optional<FluidLimit> fluid_between_snapshots(occupancy::Looks looks, double load, double period) {
    if (period > longest) return std::nullopt;
    looks.distinct = false;  // no two looks meet among infinitely many
    std::vector<double> shares{1};
    for (int i = 0; i < most_phases; ++i) {
        const Phase now = phase(looks, shares, load, period);
        const bool still = distance(now.after, shares) < 1e-10;
        shares = now.after;
        if (!still) continue;
        FluidLimit limit{now.spent, 0};
        for (std::size_t k = limit.tail.size() - 1; k > 0; --k) limit.tail[k - 1] += limit.tail[k];
        for (double& x : limit.tail) x /= period;
        while (limit.tail.back() < 1e-12) limit.tail.pop_back();
        for (std::size_t k = limit.tail.size(); k-- > 1;) limit.wait += limit.tail[k];
        limit.wait = limit.wait / load - 1;  // Little
        return limit;
    }
    return std::nullopt;
}

}  // namespace p2c::fleet
