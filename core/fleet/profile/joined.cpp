#include "joined.h"

#include <algorithm>

#include "base/special.h"

namespace p2c::fleet {

JoinedLoads::JoinedLoads(std::vector<double> joined) : joined_(std::move(joined)) {
    for (const double x : joined_) total_ += x;
}

double JoinedLoads::mean_wait() const {
    double sum = 0;
    for (std::size_t k = 1; k < joined_.size(); ++k) sum += static_cast<double>(k) * joined_[k];
    return total_ > 0 ? sum / total_ : 0;
}

/// k services take longer than t if fewer than k end by then: P(Poisson(t) < k).
double JoinedLoads::beyond(double t, std::size_t own) const {
    const std::size_t most = joined_.size();  // no request waits for more services than this
    std::vector<double> ended(most + 1);
    const std::size_t middle = t < static_cast<double>(most) ? static_cast<std::size_t>(t) : most;
    ended[middle] = det::poisson(static_cast<double>(middle), t);
    for (std::size_t k = middle; k > 0; --k) ended[k - 1] = ended[k] * static_cast<double>(k) / t;
    for (std::size_t k = middle; k < most; ++k) ended[k + 1] = ended[k] * t / static_cast<double>(k + 1);
    double fewer = 0;
    double sum = 0;
    if (own == 1) fewer = ended[0];
    for (std::size_t k = 0; k < most; ++k) {
        sum += joined_[k] * fewer;
        fewer += ended[k + own];
    }
    return total_ > 0 ? std::min(1.0, sum / total_) : 0;
}

double JoinedLoads::quantile(double p, std::size_t own) const {
    if (total_ <= 0 || (own == 0 && 1 - joined_[0] / total_ <= 1 - p)) return 0;
    double high = 1;
    while (beyond(high, own) > 1 - p) high *= 2;
    double low = 0;
    for (int i = 0; i < 60 && high - low > 1e-13 * high; ++i) {
        const double middle = low + (high - low) / 2;
        (beyond(middle, own) > 1 - p ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace p2c::fleet
