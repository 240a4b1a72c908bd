// Replicas whose requests can be taken back: what is queued and served are calls, several of which may belong to one request.
// Every completion is an event, as in EventState, and calls that are never taken back meet the same fate there and here.
// What happens to every call is in call_state_hot.h.
#pragma once
#include <cstdint>
#include <vector>

#include "../agenda.h"
#include "../board.h"
#include "../levels.h"
#include "../settings.h"
#include "ahead.h"
#include "faults.h"
#include "lru_cache.h"

namespace p2c::fleet {

/// A call of a request, from when it is sent until it has left its replica. One line of a cache.
struct alignas(64) Call {
    double sent;
    double time;            ///< in service, all of it; until it starts, where nothing is wrong
    double started, done;   ///< in service
    std::uint64_t index;    ///< of its leaf
    std::uint32_t request;  ///< slot of its leaf
    std::uint32_t replica;
    std::uint32_t known_as; ///< what its dispatcher calls the replica
    std::uint32_t dispatcher;
    std::uint32_t key;
    std::uint8_t number;    ///< 0 is the first call of a leaf
    bool kept;              ///< its request is
    bool fails;
    enum class Stage : std::uint8_t { waits, served, gone } stage;  ///< gone: taken out of the queue, in which it still has a place

    bool serving() const { return stage == Stage::served; }
};
static_assert(sizeof(Call) == 64);

enum class End { answered, failed, expired };

class CallState {
public:
    CallState(const Settings& s, bool keyed);

    void begin(std::uint64_t seed, std::uint64_t replication);

    // What a board and a policy's view ask of a state.
    double load(std::uint32_t i, double now, Signal signal) const {
        return signal == Signal::in_flight ? count(i) : other_load(i, now, signal);
    }
    double answered_latency() const { return answered_latency_; }
    std::uint32_t count(std::uint32_t i) const { return counts_[i]; }
    std::uint32_t in_service(std::uint32_t i) const { return static_cast<std::uint32_t>(replicas_[i].serving.size()); }
    std::uint64_t busy(std::uint32_t i, double now) const;
    Levels& levels() { return levels_; }
    std::uint64_t present() const { return present_; }  ///< calls, over all replicas

    /// A place for a new call, which is to be written there.
    std::uint32_t make();
    Call& call(std::uint32_t id) { return calls_[id]; }
    /// Forgets a call that has left its replica, or was never taken.
    void forget(std::uint32_t id) { free_.push_back(id); }

    /// The call joins its replica. False: it is turned away.
    bool arrive(std::uint32_t id, double now);
    /// Takes the call back. It is forgotten.
    void cancel(std::uint32_t id, double now);
    /// One of the calls at replica i; it has any.
    std::uint32_t some_call(std::uint32_t i) const { return replicas_[i].serving.empty() ? replicas_[i].at(0) : replicas_[i].serving.back(); }

    /// When the next call ends by itself. `happen` ends it: it has left its replica, but is not forgotten.
    double time() const { return agenda_.time(); }
    struct Ended {
        std::uint32_t id;
        End how;
    };
    Ended happen();

    /// Calls that have started since they were last asked for, in order. Only where calls are tied.
    std::vector<std::uint32_t>& started() { return started_; }

    /// Of the kept calls that have started: all, and those that found their key.
    std::uint64_t lookups() const { return lookups_; }
    std::uint64_t hits() const { return hits_; }

    Board observer;
    Faults faults;

private:
    struct alignas(64) Replica {
        std::vector<std::uint32_t> serving;  ///< the one that ends first is last
        std::vector<std::uint32_t> ring = std::vector<std::uint32_t>(16);
        std::uint32_t head = 0, length = 0;  ///< of the ring's part in use, those gone included
        std::uint32_t waiting = 0;

        std::uint32_t at(std::uint32_t k) const { return ring[(head + k) & (ring.size() - 1)]; }
        void push(std::uint32_t id) {
            if (length == ring.size()) [[unlikely]] grow();
            ring[(head + length++) & (ring.size() - 1)] = id;
            ++waiting;
        }
        /// Takes the first out, which waits.
        std::uint32_t pop() {
            const std::uint32_t id = at(0);
            ++head;
            --length;
            --waiting;
            return id;
        }
        void grow();
    };

    double other_load(std::uint32_t i, double now, Signal signal) const;
    void start(std::uint32_t i, std::uint32_t id, double now);
    void fill(std::uint32_t i, double now);
    void plan(std::uint32_t i);
    void prune(Replica& r) {
        if (r.length > r.waiting) [[unlikely]] drop_gone(r);
    }
    void drop_gone(Replica& r);
    double in_service_for(Call& c);
    void leave(std::uint32_t id, double now, bool answered);
    bool turned_away(std::uint32_t i, double now) const;
    double next_start(std::uint32_t i) const;
    void follow(std::uint32_t i, std::vector<double>& free) const;
    double outstanding(std::uint32_t i, double now) const;
    double next_done(const Replica& r) const { return r.serving.empty() ? Agenda::never : calls_[r.serving.back()].done; }
    double expiry(const Replica& r) const { return r.length > 0 ? calls_[r.at(0)].sent + patience_ : Agenda::never; }
    bool expires() const { return patience_ < Agenda::never; }

    std::uint32_t workers_;
    Losses losses_;
    bool lossy_, tied_, told_, plain_;  ///< told: the observer wants to know; plain: services take as long as they should
    double patience_;  ///< how long a call waits in a queue before it is dropped
    std::vector<Replica> replicas_;
    std::vector<std::uint32_t> counts_;  ///< of the calls at each
    std::vector<std::uint64_t> busy_;    ///< ticks of the services that have started at each
    std::vector<Call> calls_;
    std::vector<std::uint32_t> free_, started_;
    Agenda agenda_;
    Levels levels_;
    std::uint64_t present_ = 0;
    double answered_latency_ = 0;
    std::vector<LruCache> caches_;  ///< of each replica, if it has one
    double hit_cost_;
    bool keyed_;                    ///< keys come more than once
    std::uint64_t lookups_ = 0, hits_ = 0;
    mutable std::vector<double> scratch_;
    mutable Ahead ahead_;           ///< where something goes by when the queues end, and nobody leaves them unserved
};

}  // namespace p2c::fleet
