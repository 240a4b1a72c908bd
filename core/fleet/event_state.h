// The event queue's replicas: every completion is an event, ordered by (time, sequence). Slower than the lazy engine
// and independent of its reasoning; the two give the same bits, which is how each is checked against the other.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "levels.h"
#include "model/information.h"
#include "recorder.h"

namespace p2c::fleet {

class EventState {
public:
    EventState(std::uint32_t replicas, std::uint32_t workers) : workers_(workers), replicas_(replicas) {}

    void begin() {
        for (Replica& r : replicas_) {
            r.serving.clear();
            r.head = r.waiting = 0;
        }
        events_.clear();
        sequence_ = 0;
        levels_.clear();
    }

    /// Processes all completions up to and including this time.
    void advance(double now, Recorder& recorder) {
        while (!events_.empty() && events_.front().time <= now) complete(recorder);
    }

    double load(std::uint32_t i, double now, Signal signal) const {
        const Replica& r = replicas_[i];
        if (signal == Signal::in_flight) return count(i);
        if (signal == Signal::waiting) return r.waiting;
        return in_service(i) < workers_ ? 0 : next_start(r) - now;
    }

    void arrive(std::uint32_t i, double now, double size, std::uint64_t index, Recorder& recorder) {
        Replica& r = replicas_[i];
        if (in_service(i) < workers_) {
            start(i, now, {now, size, index}, recorder);
        } else {
            r.push({now, size, index});
        }
        levels_.rise(count(i), now);
    }

    void drain(Recorder& recorder) {
        while (!events_.empty()) complete(recorder);
    }

    void settle(double) {}
    std::uint32_t count(std::uint32_t i) const { return in_service(i) + replicas_[i].waiting; }
    std::uint32_t in_service(std::uint32_t i) const { return static_cast<std::uint32_t>(replicas_[i].serving.size()); }
    Levels& levels() { return levels_; }

private:
    struct Request {
        double arrival, size;
        std::uint64_t index;
    };

    struct Replica {
        std::vector<double> serving;  ///< completion times of the requests in service
        std::vector<Request> ring = std::vector<Request>(16);  ///< those waiting, a power of two
        std::uint32_t head = 0;
        std::uint32_t waiting = 0;

        const Request& at(std::uint32_t k) const { return ring[(head + k) & (ring.size() - 1)]; }

        void push(const Request& request) {
            if (waiting == ring.size()) {
                std::vector<Request> larger(2 * ring.size());
                for (std::uint32_t k = 0; k < waiting; ++k) larger[k] = at(k);
                ring.swap(larger);
                head = 0;
            }
            ring[(head + waiting++) & (ring.size() - 1)] = request;
        }

        Request pop() {
            const Request first = at(0);
            ++head;
            --waiting;
            return first;
        }
    };

    struct Event {
        double time;
        std::uint64_t sequence;
        std::uint32_t replica;
    };

    static bool later(const Event& a, const Event& b) {
        return a.time > b.time || (a.time == b.time && a.sequence > b.sequence);
    }

    void start(std::uint32_t i, double now, const Request& request, Recorder& recorder) {
        const double done = now + request.size;
        replicas_[i].serving.push_back(done);
        events_.push_back({done, sequence_++, i});
        std::push_heap(events_.begin(), events_.end(), later);
        recorder.record(request.index, now - request.arrival, request.size);
    }

    void complete(Recorder& recorder) {
        std::pop_heap(events_.begin(), events_.end(), later);
        const Event event = events_.back();
        events_.pop_back();
        Replica& r = replicas_[event.replica];
        levels_.fall(count(event.replica), event.time);
        std::erase_if(r.serving, [&, found = false](double t) mutable { return !found && (found = t == event.time); });
        if (r.waiting > 0) start(event.replica, event.time, r.pop(), recorder);
    }

    /// When a request that arrives now would start: follows all that wait, in order.
    double next_start(const Replica& r) const {
        std::vector<double>& free = scratch_;
        free.assign(r.serving.begin(), r.serving.end());
        for (std::uint32_t k = 0; k < r.waiting; ++k) *std::min_element(free.begin(), free.end()) += r.at(k).size;
        return *std::min_element(free.begin(), free.end());
    }

    std::uint32_t workers_;
    std::vector<Replica> replicas_;
    std::vector<Event> events_;  ///< a heap, earliest first
    std::uint64_t sequence_ = 0;
    Levels levels_;
    mutable std::vector<double> scratch_;
};

}  // namespace p2c::fleet
