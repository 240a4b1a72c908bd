#include "clients.h"

#include <algorithm>

namespace p2c::fleet {

namespace {

/// Calls of a request that have draws of their own.
constexpr std::uint64_t numbers = 64;  // 4 in each of 16 attempts

}  // namespace

Clients::Clients(const Settings& settings, std::unique_ptr<Law> service, const Keys& keys)
    : state(settings, !keys.distinct()),
      watch(settings.health, static_cast<std::uint32_t>(settings.replicas)),
      rules_(settings.resilience),
      warm_(settings.warm),
      service_(std::move(service)),
      latencies_(settings.resilience.quantile),
      machines_(settings.machines),
      keys_(keys) {}

void Clients::begin(std::uint64_t seed, std::uint64_t replication) {
    state.begin(seed, replication);
    keys_.begin(seed, replication);
    watch.begin();
    sizes_ = Stream(seed, replication, Purpose::second_size);
    backoffs_ = Stream(seed, replication, Purpose::backoff);
    idempotents_ = Stream(seed, replication, Purpose::idempotent);
    first_stream_ = Stream(seed, replication, Purpose::size);
    service_->begin(first_stream_);
    users_.clear();
    leaves_.clear();
    leaf_slots_.clear();
    free_users_.clear();
    free_.clear();
    leaf_latencies_.clear();
    timers_.clear();
    latencies_.clear();
    tokens_ = rules_.burst;
    books_ = {};
    kept_ = {};
}

std::uint32_t Clients::open(std::uint64_t index, double now, std::uint32_t dispatcher) {
    ++books_.requests;
    if (free_users_.empty()) {
        free_users_.push_back(static_cast<std::uint32_t>(users_.size()));
        users_.emplace_back();
        leaf_slots_.resize(users_.size() * rules_.leaves);
    }
    const std::uint32_t user = free_users_.back();
    free_users_.pop_back();
    User& u = users_[user];
    u = {index, now, dispatcher, u.life, 0, 0, false};
    if (rules_.patience < Resilience::never) timers_.set({now + rules_.patience, 0, user, u.life, 0, Alarm::give_up});
    return user;
}

std::uint32_t Clients::open_leaf(std::uint32_t user, std::uint32_t j, double size) {
    const User& u = users_[user];
    if (rules_.burst < Resilience::never) tokens_ = std::min(rules_.burst, tokens_ + rules_.budget);
    if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(leaves_.size()));
        leaves_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    Leaf& r = leaves_[slot];
    const std::uint32_t life = r.life;
    r = Leaf{};
    r.index = u.index * rules_.leaves + j;
    r.arrival = u.arrival;
    r.size = size;
    r.user = user;
    r.dispatcher = u.dispatcher;
    r.life = life;
    r.kept = u.index >= warm_;
    r.idempotent = rules_.idempotent >= 1 || unit(idempotents_.word(r.index)) < rules_.idempotent;
    leaf_slots_[static_cast<std::size_t>(user) * rules_.leaves + j] = slot;
    return slot;
}

double Clients::first_size(std::uint64_t leaf) {
    const std::uint64_t k = leaf & (block - 1);
    if (k == 0) service_->fill(first_stream_, leaf, block, first_sizes_.data());
    return first_sizes_[k];
}

/// Copies draw their own sizes, unless it is the request that is large.
double Clients::size_of(const Leaf& r, std::uint32_t number) {
    if (number == 0 || rules_.size_shared) return r.size;
    double size = 0;
    service_->fill(sizes_, r.index * numbers + number, 1, &size);
    return size;
}

void Clients::send(std::uint32_t slot, std::uint32_t replica, std::uint32_t known_as, double now, Recorder& recorder) {
    Leaf& r = leaves_[slot];
    const std::uint32_t number = r.sent++;
    const double size = size_of(r, number) * machines_.slowness(replica);
    const std::uint32_t key = keys_.distinct() ? 0 : keys_.of(r.index);
    const std::uint32_t id = state.make({slot, replica, known_as, r.dispatcher, number, key, r.kept, r.index, now, size, 0, 0, 0, false, false, false});
    ++books_.calls;
    if (number > 0 && r.kept) ++kept_.extra;
    if (r.sent_now++ > 0 && !r.hedged) {
        r.hedged = true;
        if (r.kept) ++kept_.hedged;
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
    timers_.set({time, 0, slot, leaves_[slot].life, leaves_[slot].attempt, what});
}

/// The timer of the next call of this attempt.
void Clients::plan_hedge(std::uint32_t slot, double now) {
    const Leaf& r = leaves_[slot];
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

bool Clients::may_hedge(const Leaf& r) {
    if (r.open == 0) return false;
    if (rules_.hedge == Hedge::tied && state.call(r.calls[0]).serving) return false;
    return affords();
}

std::uint32_t Clients::ring(Recorder& recorder) {
    const Timer timer = timers_.take();
    if (timer.what == Alarm::give_up) {
        const User& u = users_[timer.owner];
        if (timer.life == u.life && !u.closed) give_up(timer.owner, timer.time, recorder);
        return nobody;
    }
    Leaf& r = leaves_[timer.owner];
    if (timer.life != r.life || r.closed || timer.attempt != r.attempt) return nobody;
    if (timer.what == Alarm::hedge) return may_hedge(r) ? timer.owner : nobody;
    r.sent_now = 0;
    return timer.owner;
}

/// Of tied calls, the first to start takes the others out of their queues.
void Clients::untie(double now) {
    std::vector<std::uint32_t>& started = state.started();
    if (rules_.hedge != Hedge::tied) return started.clear();
    while (!started.empty()) {
        const std::uint32_t id = started.back();
        started.pop_back();
        const std::uint32_t slot = state.call(id).request;
        Leaf& r = leaves_[slot];
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
    Leaf& r = leaves_[state.call(id).request];
    const auto end = r.calls.begin() + r.open;
    const auto here = std::find(r.calls.begin(), end, id);
    std::copy(here + 1, end, here);
    --r.open;
}

/// Counts what a call has had of its replica, by now.
void Clients::served(const Call& call, double now) {
    if (!call.serving || !leaves_[call.request].kept) return;
    kept_.served += tick(now) - tick(call.started);
}

void Clients::happen(Recorder& recorder) {
    const double now = state.time();
    const CallState::Ended ended = state.happen();
    const Call call = state.call(ended.id);
    Leaf& r = leaves_[call.request];
    detach(ended.id);
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

void Clients::answer(std::uint32_t slot, const Call& call, double now, Recorder& recorder) {
    Leaf& r = leaves_[slot];
    const double wait = call.started - r.arrival;
    if (rules_.hedge == Hedge::quantile) latencies_.add(wait + call.time);
    r.closed = true;
    if (r.kept) {
        leaf_latencies_.add(wait + call.time);
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

/// A request has an answer, or will have none; its leaves that are open are not waited for.
void Clients::close_user(std::uint32_t user, double now, Cancel cancel) {
    User& u = users_[user];
    u.closed = true;
    ++u.life;
    free_users_.push_back(user);
    for (std::uint32_t j = 0; rules_.leaves > 1 && j < rules_.leaves; ++j) {
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
    if (r.attempt + 1 < rules_.attempts && affords()) {
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
        if (!leaves_[slot].closed && leaves_[slot].open == 0) {
            missed(slot, now, true, recorder);
        } else {
            release(slot);
        }
    }
    untie(now);
}

/// A closed leaf's slot is free once nothing of it is left.
void Clients::release(std::uint32_t slot) {
    Leaf& r = leaves_[slot];
    if (!r.closed || r.open > 0 || r.index == Leaf::none) return;
    ++r.life;
    r.index = Leaf::none;  // a slot is released once
    free_.push_back(slot);
}

}  // namespace p2c::fleet
