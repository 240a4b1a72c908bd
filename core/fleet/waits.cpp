#include "waits.h"

#include <vector>

#include "base/math.h"

namespace p2c::fleet {

namespace {

constexpr std::size_t points = 2048;

/// Probabilities of the multiples of `step` when each rest of a size goes to the nearest.
std::vector<double> rest_of_size(const Law& service, double step) {
    std::vector<double> out(points);
    double below = 0;
    for (std::size_t j = 0; j < points; ++j) {
        const double next = service.limited_mean((static_cast<double>(j) + 0.5) * step);
        out[j] = next - below;
        below = next;
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
    double guess = mg1_mean_wait(load, service.cv2());
    for (int tries = 0; tries < 60; ++tries) {
        const double step = guess / (points / 2);
        const auto found = reach(rest_of_size(service, step), load, p);
        if (found && *found > points / 8) return *found * step;
        guess = found ? step * (*found > 1 ? *found : 1) : guess * 8;
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
