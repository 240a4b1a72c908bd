#include "clients.h"

#include <algorithm>

namespace p2c::fleet {

namespace {

/// Calls of a request that have draws of their own.
constexpr std::uint64_t numbers = 64;  // 4 in each of 16 attempts

}  // namespace

Clients::Clients(const Settings& settings, std::unique_ptr<Law> service)
    : state(settings),
      rules_(settings.resilience),
      warm_(settings.warm),
      service_(std::move(service)),
      latencies_(settings.resilience.quantile),
      machines_(settings.machines) {}

void Clients::begin(std::uint64_t seed, std::uint64_t replication) {
    state.begin(seed, replication);
    sizes_ = Stream(seed, replication, Purpose::second_size);
    backoffs_ = Stream(seed, replication, Purpose::backoff);
    idempotents_ = Stream(seed, replication, Purpose::idempotent);
    service_->begin(Stream(seed, replication, Purpose::size));
    requests_.clear();
    free_.clear();
    timers_.clear();
    latencies_.clear();
    tokens_ = rules_.burst;
    books_ = {};
    kept_ = {};
}

std::uint32_t Clients::open(std::uint64_t index, double now, double size, std::uint32_t dispatcher) {
    ++books_.requests;
    if (rules_.burst < Resilience::never) tokens_ = std::min(rules_.burst, tokens_ + rules_.budget);
    if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(requests_.size()));
        requests_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    Request& r = requests_[slot];
    const std::uint32_t life = r.life;
    r = Request{};
    r.index = index;
    r.arrival = now;
    r.size = size;
    r.dispatcher = dispatcher;
    r.life = life;
    r.idempotent = rules_.idempotent >= 1 || unit(idempotents_.word(index)) < rules_.idempotent;
    if (rules_.patience < Resilience::never) set_timer(slot, now + rules_.patience, Alarm::give_up);
    return slot;
}

/// Copies draw their own sizes, unless it is the request that is large.
double Clients::size_of(const Request& r, std::uint32_t number) {
    if (number == 0 || rules_.size_shared) return r.size;
    double size = 0;
    service_->fill(sizes_, r.index * numbers + number, 1, &size);
    return size;
}

void Clients::send(std::uint32_t slot, std::uint32_t replica, std::uint32_t known_as, double now, Recorder& recorder) {
    Request& r = requests_[slot];
    const std::uint32_t number = r.sent++;
    const double size = size_of(r, number) * machines_.slowness(replica);
    const std::uint32_t id = state.make({slot, replica, known_as, r.dispatcher, number, r.index, now, size, 0, 0, 0, false, false, false});
    ++books_.calls;
    if (number > 0 && keeps(r)) ++kept_.extra;
    if (r.sent_now++ > 0 && !r.hedged) {
        r.hedged = true;
        if (keeps(r)) ++kept_.hedged;
    }
    if (state.arrive(id, now)) {
        r.calls[r.open++] = id;
        plan_hedge(slot, now);
        untie(now);
        return;
    }
    ++books_.lost;
    state.forget(id);
    if (r.open == 0) missed(slot, now, false, recorder);
}

void Clients::set_timer(std::uint32_t slot, double time, Alarm what) {
    timers_.set({time, 0, slot, requests_[slot].life, requests_[slot].attempt, what});
}

/// The timer of the next call of this attempt.
void Clients::plan_hedge(std::uint32_t slot, double now) {
    const Request& r = requests_[slot];
    const std::uint32_t most = rules_.hedge == Hedge::tied ? 2 : rules_.calls;
    if (rules_.hedge == Hedge::never || !r.idempotent || r.sent_now >= most) return;
    if (rules_.hedge == Hedge::quantile && !latencies_.known()) return;
    set_timer(slot, now + (rules_.hedge == Hedge::quantile ? latencies_.value() : rules_.after), Alarm::hedge);
}

/// A token for a call beyond the first.
bool Clients::affords() {
    if (rules_.burst == Resilience::never) return true;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
}

bool Clients::may_hedge(const Request& r) {
    if (r.open == 0) return false;
    if (rules_.hedge == Hedge::tied && state.call(r.calls[0]).serving) return false;
    return affords();
}

std::uint32_t Clients::ring(Recorder& recorder) {
    const Timer timer = timers_.take();
    Request& r = requests_[timer.request];
    if (timer.life != r.life || r.closed) return nobody;
    switch (timer.what) {
        case Alarm::give_up: give_up(timer.request, timer.time, recorder); return nobody;
        case Alarm::hedge: return timer.attempt == r.attempt && may_hedge(r) ? timer.request : nobody;
        case Alarm::retry: r.sent_now = 0; return timer.request;
    }
    return nobody;
}

/// Of tied calls, the first to start takes the others out of their queues.
void Clients::untie(double now) {
    std::vector<std::uint32_t>& started = state.started();
    if (rules_.hedge != Hedge::tied) return started.clear();
    while (!started.empty()) {
        const std::uint32_t id = started.back();
        started.pop_back();
        const std::uint32_t slot = state.call(id).request;
        Request& r = requests_[slot];
        for (std::uint32_t k = r.open; k-- > 0;) {
            const std::uint32_t other = r.calls[k];
            if (other == id || state.call(other).serving) continue;
            ++books_.cancelled;
            detach(other);
            state.cancel(other, now);
        }
    }
}

/// A call is no longer one of its request's.
void Clients::detach(std::uint32_t id) {
    Request& r = requests_[state.call(id).request];
    const auto end = r.calls.begin() + r.open;
    const auto here = std::find(r.calls.begin(), end, id);
    std::copy(here + 1, end, here);
    --r.open;
}

/// Counts what a call has had of its replica, by now.
void Clients::served(const Call& call, double now) {
    if (!call.serving || !keeps(requests_[call.request])) return;
    kept_.served += tick(now) - tick(call.started);
}

void Clients::happen(Recorder& recorder) {
    const double now = state.time();
    const CallState::Ended ended = state.happen();
    const Call call = state.call(ended.id);
    Request& r = requests_[call.request];
    detach(ended.id);
    served(call, now);
    state.forget(ended.id);
    ++(ended.how == End::expired ? books_.lost : books_.completed);
    if (!r.closed) {
        if (ended.how == End::answered) {
            answer(call.request, call, now, recorder);
        } else if (r.open == 0) {
            missed(call.request, now, ended.how == End::failed, recorder);
        }
    }
    release(call.request);
    untie(now);
}

void Clients::answer(std::uint32_t slot, const Call& call, double now, Recorder& recorder) {
    Request& r = requests_[slot];
    const double wait = call.started - r.arrival;
    recorder.record(r.index, wait, call.time);
    if (rules_.hedge == Hedge::quantile) latencies_.add(wait + call.time);
    r.closed = true;
    ++books_.answered;
    if (keeps(r)) {
        ++kept_.answered;
        kept_.useful += tick(now) - tick(call.started);
    }
    if (rules_.cancel != Cancel::none) take_back(slot, now, rules_.cancel == Cancel::service);
}

/// All calls of an attempt have failed or been dropped.
void Clients::missed(std::uint32_t slot, double now, bool failed, Recorder& recorder) {
    Request& r = requests_[slot];
    if (r.attempt + 1 < rules_.attempts && affords()) {
        double wait = rules_.backoff;
        for (std::uint32_t k = 0; k < r.attempt; ++k) wait *= rules_.growth;
        ++r.attempt;
        wait *= 1 - rules_.jitter * (1 - unit(backoffs_.word(r.index, r.attempt)));
        return set_timer(slot, now + wait, Alarm::retry);
    }
    r.closed = true;
    recorder.lose(r.index);
    ++(failed ? books_.failed : books_.dropped);
    if (keeps(r)) ++(failed ? kept_.failed : kept_.dropped);
    release(slot);
}

void Clients::give_up(std::uint32_t slot, double now, Recorder& recorder) {
    Request& r = requests_[slot];
    r.closed = true;
    recorder.lose(r.index);
    ++books_.abandoned;
    if (keeps(r)) ++kept_.abandoned;
    if (rules_.patience_cancels) take_back(slot, now, true);
    release(slot);
    untie(now);
}

/// Cancels what is still open of a request, in service or not.
void Clients::take_back(std::uint32_t slot, double now, bool in_service) {
    Request& r = requests_[slot];
    for (std::uint32_t k = r.open; k-- > 0;) {
        const std::uint32_t id = r.calls[k];
        if (state.call(id).serving && !in_service) continue;
        ++books_.cancelled;
        served(state.call(id), now);
        detach(id);
        state.cancel(id, now);
    }
}

void Clients::fail(std::uint32_t i, double now, Recorder& recorder) {
    while (state.count(i) > 0) {
        const std::uint32_t id = state.some_call(i);
        const std::uint32_t slot = state.call(id).request;
        served(state.call(id), now);
        detach(id);
        state.cancel(id, now);
        ++books_.lost;
        if (!requests_[slot].closed && requests_[slot].open == 0) {
            missed(slot, now, true, recorder);
        } else {
            release(slot);
        }
    }
    untie(now);
}

/// A closed request's slot is free once nothing of it is left.
void Clients::release(std::uint32_t slot) {
    Request& r = requests_[slot];
    if (!r.closed || r.open > 0) return;
    ++r.life;
    r.closed = false;  // a slot is released once
    r.open = 0;
    free_.push_back(slot);
}

}  // namespace p2c::fleet
