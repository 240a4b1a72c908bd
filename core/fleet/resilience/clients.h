// The clients of a fleet: what becomes of a request, whose calls are at the replicas, and when another one is due. It does not
// choose replicas.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "../recorder.h"
#include "call_state.h"
#include "model/law.h"
#include "running_quantile.h"
#include "timers.h"

namespace p2c::fleet {

/// What there has been so far. requests = answered + failed + abandoned + dropped + open;
/// calls = completed + cancelled + lost + open calls.
struct Books {
    std::uint64_t requests = 0, answered = 0, failed = 0, abandoned = 0, dropped = 0;
    std::uint64_t calls = 0, completed = 0, cancelled = 0, lost = 0;
};

/// The same of the kept requests, as far as it is reported.
struct KeptBooks {
    std::uint64_t answered = 0, failed = 0, abandoned = 0, dropped = 0, hedged = 0, extra = 0;
    std::uint64_t served = 0, useful = 0;  ///< ticks in service; of calls that were the answer
};

/// A request, from its arrival until none of its calls is at a replica.
struct Request {
    static constexpr std::uint32_t most_open = 4;

    std::uint64_t index = 0;
    double arrival = 0, size = 0;
    std::uint32_t dispatcher = 0;
    std::uint32_t life = 0;     ///< of its slot
    std::uint32_t attempt = 0;
    std::uint32_t sent = 0;     ///< calls, all attempts together
    std::uint32_t sent_now = 0; ///< of this attempt
    std::uint32_t open = 0;
    std::array<std::uint32_t, most_open> calls{};  ///< at replicas, the first `open` of them
    bool closed = false, hedged = false, idempotent = true;
};

class Clients {
public:
    Clients(const Settings& settings, std::unique_ptr<Law> service);

    void begin(std::uint64_t seed, std::uint64_t replication);

    /// A new request; its slot.
    std::uint32_t open(std::uint64_t index, double now, double size, std::uint32_t dispatcher);
    Request& request(std::uint32_t slot) { return requests_[slot]; }

    /// Sends the next call of a request to a replica, and sets the timers that follow from it.
    void send(std::uint32_t slot, std::uint32_t replica, std::uint32_t known_as, double now, Recorder& recorder);

    double next_timer() const { return timers_.time(); }
    /// The next timer goes off: the slot of a request of which another call is due now, or nobody.
    std::uint32_t ring(Recorder& recorder);
    static constexpr std::uint32_t nobody = ~0U;

    /// The next call ends by itself.
    void happen(Recorder& recorder);
    /// All calls of replica i fail.
    void fail(std::uint32_t i, double now, Recorder& recorder);

    const Books& books() const { return books_; }
    const KeptBooks& kept() const { return kept_; }
    std::uint64_t open_requests() const { return books_.requests - books_.answered - books_.failed - books_.abandoned - books_.dropped; }

    CallState state;

private:
    bool keeps(const Request& r) const { return r.index >= warm_; }
    double size_of(const Request& r, std::uint32_t number);
    bool affords();
    void set_timer(std::uint32_t slot, double time, Alarm what);
    void plan_hedge(std::uint32_t slot, double now);
    bool may_hedge(const Request& r);
    void untie(double now);
    void detach(std::uint32_t id);
    void served(const Call& call, double now);
    void answer(std::uint32_t slot, const Call& call, double now, Recorder& recorder);
    void missed(std::uint32_t slot, double now, bool failed, Recorder& recorder);
    void give_up(std::uint32_t slot, double now, Recorder& recorder);
    void take_back(std::uint32_t slot, double now, bool in_service);
    void release(std::uint32_t slot);

    Resilience rules_;
    std::uint64_t warm_;
    std::unique_ptr<Law> service_;
    Stream sizes_, backoffs_, idempotents_;
    std::vector<Request> requests_;
    std::vector<std::uint32_t> free_;
    Timers timers_;
    RunningQuantile latencies_;
    double tokens_ = 0;
    Books books_;
    KeptBooks kept_;
    Machines machines_;
};

}  // namespace p2c::fleet
