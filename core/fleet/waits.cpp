#include "waits.h"

#include <vector>

#include "base/math.h"

namespace p2c::fleet {

namespace {

constexpr std::size_t points = 2048;

/// Mean over [x, x + width] of the distribution function of a rest, by Simpson's rule on so many panels.
double mean_over(const Law& service, double x, double width, int panels) {
    const double step = width / panels;
    double sum = 0;
    double left = service.limited_mean(x);
    for (int k = 0; k < panels; ++k) {
        const double right = service.limited_mean(x + (k + 1) * step);
        sum += left + 4 * service.limited_mean(x + (k + 0.5) * step) + right;
        left = right;
    }
    return sum / (6 * panels);
}

/// Probabilities of the multiples of `step` when each rest of a size is shared between its two neighbours so that the
/// mean stays what it is (Gerber 1982): close to capacity nothing matters more than the mean.
std::vector<double> rest_of_size(const Law& service, double step) {
    std::vector<double> out(points);
    double before = 0;
    for (std::size_t j = 0; j < points; ++j) {
        // On a coarse lattice the first cells hold most of the law.
        const double mean = mean_over(service, static_cast<double>(j) * step, step, j < 8 ? 16 : 1);
        out[j] = mean - before;
        before = mean;
    }
    return out;
}

/// Where a tail 1 − sums that falls exponentially beyond the lattice comes down to 1 − p, in steps. Nothing when the last
/// two quarters do not fall alike.
std::optional<double> beyond(const std::vector<double>& sums, double p) {
    const auto fall = [&](std::size_t from, std::size_t to) { return det::log((1 - sums[from]) / (1 - sums[to])); };
    const std::size_t last = sums.size() - 1;
    const std::size_t quarter = sums.size() / 4;
    if (sums[last] >= 1 - 1e-9) return std::nullopt;
    const double third = fall(last - 2 * quarter, last - quarter);
    const double fourth = fall(last - quarter, last);
    if (!(fourth > 0) || third > fourth * (1 + 1e-5) || third < fourth * (1 - 1e-5)) return std::nullopt;
    return static_cast<double>(last) + 0.5 +
           det::log((1 - sums[last]) / (1 - p)) / fourth * static_cast<double>(quarter);
}

/// Where the wait's distribution function reaches p, in steps; nothing when that cannot be told from this lattice.
std::optional<double> reach(const std::vector<double>& rest, double load, double p) {
    const double scale = 1 / (1 - load * rest[0]);
    std::vector<double> wait{(1 - load) * scale};
    std::vector<double> sums{wait[0]};  // up to the middle between a point and the next
    double below = 1 - load;            // the distribution function at 0 itself
    for (std::size_t j = 0;; ++j) {
        // The mass of point j is spread evenly over its step; that of point 0, without the atom, over half of one.
        if (sums[j] >= p) {
            const double part = (p - below) / (sums[j] - below);
            return j == 0 ? part / 2 : static_cast<double>(j) - 0.5 + part;
        }
        if (j + 1 == points) return beyond(sums, p);
        double terms[4] = {0, 0, 0, 0};  // four chains of additions instead of one, which would have to wait for itself
        for (std::size_t k = 1; k <= j + 1; ++k) terms[k & 3] += rest[k] * wait[j + 1 - k];
        wait.push_back(load * scale * ((terms[0] + terms[1]) + (terms[2] + terms[3])));
        below = sums[j];
        sums.push_back(below + wait.back());
    }
}

}  // namespace

double mg1_mean_wait(double load, double cv2) { return load * (1 + cv2) / (2 * (1 - load)); }

std::optional<double> mg1_wait_quantile(const Law& service, double load, double p) {
    if (p <= 1 - load) return 0;
    // As if the wait were exponential, but fine enough for a rest of mean size; then by what the lattice says, until the
    // quantile lies in its further half or beyond.
    const double mean_rest = (1 + service.cv2()) / 2;
    double step = mg1_mean_wait(load, service.cv2()) * det::log(load / (1 - p)) / (0.8 * points);
    if (step > mean_rest / 16) step = mean_rest / 16;
    for (int tries = 0; tries < 60; ++tries) {
        const auto found = reach(rest_of_size(service, step), load, p);
        if (found && *found > 0.5 * points) return *found * step;
        step *= found ? (*found > 1 ? *found : 1) / (0.8 * points) : 2;
    }
    return std::nullopt;
}

double batch_mean_wait(double load, double cv2, double size, double share) {
    const double others = (size - 1) * share;  // of the same batch at the same queue, beside a given request
    return mg1_mean_wait(load, cv2 + others) + others / 2;
}

double DelayedWait::quantile(double p) const {
    return delayed <= 1 - p ? 0 : det::log(delayed / (1 - p)) / (1 - delayed);
}

DelayedWait gim1_wait(const std::function<double(double)>& transform) {
    // The root below 1 of σ = transform(1 − σ), by bisection on 1 − σ, which keeps its digits near capacity. The right side
    // lies above the left at σ = 0 and below it between the root and 1.
    double low = 0;
    double high = 1;
    for (int i = 0; i < 200 && high - low > 1e-16 * high; ++i) {
        const double middle = low + (high - low) / 2;
        (1 - transform(middle) > middle ? low : high) = middle;
    }
    return {1 - (low + high) / 2};
}

}  // namespace p2c::fleet
