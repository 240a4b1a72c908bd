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
    std::uint8_t attempt;   ///< that it belongs to
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
        for (double& first : first_) first = Agenda::never;
        set_ = 0;
        time_ = Agenda::never;
    }
    [[gnu::always_inline]] void set(Timer timer) {
        timer.order = set_++;
        auto k = static_cast<std::size_t>(timer.what);
        if (lines_[k].length == 0 || timer.time >= lines_[k].last().time) {
            lines_[k].push(timer);
        } else {
            k = heap;
            heap_.push_back(timer);
            std::push_heap(heap_.begin(), heap_.end());
        }
        first_[k] = std::min(first_[k], timer.time);
        time_ = std::min(time_, timer.time);
    }
    double time() const { return time_; }
    [[gnu::always_inline]] Timer take() {
        const std::size_t k = source();
        const Timer out = k == heap ? heap_.front() : lines_[k].at(0);
        if (k == heap) {
            std::pop_heap(heap_.begin(), heap_.end());
            heap_.pop_back();
            first_[k] = heap_.empty() ? Agenda::never : heap_.front().time;
        } else {
            lines_[k].pop();
            first_[k] = lines_[k].length == 0 ? Agenda::never : lines_[k].at(0).time;
        }
        time_ = std::min(std::min(first_[0], first_[1]), std::min(first_[2], first_[3]));
        return out;
    }

private:
    struct Line {
        std::vector<Timer> ring = std::vector<Timer>(64);
        std::size_t head = 0, length = 0;

        const Timer& at(std::size_t k) const { return ring[(head + k) & (ring.size() - 1)]; }
        const Timer& last() const { return at(length - 1); }
        void pop() {
            ++head;
            --length;
        }
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

    static constexpr std::size_t heap = 3;  ///< after the lines

    std::uint64_t first_order(std::size_t k) const { return k == heap ? heap_.front().order : lines_[k].at(0).order; }

    /// Where the first of all is.
    std::size_t source() const {
        std::size_t best = 0;
        while (first_[best] != time_) ++best;
        for (std::size_t k = best + 1; k <= heap; ++k)
            if (first_[k] == time_ && first_order(k) < first_order(best)) best = k;
        return best;
    }

    std::array<Line, heap> lines_;  ///< by what they do
    std::vector<Timer> heap_;
    double first_[heap + 1];        ///< times of the first of each, and of the heap
    std::uint64_t set_ = 0;
    double time_ = Agenda::never;
};

}  // namespace p2c::fleet
