#include "call_state.h"

#include <algorithm>

namespace p2c::fleet {

CallState::CallState(const Settings& s, bool keyed)
    : observer(s, false),
      faults(s.resilience),
      workers_(s.workers),
      losses_(s.losses),
      patience_(s.losses.at_expiry ? s.losses.deadline : Agenda::never),
      replicas_(s.replicas),
      agenda_(static_cast<std::uint32_t>(s.replicas)),
      caches_(s.health.entries > 0 ? s.replicas : 0, LruCache(s.health.entries)),
      hit_cost_(s.health.hit),
      keyed_(keyed) {}

void CallState::begin(std::uint64_t seed, std::uint64_t replication) {
    for (Replica& r : replicas_) {
        r.serving.clear();
        r.head = r.length = r.waiting = 0;
        r.busy = 0;
    }
    calls_.clear();
    free_.clear();
    started_.clear();
    agenda_.clear();
    levels_.clear();
    present_ = lookups_ = hits_ = 0;
    for (LruCache& cache : caches_) cache.clear();
    observer.begin(seed, replication);
    faults.begin(seed, replication);
}

void CallState::Replica::push(std::uint32_t id) {
    if (length == ring.size()) {
        std::vector<std::uint32_t> larger(2 * ring.size());
        for (std::uint32_t k = 0; k < length; ++k) larger[k] = at(k);
        ring.swap(larger);
        head = 0;
    }
    ring[(head + length++) & (ring.size() - 1)] = id;
    ++waiting;
}

double CallState::other_load(std::uint32_t i, double now, Signal signal) const {
    if (signal == Signal::waiting) return replicas_[i].waiting;
    if (signal == Signal::outstanding) return outstanding(i, now);
    return in_service(i) < workers_ ? 0 : next_start(i) - now;
}

std::uint64_t CallState::busy(std::uint32_t i, double now) const {
    std::uint64_t ticks = replicas_[i].busy;
    for (const std::uint32_t id : replicas_[i].serving) ticks -= tick(calls_[id].done) - tick(now);
    return ticks;
}

std::uint32_t CallState::make(const Call& call) {
    if (free_.empty()) {
        calls_.push_back(call);
        return static_cast<std::uint32_t>(calls_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    calls_[id] = call;
    return id;
}

bool CallState::arrive(std::uint32_t id, double now) {
    Call& c = calls_[id];
    const std::uint32_t i = c.replica;
    if (in_service(i) < workers_) {
        start(i, id, now);
        plan(i);
    } else if (losses_.any() && turned_away(i, now)) {
        return false;
    } else {
        replicas_[i].push(id);
        if (patience_ < Agenda::never) plan(i);
    }
    ++present_;
    levels_.rise(count(i), now);
    observer.sent(i, c.dispatcher, now, *this);
    return true;
}

void CallState::cancel(std::uint32_t id, double now) {
    Call& c = calls_[id];
    const std::uint32_t i = c.replica;
    Replica& r = replicas_[i];
    levels_.fall(count(i), now);
    if (c.serving) {
        r.serving.erase(std::find(r.serving.begin(), r.serving.end(), id));
        r.busy -= tick(c.done) - tick(now);
        fill(i, now);
        forget(id);
    } else {
        c.gone = true;  // forgotten when its place comes up
        --r.waiting;
        prune(r);
    }
    plan(i);
    leave(id, now, false);
}

CallState::Ended CallState::happen() {
    const std::uint32_t i = agenda_.replica();
    const double now = agenda_.time();
    Replica& r = replicas_[i];
    levels_.fall(count(i), now);
    // Who is served at the very moment at which patience ends has not waited too long.
    const bool served = next_done(r) <= now;
    const std::uint32_t id = served ? r.serving.back() : r.at(0);
    const Call& c = calls_[id];
    if (served) {
        answered_latency_ = (c.started - c.sent) + c.time;
        r.serving.pop_back();
        fill(i, now);
    } else {
        ++r.head;
        --r.length;
        --r.waiting;
        prune(r);
    }
    plan(i);
    leave(id, now, served);
    return {id, !served ? End::expired : calls_[id].fails ? End::failed : End::answered};
}

void CallState::leave(std::uint32_t id, double now, bool answered) {
    --present_;
    observer.left(calls_[id].replica, calls_[id].dispatcher, now, answered, *this);
}

void CallState::start(std::uint32_t i, std::uint32_t id, double now) {
    Call& c = calls_[id];
    Replica& r = replicas_[i];
    double size = c.size;
    if (!caches_.empty()) {
        const bool hit = keyed_ && caches_[i].touch(c.key);
        if (hit) size *= hit_cost_;
        lookups_ += c.kept;
        hits_ += c.kept && hit;
    }
    const Outcome outcome = faults.start(i, size, c.index, c.number);
    c.serving = true;
    c.fails = outcome.fails;
    c.started = now;
    c.time = outcome.time;
    c.done = now + outcome.time;
    r.serving.push_back(id);
    for (std::size_t k = r.serving.size() - 1; k > 0 && calls_[r.serving[k - 1]].done < c.done; --k) std::swap(r.serving[k - 1], r.serving[k]);
    r.busy += tick(c.done) - tick(now);
    started_.push_back(id);
}

/// A worker of replica i is free: the next in the queue starts.
void CallState::fill(std::uint32_t i, double now) {
    Replica& r = replicas_[i];
    if (r.length == 0) return;
    const std::uint32_t id = r.at(0);
    ++r.head;
    --r.length;
    --r.waiting;
    prune(r);
    start(i, id, now);
}

/// The first place of a queue is never that of a call that is gone.
void CallState::prune(Replica& r) {
    while (r.length > 0 && calls_[r.at(0)].gone) {
        forget(r.at(0));
        ++r.head;
        --r.length;
    }
}

void CallState::plan(std::uint32_t i) {
    const Replica& r = replicas_[i];
    agenda_.set(i, patience_ < Agenda::never ? std::min(next_done(r), expiry(r)) : next_done(r));
}

bool CallState::turned_away(std::uint32_t i, double now) const {
    if (replicas_[i].waiting >= losses_.most_waiting) return true;
    return losses_.deadline < Agenda::never && !losses_.at_expiry && next_start(i) - now > losses_.deadline;
}

double CallState::next_start(std::uint32_t i) const {
    std::vector<double>& free = scratch_;
    free.clear();
    const Replica& r = replicas_[i];
    for (const std::uint32_t id : r.serving) free.push_back(calls_[id].done);
    for (std::uint32_t k = 0; k < r.length; ++k) {
        const Call& c = calls_[r.at(k)];
        if (c.gone) continue;
        double& first = *std::min_element(free.begin(), free.end());
        if (first <= c.sent + patience_) first += c.size * faults.slowing(i);
    }
    return *std::min_element(free.begin(), free.end());
}

/// What is left of all calls over what is served at once.
double CallState::outstanding(std::uint32_t i, double now) const {
    const Replica& r = replicas_[i];
    double sum = 0;
    for (const std::uint32_t id : r.serving) sum += calls_[id].done;
    for (std::uint32_t k = 0; k < r.length; ++k)
        if (!calls_[r.at(k)].gone) sum += calls_[r.at(k)].size * faults.slowing(i);
    return r.serving.empty() ? 0 : (sum - static_cast<double>(r.serving.size()) * now) / workers_;
}

}  // namespace p2c::fleet
