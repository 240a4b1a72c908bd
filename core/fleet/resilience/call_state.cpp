#include "call_state_hot.h"

namespace p2c::fleet {

namespace {

/// Whether something goes by when a queue ends. Those who leave it unserved are not followed from call to call.
bool looks_ahead(const Settings& s) {
    if (s.losses.at_expiry && s.losses.deadline < Agenda::never) return false;
    const Signal signal = s.information.signal;
    return signal == Signal::work || (signal == Signal::outstanding && s.workers == 1) || s.losses.deadline < Agenda::never;
}

}  // namespace

CallState::CallState(const Settings& s, bool keyed)
    : observer(s, false),
      faults(s.resilience),
      workers_(s.workers),
      losses_(s.losses),
      lossy_(s.losses.any()),
      tied_(s.resilience.hedge == Hedge::tied),
      told_(s.information.age != Age::fresh || s.information.sees == Sees::own || s.information.signal == Signal::latency),
      plain_(s.resilience.faults.empty() && s.health.entries == 0),
      patience_(s.losses.at_expiry ? s.losses.deadline : Agenda::never),
      replicas_(s.replicas),
      counts_(s.replicas),
      busy_(s.replicas),
      agenda_(static_cast<std::uint32_t>(s.replicas)),
      caches_(s.health.entries > 0 ? s.replicas : 0, LruCache(s.health.entries)),
      hit_cost_(s.health.hit),
      keyed_(keyed),
      ahead_(looks_ahead(s) ? s.replicas : 0, s.workers) {}

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
    ahead_.clear();
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
        if (ahead_.any()) ahead_.moves(i, now - c.done);
        fill(i, now);
        forget(id);
    } else {
        c.stage = Call::Stage::gone;  // forgotten when its place comes up
        --r.waiting;
        if (ahead_.any()) ahead_.quits(i, c.time);
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
    if (ahead_.any()) ahead_.starts(c.replica, c.time, outcome.time);
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

/// When a call that joins replica i, all of whose workers are busy, would start.
double CallState::next_start(std::uint32_t i) const {
    if (!ahead_.any()) {
        follow(i, scratch_);
        return *std::min_element(scratch_.begin(), scratch_.end());
    }
    const Replica& r = replicas_[i];
    const double slowing = faults.slowing(i);
    // With one worker what has been added and taken away again may differ in its last bits: only while something waits.
    if (!ahead_.knows(i, slowing) || (workers_ == 1 && r.waiting == 0)) follow(i, ahead_.learn(i, slowing));
    return std::max(ahead_.first(i), next_done(r));
}

/// When each worker of replica i, all of which are busy, will be free, after all that wait.
void CallState::follow(std::uint32_t i, std::vector<double>& free) const {
    free.clear();
    const Replica& r = replicas_[i];
    for (const std::uint32_t id : r.serving) free.push_back(calls_[id].done);
    for (std::uint32_t k = 0; k < r.length; ++k) {
        const Call& c = calls_[r.at(k)];
        if (c.stage == Call::Stage::gone) continue;
        double& first = *std::min_element(free.begin(), free.end());
        if (first <= c.sent + patience_) first += c.time * faults.slowing(i);
    }
}

/// What is left of all calls over what is served at once.
double CallState::outstanding(std::uint32_t i, double now) const {
    const Replica& r = replicas_[i];
    if (workers_ == 1 && ahead_.any()) return r.serving.empty() ? 0 : next_start(i) - now;
    double sum = 0;
    for (const std::uint32_t id : r.serving) sum += calls_[id].done;
    for (std::uint32_t k = 0; k < r.length; ++k)
        if (calls_[r.at(k)].stage != Call::Stage::gone) sum += calls_[r.at(k)].time * faults.slowing(i);
    return r.serving.empty() ? 0 : (sum - static_cast<double>(r.serving.size()) * now) / workers_;
}

}  // namespace p2c::fleet
