// What clients do later: in order of time, and of two at one time the one that was set first. Most timers of a kind run equally
// long, so that they go off in the order in which they are set: those wait in line, the others in a heap.
#pragma once
#include <algorithm>
#include <array>
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

    bool before(const Timer& other) const { return time < other.time || (time == other.time && order < other.order); }
    /// The latest first, as the heaps of <algorithm> have it.
    bool operator<(const Timer& other) const { return other.before(*this); }
};

class Timers {
public:
    void clear() {
        heap_.clear();
        for (Line& line : lines_) line.head = line.length = 0;
        set_ = 0;
        time_ = Agenda::never;
    }
    void set(Timer timer) {
        timer.order = set_++;
        Line& line = lines_[static_cast<std::size_t>(timer.what)];
        if (line.length == 0 || timer.time >= line.at(line.length - 1).time) {
            line.push(timer);
        } else {
            heap_.push_back(timer);
            std::push_heap(heap_.begin(), heap_.end());
        }
        time_ = std::min(time_, timer.time);
    }
    double time() const { return time_; }
    Timer take() {
        Line* first = nullptr;
        for (Line& line : lines_)
            if (line.length > 0 && (first == nullptr || line.at(0).before(first->at(0)))) first = &line;
        Timer out;
        if (first == nullptr || (!heap_.empty() && heap_.front().before(first->at(0)))) {
            std::pop_heap(heap_.begin(), heap_.end());
            out = heap_.back();
            heap_.pop_back();
        } else {
            out = first->at(0);
            ++first->head;
            --first->length;
        }
        time_ = heap_.empty() ? Agenda::never : heap_.front().time;
        for (const Line& line : lines_)
            if (line.length > 0) time_ = std::min(time_, line.at(0).time);
        return out;
    }

private:
    struct Line {
        std::vector<Timer> ring = std::vector<Timer>(64);
        std::size_t head = 0, length = 0;

        const Timer& at(std::size_t k) const { return ring[(head + k) & (ring.size() - 1)]; }
        void push(const Timer& timer) {
            if (length == ring.size()) {
                std::vector<Timer> larger(2 * ring.size());
                for (std::size_t k = 0; k < length; ++k) larger[k] = at(k);
                ring.swap(larger);
                head = 0;
            }
            ring[(head + length++) & (ring.size() - 1)] = timer;
        }
    };

    std::array<Line, 3> lines_;  ///< by what they do
    std::vector<Timer> heap_;
    std::uint64_t set_ = 0;
    double time_ = Agenda::never;
};

}  // namespace p2c::fleet
