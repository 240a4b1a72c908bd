#include "waits.h"

#include <vector>

#include "base/math.h"

namespace p2c::fleet {

namespace {

constexpr std::size_t points = 2048;

/// Probabilities of the multiples of `step` when each rest of a size is shared between its two neighbours so that the
/// mean stays what it is (Gerber 1982): close to capacity nothing matters more than the mean.
std::vector<double> rest_of_size(const Law& service, double step) {
    std::vector<double> out(points);
    double before = 0;
    double left = 0;
    for (std::size_t j = 0; j < points; ++j) {
        // The mean of the distribution function over the cell to the right, by Simpson's rule.
        const double x = static_cast<double>(j) * step;
        const double right = service.limited_mean(x + step);
        const double mean = (left + 4 * service.limited_mean(x + 0.5 * step) + right) / 6;
        out[j] = mean - before;
        before = mean;
        left = right;
    }
    return out;
}

/// Where the wait's distribution function reaches p, in steps; nothing when that lies beyond the lattice.
std::optional<double> reach(const std::vector<double>& rest, double load, double p) {
    const double scale = 1 / (1 - load * rest[0]);
    std::vector<double> wait{(1 - load) * scale};
    double below = 1 - load;  // the distribution function at 0 itself
    double sum = wait[0];
    for (std::size_t j = 0;; ++j) {
        // The mass of point j is spread evenly over its step; that of point 0, without the atom, over half of one.
        if (sum >= p) {
            const double part = (p - below) / (sum - below);
            return j == 0 ? part / 2 : static_cast<double>(j) - 0.5 + part;
        }
        if (j + 1 == points) return std::nullopt;
        double terms[4] = {0, 0, 0, 0};  // four chains of additions instead of one, which would have to wait for itself
        for (std::size_t k = 1; k <= j + 1; ++k) terms[k & 3] += rest[k] * wait[j + 1 - k];
        wait.push_back(load * scale * ((terms[0] + terms[1]) + (terms[2] + terms[3])));
        below = sum;
        sum += wait.back();
    }
}

}  // namespace

double mg1_mean_wait(double load, double cv2) { return load * (1 + cv2) / (2 * (1 - load)); }

std::optional<double> mg1_wait_quantile(const Law& service, double load, double p) {
    if (p <= 1 - load) return 0;
    // As if the wait were exponential; then by what the lattice says, until the quantile lies in its further half.
    double guess = mg1_mean_wait(load, service.cv2()) * det::log(load / (1 - p));
    for (int tries = 0; tries < 60; ++tries) {
        const double step = guess / (0.8 * points);
        const auto found = reach(rest_of_size(service, step), load, p);
        if (found && *found > 0.5 * points) return *found * step;
        guess = found ? step * (*found > 1 ? *found : 1) : guess * 2;
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
