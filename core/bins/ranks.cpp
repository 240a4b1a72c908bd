#include "ranks.h"

namespace p2c::bins {

/// Levels below the emptiest bin are forgotten once they are most of the room.
void Ranks::make_room() {
    if (bottom_ > 256 && 2 * bottom_ > top_) {
        at_least_.erase(at_least_.begin(), at_least_.begin() + bottom_);
        base_ += bottom_;
        top_ -= bottom_;
        bottom_ = 0;
    }
    at_least_.resize(2 * static_cast<std::size_t>(top_) + 64, 0);
}

Levels Ranks::levels() const {
    std::vector<Count> counts;
    for (int k = bottom_; k <= top_; ++k) counts.push_back(at_least(k) - (k < top_ ? at_least(k + 1) : 0));
    Levels out;
    out.assign(balls(bottom_), counts);
    return out;
}

}  // namespace p2c::bins
