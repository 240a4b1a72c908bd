// Random numbers with mean 1, drawn in blocks: one virtual call for hundreds of draws.
#pragma once
#include <cstdint>
#include <optional>

#include "base/rng.h"

namespace p2c {

/// The gaps between requests, or their sizes, in order.
class Sequence {
public:
    virtual ~Sequence() = default;

    /// Called before the first draws of a replication: a sequence with a memory forgets the last one's.
    virtual void begin(const Stream&) {}

    /// out[k] = the draw of index first + k. Blocks are asked for in order, without gap, from index 0 on.
    virtual void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) = 0;
};

/// Gaps. Dependent ones are allowed; their mean in the long run is 1.
class Gaps : public Sequence {
public:
    /// E e^(−s·gap), s ≥ 0, where gaps are independent and of one law whose transform is known.
    virtual std::optional<double> transform(double) const { return std::nullopt; }
};

/// A law of sizes. A draw is a pure function of stream and index.
class Law : public Sequence {
public:
    /// Whether different indices are independent.
    virtual bool independent() const { return true; }

    virtual double cv2() const = 0;           ///< variance / mean²
    virtual double cdf(double x) const = 0;   ///< P(size ≤ x), x ≥ 0

    /// E min(size, x), x ≥ 0: the distribution function of what is left of the size in service at a random moment.
    virtual double limited_mean(double x) const = 0;

    /// The smallest x with P(size ≤ x) ≥ p, 0 < p < 1. Here by bisection on cdf, to the last bits.
    virtual double quantile(double p) const;

    double median() const { return quantile(0.5); }
};

}  // namespace p2c
