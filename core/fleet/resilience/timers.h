// What clients do later: in order of time, and of two at one time the one that was set first.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "../agenda.h"

namespace p2c::fleet {

enum class Alarm : std::uint8_t { hedge, retry, give_up };

struct Timer {
    double time;
    std::uint64_t order;
    std::uint32_t owner;  ///< slot of the leaf, or, of who gives up, of the request
    std::uint32_t life;     ///< of the slot: a timer of who had it before is void
    std::uint32_t attempt;  ///< that it belongs to
    Alarm what;

    /// The latest first, as the heaps of <algorithm> have it.
    bool operator<(const Timer& other) const { return time > other.time || (time == other.time && order > other.order); }
};

class Timers {
public:
    void clear() {
        heap_.clear();
        set_ = 0;
    }
    void set(Timer timer) {
        timer.order = set_++;
        heap_.push_back(timer);
        std::push_heap(heap_.begin(), heap_.end());
    }
    double time() const { return heap_.empty() ? Agenda::never : heap_.front().time; }
    Timer take() {
        std::pop_heap(heap_.begin(), heap_.end());
        const Timer first = heap_.back();
        heap_.pop_back();
        return first;
    }

private:
    std::vector<Timer> heap_;
    std::uint64_t set_ = 0;
};

}  // namespace p2c::fleet
