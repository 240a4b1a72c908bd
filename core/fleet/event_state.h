// The event queue's replicas: every completion is an event, in order of time. Slower than the lazy engine and independent
// of its reasoning; the two give the same bits, which is how each is checked against the other.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "agenda.h"
#include "levels.h"
#include "model/information.h"
#include "recorder.h"

namespace p2c::fleet {

class EventState {
public:
    EventState(std::uint32_t replicas, std::uint32_t workers) : workers_(workers), replicas_(replicas), agenda_(replicas) {}

    void begin() {
        for (Replica& r : replicas_) {
            r.serving.clear();
            r.head = r.waiting = 0;
        }
        agenda_.clear();
        levels_.clear();
    }

    /// Processes all completions up to and including this time.
    void advance(double now, Recorder& recorder) {
        while (agenda_.time() <= now) complete(recorder);
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
            agenda_.set(i, r.next());
        } else {
            r.push({now, size, index});
        }
        levels_.rise(count(i), now);
    }

    void drain(Recorder& recorder) {
        while (agenda_.time() < Agenda::never) complete(recorder);
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
        std::vector<double> serving;  ///< completion times of the requests in service, the earliest last
        std::vector<Request> ring = std::vector<Request>(16);  ///< those waiting, a power of two
        std::uint32_t head = 0;
        std::uint32_t waiting = 0;

        double next() const { return serving.empty() ? Agenda::never : serving.back(); }

        void serve(double done) {
            serving.push_back(done);
            for (std::size_t k = serving.size() - 1; k > 0 && serving[k - 1] < done; --k) std::swap(serving[k - 1], serving[k]);
        }

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

    void start(std::uint32_t i, double now, const Request& request, Recorder& recorder) {
        replicas_[i].serve(now + request.size);
        recorder.record(request.index, now - request.arrival, request.size);
    }

    void complete(Recorder& recorder) {
        const std::uint32_t i = agenda_.replica();
        const double now = agenda_.time();
        Replica& r = replicas_[i];
        levels_.fall(count(i), now);
        r.serving.pop_back();
        if (r.waiting > 0) start(i, now, r.pop(), recorder);
        agenda_.set(i, r.next());
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
    Agenda agenda_;
    Levels levels_;
    mutable std::vector<double> scratch_;
};

}  // namespace p2c::fleet
