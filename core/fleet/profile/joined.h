// What waits follow from when nobody is followed: a request that joins k others at a replica with one worker, exponential
// service and first come first served waits for k services and leaves after k + 1: Erlang laws, mixed by how many joined
// each load. Times are in mean service times.
#pragma once
#include <vector>

namespace p2c::fleet {

/// joined[k]: requests, or their expected number, that found k others.
class JoinedLoads {
public:
    explicit JoinedLoads(std::vector<double> joined);

    double mean_wait() const;

    /// P(wait > t) and P(latency > t), t > 0.
    double wait_beyond(double t) const { return beyond(t, 0); }
    double latency_beyond(double t) const { return beyond(t, 1); }

    /// Least t with P(wait > t) ≤ 1 − p, and the same for the latency.
    double wait_quantile(double p) const { return quantile(p, 0); }
    double latency_quantile(double p) const { return quantile(p, 1); }

private:
    double beyond(double t, std::size_t own) const;
    double quantile(double p, std::size_t own) const;

    std::vector<double> joined_;
    double total_ = 0;
};

}  // namespace p2c::fleet
