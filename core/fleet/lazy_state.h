// The lazy engine's replicas. First come first served and without cancelling, a request's completion is known as soon
// as it is sent; a replica is a sorted ring of completion times, and what has passed is dropped when it is looked at.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/math.h"
#include "levels.h"
#include "recorder.h"
#include "settings.h"

namespace p2c::fleet {

class LazyState {
public:
    explicit LazyState(const Settings& s) : workers_(s.workers), losses_(s.losses), lossy_(s.losses.any()), replicas_(s.replicas) {}

    void begin() {
        for (Replica& r : replicas_) {
            r.head = r.count = 0;
            r.busy = 0;
            r.first = r.ring[0] = never;
        }
        levels_.clear();
    }

    /// Nothing happens between looks.
    void advance(double, Recorder&) {}

    /// Lets leave who has completed at replica i.
    [[gnu::always_inline]] void look(std::uint32_t i, double now) { expire(replicas_[i], now); }

    [[gnu::always_inline]] double load(std::uint32_t i, double now, Signal signal) {
        Replica& r = replicas_[i];
        expire(r, now);
        if (signal == Signal::in_flight) return r.count;
        if (r.count < workers_) return 0;
        return signal == Signal::waiting ? r.count - workers_ : r.at(r.count - workers_) - now;
    }

    /// Request `index` of this size joins replica i, or is lost.
    [[gnu::always_inline]] void arrive(std::uint32_t i, double now, double size, std::uint64_t index, Recorder& recorder) {
        Replica& r = replicas_[i];
        if (r.first <= now) [[unlikely]] expire(r, now);  // nearly always it has just been looked at
        // It starts when all but workers − 1 of those before it have left.
        const double start = r.count < workers_ ? now : r.at(r.count - workers_);
        if (lossy_ && turned_away(r.count, start - now)) return recorder.lose(index);
        const double done = start + size;
        r.insert(done);
        r.busy += tick(done) - tick(start);
        levels_.rise(r.count, now);
        recorder.record(index, start - now, size);
    }

    void drain(Recorder&) { settle(std::numeric_limits<double>::max()); }

    /// Brings all replicas to the present, so that counts can be read.
    void settle(double now) {
        for (Replica& r : replicas_) expire(r, now);
    }
    std::uint32_t count(std::uint32_t i) const { return replicas_[i].count; }
    std::uint32_t in_service(std::uint32_t i) const {
        return replicas_[i].count < workers_ ? replicas_[i].count : workers_;
    }
    Levels& levels() { return levels_; }

    /// Ticks that the workers of replica i have served up to this time, to which it is settled: all that was begun or will be
    /// by those who wait, without what is still to come. Who waits starts when the next but c completes, so that of the
    /// starts and completions after `now` only those of the last c completions are left over.
    std::uint64_t busy(std::uint32_t i, double now) const {
        const Replica& r = replicas_[i];
        std::uint64_t ticks = r.busy;
        for (std::uint32_t k = r.count - in_service(i); k < r.count; ++k) ticks -= tick(r.at(k)) - tick(now);
        return ticks;
    }

private:
    bool turned_away(std::uint32_t count, double wait) const {
        return (count >= workers_ && count - workers_ >= losses_.most_waiting) || wait > losses_.deadline;
    }

    static constexpr double never = std::numeric_limits<double>::infinity();

    struct Replica {
        double first = never;  ///< earliest completion
        std::uint32_t head = 0;
        std::uint32_t count = 0;
        std::uint32_t mask = 15;
        std::uint64_t busy = 0;  ///< ticks of service, those still to come included
        std::unique_ptr<double[]> ring = std::make_unique<double[]>(mask + 1);  // a power of two; `never` follows the last

        double at(std::uint32_t k) const { return ring[(head + k) & mask]; }

        [[gnu::always_inline]] void insert(double time) {
            if (count == mask) [[unlikely]] grow();
            std::uint32_t k = count++;
            ring[(head + count) & mask] = never;
            // With one worker completions are in order already; with c, at most c − 1 move.
            for (; k > 0 && at(k - 1) > time; --k) ring[(head + k) & mask] = at(k - 1);
            ring[(head + k) & mask] = time;
            first = time < first ? time : first;
        }

        [[gnu::noinline]] void grow() {
            auto larger = std::make_unique<double[]>(2 * mask + 2);
            for (std::uint32_t k = 0; k < count; ++k) larger[k] = at(k);
            ring = std::move(larger);
            mask = 2 * mask + 1;
            head = 0;
        }
    };

    /// Whether one has left since the last look is a coin toss, which a branch would mispredict half of the time: the
    /// first is arithmetic, on the bits of the times, which are in their order. More than one is rare.
    [[gnu::always_inline]] void expire(Replica& r, double now) {
        const double* const ring = r.ring.get();
        const std::uint64_t first = det::to_bits(r.first);
        const std::int64_t over = static_cast<std::int64_t>(first - det::to_bits(now) - 1) >> 63;  // all ones if it has left
        levels_.fall(r.count, det::from_bits(first & static_cast<std::uint64_t>(over)));
        r.head -= static_cast<std::uint32_t>(over);
        r.count += static_cast<std::uint32_t>(over);
        r.first = ring[r.head & r.mask];
        while (r.first <= now) [[unlikely]] {
            levels_.fall(r.count--, r.first);
            r.first = ring[++r.head & r.mask];
        }
    }

    std::uint32_t workers_;
    Losses losses_;
    bool lossy_;
    std::vector<Replica> replicas_;
    Levels levels_;
};

}  // namespace p2c::fleet
