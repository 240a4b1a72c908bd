// The event queue's replicas: every completion is an event, in order of time. Slower than the lazy engine and independent
// of its reasoning; the two give the same bits, which is how each is checked against the other. An observer is told of
// every change: what dispatchers see of the replicas later follows from that.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "agenda.h"
#include "levels.h"
#include "recorder.h"
#include "settings.h"

namespace p2c::fleet {

/// Nobody listens. An observer that times answers has requests recorded when they are answered, not when they start.
struct Unobserved {
    static constexpr bool times_answers = false;
    template <class State> void sent(std::uint32_t, std::uint32_t, double, State&) {}
    template <class State> void left(std::uint32_t, std::uint32_t, double, bool, State&) {}
};

template <class Observer = Unobserved> class EventState {
public:
    explicit EventState(const Settings& s, Observer observer = {})
        : observer(std::move(observer)),
          workers_(s.workers),
          losses_(s.losses),
          lossy_(s.losses.any()),
          patience_(s.losses.at_expiry ? s.losses.deadline : Agenda::never),
          impatient_(patience_ < Agenda::never),
          replicas_(s.replicas),
          agenda_(s.replicas) {}

    void begin() {
        for (Replica& r : replicas_) {
            r.serving.clear();
            r.head = r.waiting = 0;
            r.busy = 0;
        }
        agenda_.clear();
        levels_.clear();
    }

    /// Processes all that happens up to and including this time.
    void advance(double now, Recorder& recorder) {
        while (agenda_.time() <= now) happen(recorder);
    }

    double load(std::uint32_t i, double now, Signal signal) const {
        const Replica& r = replicas_[i];
        if (signal == Signal::in_flight) return count(i);
        if (signal == Signal::waiting) return r.waiting;
        if (signal == Signal::outstanding) return outstanding(r, now);
        return in_service(i) < workers_ ? 0 : next_start(r) - now;
    }

    /// When a request that joins replica i would start; before all time while a worker is free.
    double free_at(std::uint32_t i) const { return in_service(i) < workers_ ? -Agenda::never : next_start(replicas_[i]); }

    /// Latency of the request that was answered last, where the observer asks for it.
    double answered_latency() const { return answered_latency_; }

    /// Request `index` of this size joins replica i, or is lost.
    void arrive(std::uint32_t i, double now, double size, std::uint64_t index, Recorder& recorder, std::uint32_t dispatcher = 0) {
        Replica& r = replicas_[i];
        if (in_service(i) < workers_) {
            r.serving.emplace_back();
            start(r, now, {now, size, index, dispatcher}, recorder);
            plan(i);
        } else if (lossy_ && turned_away(r, now)) {
            return recorder.lose(index);
        } else {
            r.push({now, size, index, dispatcher});
            if (impatient_) plan(i);
        }
        levels_.rise(count(i), now);
        observer.sent(i, dispatcher, now, *this);
    }

    void drain(Recorder& recorder) {
        while (agenda_.time() < Agenda::never) happen(recorder);
    }

    /// Replica i fails: all that it has is lost. Only where requests are recorded when they are answered.
    void fail(std::uint32_t i, double now, Recorder& recorder) {
        Replica& r = replicas_[i];
        while (count(i) > 0) {
            levels_.fall(count(i), now);
            std::uint32_t dispatcher = 0;
            if (r.waiting > 0) {
                const Request gone = r.pop();
                dispatcher = gone.dispatcher;
                recorder.lose(gone.index);
            } else {
                const Serving cut = r.serving.back();
                r.serving.pop_back();
                r.busy -= tick(cut.done) - tick(now);
                dispatcher = cut.dispatcher;
                if constexpr (Observer::times_answers) recorder.lose(cut.index);
            }
            observer.left(i, dispatcher, now, false, *this);
        }
        plan(i);
    }

    void settle(double) {}
    std::uint32_t count(std::uint32_t i) const { return in_service(i) + replicas_[i].waiting; }
    std::uint32_t in_service(std::uint32_t i) const { return static_cast<std::uint32_t>(replicas_[i].serving.size()); }
    Levels& levels() { return levels_; }

    /// Ticks that the workers of replica i have served up to this time, to which the state has advanced.
    std::uint64_t busy(std::uint32_t i, double now) const {
        std::uint64_t ticks = replicas_[i].busy;
        for (const Serving& s : replicas_[i].serving) ticks -= tick(s.done) - tick(now);
        return ticks;
    }

    Observer observer;

private:
    struct Request {
        double arrival, size;
        std::uint64_t index;
        std::uint32_t dispatcher;
    };

    struct Untimed {
        double done;
        std::uint32_t dispatcher;
    };
    struct Timed : Untimed {
        double wait, size;
        std::uint64_t index;
    };
    using Serving = std::conditional_t<Observer::times_answers, Timed, Untimed>;

    struct Replica {
        std::vector<Serving> serving;  ///< completion times of the requests in service, the earliest last
        std::vector<Request> ring = std::vector<Request>(16);  ///< those waiting, a power of two
        std::uint32_t head = 0;
        std::uint32_t waiting = 0;
        std::uint64_t busy = 0;  ///< ticks of the services that have started

        double next() const { return serving.empty() ? Agenda::never : serving.back().done; }

        /// Its place is the last but for those that are done earlier.
        [[gnu::always_inline]] void serve_last(const Serving& request) {
            std::size_t k = serving.size() - 1;
            for (; k > 0 && serving[k - 1].done < request.done; --k) serving[k] = serving[k - 1];
            serving[k] = request;
        }

        const Request& at(std::uint32_t k) const { return ring[(head + k) & (ring.size() - 1)]; }

        [[gnu::always_inline]] void push(const Request& request) {
            if (waiting == ring.size()) [[unlikely]] grow();
            ring[(head + waiting++) & (ring.size() - 1)] = request;
        }

        [[gnu::noinline]] void grow() {
            std::vector<Request> larger(2 * ring.size());
            for (std::uint32_t k = 0; k < waiting; ++k) larger[k] = at(k);
            ring.swap(larger);
            head = 0;
        }

        [[gnu::always_inline]] Request pop() {
            const Request first = at(0);
            ++head;
            --waiting;
            return first;
        }
    };

    bool turned_away(const Replica& r, double now) const {
        if (r.waiting >= losses_.most_waiting) return true;
        return losses_.deadline < Agenda::never && !losses_.at_expiry && next_start(r) - now > losses_.deadline;
    }

    /// A worker, the last of those that serve, begins with a request.
    [[gnu::always_inline]] void start(Replica& r, double now, const Request& request, Recorder& recorder) {
        if constexpr (Observer::times_answers) {
            r.serve_last({{now + request.size, request.dispatcher}, now - request.arrival, request.size, request.index});
        } else {
            r.serve_last({now + request.size, request.dispatcher});
            recorder.record(request.index, now - request.arrival, request.size);
        }
        r.busy += tick(now + request.size) - tick(now);
    }

    /// When the first of those waiting gives up. All wait equally long, so nobody behind it does earlier.
    double expiry(const Replica& r) const { return r.waiting > 0 ? r.at(0).arrival + patience_ : Agenda::never; }

    [[gnu::always_inline]] void plan(std::uint32_t i) {
        const Replica& r = replicas_[i];
        agenda_.set(i, impatient_ ? std::min(r.next(), expiry(r)) : r.next());
    }

    void happen(Recorder& recorder) {
        const std::uint32_t i = agenda_.replica();
        const double now = agenda_.time();
        Replica& r = replicas_[i];
        levels_.fall(count(i), now);
        std::uint32_t dispatcher = 0;
        // Who is served at the very moment at which patience ends has not waited too long.
        const bool answered = !impatient_ || r.next() <= now;
        if (answered) {
            dispatcher = r.serving.back().dispatcher;
            if constexpr (Observer::times_answers) {
                const Serving& s = r.serving.back();
                answered_latency_ = s.wait + s.size;
                recorder.record(s.index, s.wait, s.size);
            }
            if (r.waiting > 0) {
                start(r, now, r.pop(), recorder);
            } else {
                r.serving.pop_back();
            }
        } else {
            const Request gone = r.pop();
            dispatcher = gone.dispatcher;
            recorder.lose(gone.index);
        }
        plan(i);
        observer.left(i, dispatcher, now, answered, *this);
    }

    /// What is left of all requests over what is served at once; in the order in which next_start() adds, so that with one
    /// worker the two are the same.
    double outstanding(const Replica& r, double now) const {
        double sum = 0;
        for (const Serving& s : r.serving) sum += s.done;
        for (std::uint32_t k = 0; k < r.waiting; ++k) sum += r.at(k).size;
        return r.serving.empty() ? 0 : (sum - static_cast<double>(r.serving.size()) * now) / workers_;
    }

    /// When a request that arrives now would start: follows all that wait, in order, but for those that give up before.
    double next_start(const Replica& r) const {
        std::vector<double>& free = scratch_;
        free.clear();
        for (const Serving& s : r.serving) free.push_back(s.done);
        for (std::uint32_t k = 0; k < r.waiting; ++k) {
            double& first = *std::min_element(free.begin(), free.end());
            if (first <= r.at(k).arrival + patience_) first += r.at(k).size;
        }
        return *std::min_element(free.begin(), free.end());
    }

    std::uint32_t workers_;
    Losses losses_;
    bool lossy_;
    double patience_;  ///< how long a request waits before it gives up
    bool impatient_;   ///< it does
    std::vector<Replica> replicas_;
    Agenda agenda_;
    Levels levels_;
    double answered_latency_ = 0;
    mutable std::vector<double> scratch_;
};

}  // namespace p2c::fleet
