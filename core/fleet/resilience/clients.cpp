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
      most_calls_(rules_.hedge == Hedge::never ? 0 : rules_.hedge == Hedge::tied ? 2 : rules_.calls),
      keyed_(!keys.distinct()),
      warm_(settings.warm),
      service_(std::move(service)),
      latencies_(settings.resilience.quantile),
      earned_(static_cast<std::uint64_t>(settings.resilience.budget * static_cast<double>(token) + 0.5)),
      most_tokens_(settings.resilience.burst < Resilience::never ? static_cast<std::uint64_t>(settings.resilience.burst) * token : 0),
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
    tokens_ = most_tokens_;
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
    if (rules_.burst < Resilience::never) tokens_ = std::min(most_tokens_, tokens_ + earned_);
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

double Clients::further_size(const Leaf& r, std::uint32_t number) {
    double size = 0;
    service_->fill(sizes_, r.index * numbers + number, 1, &size);
    return size;
}

void Clients::send(std::uint32_t slot, std::uint32_t replica, std::uint32_t known_as, double now, Recorder& recorder) {
    Leaf& r = leaves_[slot];
    const std::uint8_t number = r.sent++;
    const double size = size_of(r, number) * machines_.slowness(replica);
    const std::uint32_t id = state.make();
    state.call(id) = {now, size, 0, 0, r.index, slot, replica, known_as, r.dispatcher, keyed_ ? keys_.of(r.index) : 0, number, r.kept, false, Call::Stage::waits};
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

/// The timer of the next call of this attempt.
void Clients::set_hedge(std::uint32_t slot, double now) {
    if (rules_.hedge == Hedge::quantile && !latencies_.known()) return;
    set_timer(slot, now + (rules_.hedge == Hedge::quantile ? latencies_.value() : rules_.after), Alarm::hedge);
}

/// A token for a call beyond the first.
bool Clients::affords() {
    if (rules_.burst == Resilience::never) return true;
    if (tokens_ < token) return false;
    tokens_ -= token;
    return true;
}

bool Clients::may_hedge(const Leaf& r) {
    if (r.open == 0) return false;
    if (rules_.hedge == Hedge::tied && state.call(r.calls[0]).serving()) return false;
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

}  // namespace p2c::fleet
