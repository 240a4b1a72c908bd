// The clients of a fleet: what becomes of a request, whose calls are at the replicas, and when another one is due. It does not
// choose replicas.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "../recorder.h"
#include "call_state_hot.h"
#include "model/keys.h"
#include "model/law.h"
#include "running_quantile.h"
#include "timers.h"
#include "watch.h"

namespace p2c::fleet {

/// What there has been so far. requests = answered + failed + abandoned + dropped + open;
/// calls = completed + cancelled + lost + open calls.
struct Books {
    std::uint64_t requests = 0, answered = 0, failed = 0, abandoned = 0, dropped = 0;
    std::uint64_t calls = 0, completed = 0, cancelled = 0, lost = 0;
};

/// The same of the kept requests, as far as it is reported.
struct KeptBooks {
    std::uint64_t answered = 0, failed = 0, abandoned = 0, dropped = 0;  ///< requests
    std::uint64_t hedged = 0, extra = 0;   ///< leaves sent again, calls beyond the first
    std::uint64_t served = 0, useful = 0;  ///< ticks in service; of calls that were the answer
};

/// A request of one leaf or many, from its arrival until it is answered or has failed.
struct User {
    std::uint64_t index = 0;
    double arrival = 0;
    std::uint32_t dispatcher = 0;
    std::uint32_t life = 0;  ///< of its slot
    std::uint32_t answered = 0, missed = 0;  ///< leaves
    bool closed = false;
};

/// A leaf of a request, from its arrival until none of its calls is at a replica. One line of a cache.
struct alignas(64) Leaf {
    static constexpr std::uint32_t most_open = 4;
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    std::uint64_t index = none;  ///< of all leaves; a request of one leaf has its own
    double arrival = 0, size = 0;
    std::uint32_t user = 0;
    std::uint32_t dispatcher = 0;
    std::uint32_t life = 0;     ///< of its slot
    std::array<std::uint32_t, most_open> calls{};  ///< at replicas, the first `open` of them
    std::uint8_t attempt = 0;
    std::uint8_t sent = 0;      ///< calls, all attempts together
    std::uint8_t sent_now = 0;  ///< of this attempt
    std::uint8_t open = 0;
    bool closed = false, hedged = false, idempotent = true, kept = true;
};
static_assert(sizeof(Leaf) == 64);

class Clients {
public:
    Clients(const Settings& settings, std::unique_ptr<Law> service, const Keys& keys);

    void begin(std::uint64_t seed, std::uint64_t replication);

    /// A new request; its slot.
    std::uint32_t open(std::uint64_t index, double now, std::uint32_t dispatcher);
    /// Its j-th leaf, of this size; the slot of that.
    std::uint32_t open_leaf(std::uint32_t user, std::uint32_t j, double size);
    /// Whether the request of this index, once in that slot, still waits for leaves.
    bool waits(std::uint32_t user, std::uint64_t index) const { return !users_[user].closed && users_[user].index == index; }
    Leaf& leaf(std::uint32_t slot) { return leaves_[slot]; }
    /// Size of the first call of a leaf, where requests have more than one; asked for in order.
    double first_size(std::uint64_t leaf);

    /// Sends the next call of a leaf to a replica, and sets the timers that follow from it.
    void send(std::uint32_t slot, std::uint32_t replica, std::uint32_t known_as, double now, Recorder& recorder);

    double next_timer() const { return timers_.time(); }
    /// The next timer goes off: the slot of a leaf of which another call is due now, or nobody.
    std::uint32_t ring(Recorder& recorder);
    static constexpr std::uint32_t nobody = ~0U;

    /// The next call ends by itself.
    void happen(Recorder& recorder);
    /// All calls of replica i fail.
    void fail(std::uint32_t i, double now, Recorder& recorder);

    const Books& books() const { return books_; }
    const KeptBooks& kept() const { return kept_; }
    const Histogram& leaf_latencies() const { return leaf_latencies_; }  ///< of the kept requests, where they have more than one leaf
    std::uint64_t open_requests() const { return books_.requests - books_.answered - books_.failed - books_.abandoned - books_.dropped; }

    CallState state;
    Watch watch;

private:
    /// Copies draw their own sizes, unless it is the request that is large.
    double size_of(const Leaf& r, std::uint32_t number) { return number == 0 || rules_.size_shared ? r.size : further_size(r, number); }
    double further_size(const Leaf& r, std::uint32_t number);
    bool affords();
    void set_timer(std::uint32_t slot, double time, Alarm what) { timers_.set({time, 0, slot, leaves_[slot].life, leaves_[slot].attempt, what}); }
    void close_user(std::uint32_t user, double now, Cancel cancel) {
        users_[user].closed = true;
        ++users_[user].life;
        free_users_.push_back(user);
        if (rules_.leaves > 1) close_leaves(user, now, cancel);
    }
    void close_leaves(std::uint32_t user, double now, Cancel cancel);
    void plan_hedge(std::uint32_t slot, double now) {
        const Leaf& r = leaves_[slot];
        if (r.sent_now < most_calls_ && r.idempotent) set_hedge(slot, now);
    }
    void set_hedge(std::uint32_t slot, double now);
    bool may_hedge(const Leaf& r);
    void untie(double now) {
        if (!state.started().empty()) [[unlikely]] untie_started(now);
    }
    void untie_started(double now);
    static void detach(Leaf& r, std::uint32_t id);
    void served(const Call& call, double now);
    [[gnu::always_inline]] void answer(std::uint32_t slot, const Call& call, double now, Recorder& recorder);
    void missed(std::uint32_t slot, double now, bool failed, Recorder& recorder);
    void give_up(std::uint32_t slot, double now, Recorder& recorder);
    void take_back(std::uint32_t slot, double now, bool in_service);
    /// A closed leaf's slot is free once nothing of it is left; a slot is released once.
    void release(std::uint32_t slot) {
        Leaf& r = leaves_[slot];
        if (!r.closed || r.open > 0 || r.index == Leaf::none) return;
        ++r.life;
        r.index = Leaf::none;
        free_.push_back(slot);
    }

    Resilience rules_;
    std::uint32_t most_calls_;  ///< of an attempt
    bool keyed_;                ///< keys come more than once
    std::uint64_t warm_;
    std::unique_ptr<Law> service_;
    Stream sizes_, backoffs_, idempotents_;
    std::vector<User> users_;
    std::vector<Leaf> leaves_;
    std::vector<std::uint32_t> leaf_slots_;  ///< rules_.leaves for every user
    std::vector<std::uint32_t> free_users_, free_;
    static constexpr std::uint32_t block = 256;
    std::array<double, block> first_sizes_{};
    Stream first_stream_;
    Histogram leaf_latencies_;
    Timers timers_;
    RunningQuantile latencies_;
    std::uint64_t tokens_ = 0;  ///< of `token` parts each: shares add up exactly
    static constexpr std::uint64_t token = 1000000000;
    std::uint64_t earned_, most_tokens_;
    Books books_;
    KeptBooks kept_;
    Machines machines_;
    Keys keys_;
};

}  // namespace p2c::fleet
