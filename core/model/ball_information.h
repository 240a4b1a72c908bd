// What a ball knows of the bins: how old the loads are that it compares, and how wrong.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "base/sampling.h"
#include "part.h"

namespace p2c {

/// The parameters of the group "information" of bins.
extern const Param ball_information_params[2];
Parts describe_freshness();
Parts describe_noise();

/// How old loads are.
struct Freshness {
    explicit Freshness(const Json& config);
    enum class Kind { fresh, batched, delayed } kind;
    std::uint64_t balls;  ///< of a batch, or of the delay
};

/// How wrong loads are.
class Noise {
public:
    explicit Noise(const Json& config);
    void begin(std::uint64_t seed, std::uint64_t replication) {
        stream_ = Stream(seed, replication, Purpose::noise);
        reads_ = 0;
    }

    /// A load as it is read; every reading has an error of its own.
    double read(double load) { return sigma_ > 0 ? load + sigma_ * normal(stream_, reads_++) : load; }

    /// Whether an adversary exchanges these two.
    bool misled(double a, double b) const { return (a < b ? b - a : a - b) <= margin_; }

private:
    Stream stream_;
    std::uint64_t reads_ = 0;
    double sigma_ = 0;
    double margin_ = -1;
};

}  // namespace p2c
