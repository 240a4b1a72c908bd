// From a configuration to the process that simulates it on load profiles, and why there may be none.
#pragma once
#include <memory>
#include <string>

#include "base/json.h"
#include "process.h"

namespace p2c::bins {

/// A profile tells bins apart by their load only, so it can stand for the bins if nothing else does: balls of weight 1,
/// equal bins, no graph. Empty if it can, else the reason, as the middle of a sentence.
std::string why_not_profile(const Json& config);

/// The same for many balls at a time.
std::string why_not_batched(const Json& config);

/// How the batched engine works on a configuration that it can simulate.
struct Batching {
    double looks = 1;          ///< of a ball
    bool in_one_draw = false;  ///< a whole stretch of balls costs no more than a few
};
Batching batching_of(const Json& config);

/// Ball by ball, where why_not_profile has nothing to say.
std::unique_ptr<Process> make_ball_by_ball(const Json& config);

/// Many balls at a time, where why_not_batched has nothing to say. `batch`: balls per batch, for tests; 0: the best.
std::unique_ptr<Process> make_batched(const Json& config, Count batch = 0);

}  // namespace p2c::bins
