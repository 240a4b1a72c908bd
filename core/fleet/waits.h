// Waits in a single queue with one worker, first come first served: exact values, by formula or numerically. Times are
// in mean service times.
#pragma once
#include <functional>
#include <optional>

#include "model/law.h"

namespace p2c::fleet {

/// Mean wait of M/G/1 (Pollaczek and Khinchine).
double mg1_mean_wait(double load, double cv2);

/// Quantile p of the wait in M/G/1; 0 when fewer than 1 − p wait at all. The wait is a geometric number of independent
/// rests of sizes, added up (Beneš 1957); the sum is made on a lattice, and beyond it where the tail falls exponentially.
/// Errors are about 1e-5 relative, and below 1e-3 for laws of enormous variance. Nothing if no lattice will do.
std::optional<double> mg1_wait_quantile(const Law& service, double load, double p);

/// Mean wait where batches find a Poisson process and a queue gets a Binomial(size, share) part of each, at once.
double batch_mean_wait(double load, double cv2, double size, double share);

/// Wait of GI/M/1: exponential with rate 1 − delayed, with probability `delayed`; 0 otherwise.
struct DelayedWait {
    double delayed;
    double mean() const { return delayed / (1 - delayed); }
    double quantile(double p) const;
};

/// `transform(s)` = E e^(−s·gap), gaps of mean 1/load.
DelayedWait gim1_wait(const std::function<double(double)>& transform);

}  // namespace p2c::fleet
