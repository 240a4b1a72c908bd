#include "call_state_hot.h"

namespace p2c::fleet {

CallState::CallState(const Settings& s, bool keyed)
    : observer(s, false),
      faults(s.resilience),
      workers_(s.workers),
      losses_(s.losses),
      lossy_(s.losses.any()),
      tied_(s.resilience.hedge == Hedge::tied),
      told_(s.information.age != Age::fresh || s.information.sees == Sees::own || s.information.signal == Signal::latency),
      plain_(s.resilience.fault == FaultKind::none && s.health.entries == 0),
      patience_(s.losses.at_expiry ? s.losses.deadline : Agenda::never),
      replicas_(s.replicas),
      counts_(s.replicas),
      busy_(s.replicas),
      agenda_(static_cast<std::uint32_t>(s.replicas)),
      caches_(s.health.entries > 0 ? s.replicas : 0, LruCache(s.health.entries)),
      hit_cost_(s.health.hit),
      keyed_(keyed) {}

void CallState::begin(std::uint64_t seed, std::uint64_t replication) {
    for (Replica& r : replicas_) {
        r.serving.clear();
        r.head = r.length = r.waiting = 0;
    }
    counts_.assign(counts_.size(), 0);
    busy_.assign(busy_.size(), 0);
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

void CallState::Replica::grow() {
    std::vector<std::uint32_t> larger(2 * ring.size());
    for (std::uint32_t k = 0; k < length; ++k) larger[k] = at(k);
    ring.swap(larger);
    head = 0;
}

double CallState::other_load(std::uint32_t i, double now, Signal signal) const {
    if (signal == Signal::waiting) return replicas_[i].waiting;
    if (signal == Signal::outstanding) return outstanding(i, now);
    return in_service(i) < workers_ ? 0 : next_start(i) - now;
}

std::uint64_t CallState::busy(std::uint32_t i, double now) const {
    std::uint64_t ticks = busy_[i];
    for (const std::uint32_t id : replicas_[i].serving) ticks -= tick(calls_[id].done) - tick(now);
    return ticks;
}

void CallState::cancel(std::uint32_t id, double now) {
    Call& c = calls_[id];
    const std::uint32_t i = c.replica;
    Replica& r = replicas_[i];
    levels_.fall(counts_[i]--, now);
    if (c.serving()) {
        r.serving.erase(std::find(r.serving.begin(), r.serving.end(), id));
        busy_[i] -= tick(c.done) - tick(now);
        fill(i, now);
        forget(id);
    } else {
        c.stage = Call::Stage::gone;  // forgotten when its place comes up
        --r.waiting;
        prune(r);
    }
    plan(i);
    leave(id, now, false);
}

/// How long a call that starts now is in service, by what its replica has in its cache and what is wrong; whether it fails.
double CallState::in_service_for(Call& c) {
    double size = c.time;
    if (!caches_.empty()) {
        const bool hit = keyed_ && caches_[c.replica].touch(c.key);
        if (hit) size *= hit_cost_;
        lookups_ += c.kept;
        hits_ += c.kept && hit;
    }
    const Outcome outcome = faults.start(c.replica, size, c.index, c.number);
    c.fails = outcome.fails;
    return outcome.time;
}

/// The first place of a queue is never that of a call that is gone.
void CallState::drop_gone(Replica& r) {
    while (r.length > 0 && calls_[r.at(0)].stage == Call::Stage::gone) {
        forget(r.at(0));
        ++r.head;
        --r.length;
    }
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
        if (c.stage == Call::Stage::gone) continue;
        double& first = *std::min_element(free.begin(), free.end());
        if (first <= c.sent + patience_) first += c.time * faults.slowing(i);
    }
    return *std::min_element(free.begin(), free.end());
}

/// What is left of all calls over what is served at once.
double CallState::outstanding(std::uint32_t i, double now) const {
    const Replica& r = replicas_[i];
    double sum = 0;
    for (const std::uint32_t id : r.serving) sum += calls_[id].done;
    for (std::uint32_t k = 0; k < r.length; ++k)
        if (calls_[r.at(k)].stage != Call::Stage::gone) sum += calls_[r.at(k)].time * faults.slowing(i);
    return r.serving.empty() ? 0 : (sum - static_cast<double>(r.serving.size()) * now) / workers_;
}

}  // namespace p2c::fleet
