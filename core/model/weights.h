// What a ball weighs. Every law has mean 1, so that loads compare with the number of balls.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "part.h"

namespace p2c {

class Weights {
public:
    explicit Weights(const Json& config);
    void begin(std::uint64_t seed, std::uint64_t replication) { stream_ = Stream(seed, replication, Purpose::weight); }
    bool unit_weights() const { return law_ == Law::unit; }

    /// Of ball `index`: a function of seed, replication and index alone.
    double weight(std::uint64_t index) const { return law_ == Law::unit ? 1 : drawn(index); }

private:
    enum class Law { unit, exponential, pareto, two_point };
    double drawn(std::uint64_t index) const;

    Law law_ = Law::unit;
    Stream stream_;
    double scale_ = 1;      ///< the lightest ball of two-point and Pareto weights
    double ratio_ = 1;      ///< the heaviest over the lightest
    double share_ = 0;      ///< of heavy balls
    double power_ = 0;      ///< −1/alpha
    double kept_ = 1;       ///< Pareto: 1 − max^−alpha, the part of the law below the bound
};

Parts describe_weights();

}  // namespace p2c
