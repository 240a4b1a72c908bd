// What happens to every call at its replica, for the compiler to put into the client's code.
#pragma once
#include <algorithm>

#include "call_state.h"

namespace p2c::fleet {

inline std::uint32_t CallState::make() {
    if (free_.empty()) {
        calls_.emplace_back();
        return static_cast<std::uint32_t>(calls_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    return id;
}

[[gnu::always_inline]] inline bool CallState::arrive(std::uint32_t id, double now) {
    const std::uint32_t i = calls_[id].replica;
    if (in_service(i) < workers_) {
        start(i, id, now);
        plan(i);
        if (ahead_.any()) [[unlikely]] ahead_.forget(i);
    } else if (lossy_ && turned_away(i, now)) {
        return false;
    } else {
        replicas_[i].push(id);
        if (ahead_.any()) [[unlikely]] ahead_.joins(i, calls_[id].time);
        if (expires()) plan(i);
    }
    ++present_;
    levels_.rise(++counts_[i], now);
    if (told_) [[unlikely]] observer.sent(i, calls_[id].dispatcher, now, *this);
    return true;
}

[[gnu::always_inline]] inline CallState::Ended CallState::happen() {
    const std::uint32_t i = agenda_.replica();
    const double now = agenda_.time();
    Replica& r = replicas_[i];
    levels_.fall(counts_[i]--, now);
    // Who is served at the very moment at which patience ends has not waited too long.
    const bool served = !expires() || next_done(r) <= now;
    std::uint32_t id;
    if (served) {
        id = r.serving.back();
        const Call& c = calls_[id];
        answered_latency_ = (c.started - c.sent) + c.time;
        r.serving.pop_back();
        fill(i, now);
    } else {
        id = r.pop();
        prune(r);
    }
    plan(i);
    leave(id, now, served);
    return {id, !served ? End::expired : calls_[id].fails ? End::failed : End::answered};
}

[[gnu::always_inline]] inline void CallState::leave(std::uint32_t id, double now, bool answered) {
    --present_;
    if (told_) [[unlikely]] observer.left(calls_[id].replica, calls_[id].dispatcher, now, answered, *this);
}

[[gnu::always_inline]] inline void CallState::start(std::uint32_t i, std::uint32_t id, double now) {
    Call& c = calls_[id];
    Replica& r = replicas_[i];
    if (!plain_) [[unlikely]] c.time = in_service_for(c);
    c.stage = Call::Stage::served;
    c.started = now;
    c.done = now + c.time;
    busy_[i] += tick(c.done) - tick(now);
    r.serving.push_back(id);
    for (std::size_t k = r.serving.size() - 1; k > 0 && calls_[r.serving[k - 1]].done < c.done; --k) std::swap(r.serving[k - 1], r.serving[k]);
    if (tied_) started_.push_back(id);
}

/// A worker of replica i is free: the next in the queue starts.
[[gnu::always_inline]] inline void CallState::fill(std::uint32_t i, double now) {
    Replica& r = replicas_[i];
    if (r.length == 0) return;
    const std::uint32_t id = r.pop();
    prune(r);
    start(i, id, now);
}

[[gnu::always_inline]] inline void CallState::plan(std::uint32_t i) {
    const Replica& r = replicas_[i];
    agenda_.set(i, expires() ? std::min(next_done(r), expiry(r)) : next_done(r));
}

}  // namespace p2c::fleet
