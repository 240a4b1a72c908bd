// A process that is simulated on load profiles: what the profile and the batched engine drive.
#pragma once
#include <algorithm>

#include "base/generator.h"
#include "names.h"

namespace p2c::bins {

class Process {
public:
    virtual ~Process() = default;

    /// Empty bins.
    virtual void start() = 0;

    /// Throws about `budget` balls, at least one and at most `most`, and returns their number; in a time that does not
    /// grow with the balls that one draw stands for. Where it stops must not change what is drawn: batches are cut by
    /// `most` alone, which depends on the configuration only.
    virtual Count run(Generator& random, Count budget, Count most) = 0;

    /// All bins by load.
    virtual Levels levels() const = 0;

    /// Loads read by all balls so far.
    virtual double reads() const = 0;
};

/// A process in batches of balls, of a size fixed before anything of a batch is drawn.
class InBatches : public Process {
public:
    Count run(Generator& random, Count budget, Count most) final {
        Count done = 0;
        while (done < budget && done < most) done += batch(random, most - done);
        return done;
    }
    double reads() const final { return static_cast<double>(reads_); }

protected:
    /// `forced`: balls per batch; 0 for what is fastest.
    explicit InBatches(Count forced = 0) : forced_(forced) {}

    /// Throws one batch of at most `most` balls, and returns their number.
    virtual Count batch(Generator& random, Count most) = 0;

    Count batch_size(double fastest, Count most) const {
        return std::min(most, forced_ > 0 ? forced_ : std::max<Count>(1, static_cast<Count>(fastest)));
    }

    std::uint64_t reads_ = 0;

private:
    Count forced_;
};

}  // namespace p2c::bins
