// A process that is simulated on load profiles: what the profile and the batched engine drive.
#pragma once
#include "base/generator.h"
#include "levels.h"

namespace p2c::bins {

class Process {
public:
    virtual ~Process() = default;

    /// Empty bins.
    virtual void start() = 0;

    /// Throws about `budget` balls, at least one and at most `most`, and returns their number. Where it stops must not
    /// change what is drawn: batches are cut by `most` alone, which depends on the configuration only.
    virtual Count run(Generator& random, Count budget, Count most) = 0;

    /// All bins by load.
    virtual Levels levels() const = 0;

    /// Loads read by all balls so far.
    virtual double reads() const = 0;
};

}  // namespace p2c::bins
