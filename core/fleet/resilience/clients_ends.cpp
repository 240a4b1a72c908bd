// How calls, leaves and requests end.
#include <algorithm>

#include "clients.h"

namespace p2c::fleet {

/// Of tied calls, the first to start takes the others out of their queues.
void Clients::untie_started(double now) {
    std::vector<std::uint32_t>& started = state.started();
    while (!started.empty()) {
        const std::uint32_t id = started.back();
        started.pop_back();
        const std::uint32_t slot = state.call(id).request;
        Leaf& r = leaves_[slot];
        for (std::uint32_t k = r.open; k-- > 0;) {
            const std::uint32_t other = r.calls[k];
            if (other == id || state.call(other).serving()) continue;
            ++books_.cancelled;
            detach(r, other);
            state.cancel(other, now);
        }
    }
}

/// A call is no longer one of its request's.
void Clients::detach(Leaf& r, std::uint32_t id) {
    // All places, whether in use or not: which call it is cannot be foreseen, and a branch on it would be.
    std::uint32_t kept = 0;
#pragma GCC unroll 4
    for (std::uint32_t k = 0; k < Leaf::most_open; ++k) {
        r.calls[kept] = r.calls[k];
        kept += r.calls[k] != id;
    }
    --r.open;
}

/// Counts what a call has had of its replica, by now.
void Clients::served(const Call& call, double now) {
    if (!call.serving() || !call.kept) return;
    kept_.served += tick(now) - tick(call.started);
}

inline void Clients::answer(std::uint32_t slot, const Call& call, double now, Recorder& recorder) {
    Leaf& r = leaves_[slot];
    const double wait = call.started - r.arrival;
    if (rules_.hedge == Hedge::quantile) latencies_.add(wait + call.time);
    r.closed = true;
    if (r.kept) {
        if (rules_.leaves > 1) leaf_latencies_.add(wait + call.time);
        kept_.useful += tick(now) - tick(call.started);
    }
    if (rules_.cancel != Cancel::none) take_back(slot, now, rules_.cancel == Cancel::service);
    User& u = users_[r.user];
    if (++u.answered < rules_.leaves - rules_.spare) return;
    recorder.record(u.index, wait, call.time);
    ++books_.answered;
    if (r.kept) ++kept_.answered;
    close_user(r.user, now, rules_.leaf_cancel);
}

void Clients::happen(Recorder& recorder) {
    const double now = state.time();
    const CallState::Ended ended = state.happen();
    const Call& call = state.call(ended.id);  // still there when forgotten: nothing is sent meanwhile
    Leaf& r = leaves_[call.request];
    detach(r, ended.id);
    served(call, now);
    state.forget(ended.id);
    ++(ended.how == End::expired ? books_.lost : books_.completed);
    if (ended.how != End::expired) watch.answered(call.replica, now - call.sent, ended.how == End::failed, now);
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

/// The leaves of a request that are open are not waited for any more.
void Clients::close_leaves(std::uint32_t user, double now, Cancel cancel) {
    const User& u = users_[user];
    for (std::uint32_t j = 0; j < rules_.leaves; ++j) {
        const std::uint32_t slot = leaf_slots_[static_cast<std::size_t>(user) * rules_.leaves + j];
        Leaf& r = leaves_[slot];
        if (r.closed || r.user != user || r.index != u.index * rules_.leaves + j) continue;
        r.closed = true;
        if (cancel != Cancel::none) take_back(slot, now, cancel == Cancel::service);
        release(slot);
    }
}

/// All calls of an attempt have failed or been dropped.
void Clients::missed(std::uint32_t slot, double now, bool failed, Recorder& recorder) {
    Leaf& r = leaves_[slot];
    if (r.attempt + 1U < rules_.attempts && affords()) {
        double wait = rules_.backoff;
        for (std::uint32_t k = 0; k < r.attempt; ++k) wait *= rules_.growth;
        ++r.attempt;
        wait *= 1 - rules_.jitter * (1 - unit(backoffs_.word(r.index, r.attempt)));
        return set_timer(slot, now + wait, Alarm::retry);
    }
    r.closed = true;
    User& u = users_[r.user];
    if (++u.missed > rules_.spare) {
        recorder.lose(u.index);
        ++(failed ? books_.failed : books_.dropped);
        if (r.kept) ++(failed ? kept_.failed : kept_.dropped);
        close_user(r.user, now, rules_.leaf_cancel);
    }
    release(slot);
}

void Clients::give_up(std::uint32_t user, double now, Recorder& recorder) {
    const User& u = users_[user];
    recorder.lose(u.index);
    ++books_.abandoned;
    if (u.index >= warm_) ++kept_.abandoned;
    const Cancel cancel = rules_.patience_cancels ? Cancel::service : Cancel::none;
    if (rules_.leaves == 1) {
        const std::uint32_t slot = leaf_slots_[user];
        leaves_[slot].closed = true;
        if (rules_.patience_cancels) take_back(slot, now, true);
        release(slot);
    }
    close_user(user, now, cancel);
    untie(now);
}

/// Cancels what is still open of a leaf, in service or not.
void Clients::take_back(std::uint32_t slot, double now, bool in_service) {
    Leaf& r = leaves_[slot];
    for (std::uint32_t k = r.open; k-- > 0;) {
        const std::uint32_t id = r.calls[k];
        if (state.call(id).serving() && !in_service) continue;
        ++books_.cancelled;
        served(state.call(id), now);
        detach(r, id);
        state.cancel(id, now);
    }
}

void Clients::fail(std::uint32_t i, double now, Recorder& recorder) {
    while (state.count(i) > 0) {
        const std::uint32_t id = state.some_call(i);
        const std::uint32_t slot = state.call(id).request;
        served(state.call(id), now);
        detach(leaves_[slot], id);
        state.cancel(id, now);
        ++books_.lost;
        if (!leaves_[slot].closed && leaves_[slot].open == 0) {
            missed(slot, now, true, recorder);
        } else {
            release(slot);
        }
    }
    untie(now);
}

}  // namespace p2c::fleet
