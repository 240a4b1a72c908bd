// A law of positive random numbers with mean 1, drawn in blocks: one virtual call for hundreds of draws.
#pragma once
#include <cstdint>

#include "base/rng.h"

namespace p2c {

class Law {
public:
    virtual ~Law() = default;

    /// out[k] = the draw of index first + k.
    virtual void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) const = 0;

    virtual double median() const = 0;
    virtual double cv2() const = 0;  ///< variance / mean²
};

}  // namespace p2c
