// How long services take, and whether they end with an error, while something is wrong with the replicas.
#pragma once
#include "base/rng.h"
#include "model/resilience.h"

namespace p2c::fleet {

struct Outcome {
    double time;  ///< in service
    bool fails;
};

class Faults {
public:
    explicit Faults(const Resilience& r) : r_(r) {}

    void begin(std::uint64_t seed, std::uint64_t replication) {
        stream_ = Stream(seed, replication, Purpose::fault);
        arrived_ = 0;
    }

    /// So many requests have arrived.
    void at_request(std::uint64_t arrived) { arrived_ = arrived; }

    /// What a size at replica i is multiplied by, now.
    double slowing(std::uint32_t i) const {
        if (!active() || r_.fault == FaultKind::failing || r_.fault == FaultKind::stalls) return 1;
        return r_.fault == FaultKind::all_slow || i < r_.faulty ? r_.factor : 1;
    }

    /// A service of call `call` of a request, which takes `time` where nothing is wrong, starts at replica i.
    Outcome start(std::uint32_t i, double time, std::uint64_t request, std::uint32_t call) const {
        if (!active()) return {time, false};
        if (r_.fault == FaultKind::failing) {
            const bool fails = i < r_.faulty && unit(stream_.word(request, 2 * call)) < r_.probability;
            return {fails ? r_.takes : time, fails};
        }
        if (r_.fault != FaultKind::stalls) return {time * slowing(i), false};
        const std::uint32_t draw = r_.stall_per_request ? 0 : 2 * call;
        if (unit(stream_.word(request, draw)) >= r_.probability) return {time, false};
        return {time + r_.stall_from + (r_.stall_to - r_.stall_from) * unit(stream_.word(request, draw + 1)), false};
    }

private:
    bool active() const { return r_.fault != FaultKind::none && arrived_ > r_.fault_first && arrived_ <= r_.fault_last; }

    Resilience r_;
    Stream stream_;
    std::uint64_t arrived_ = 0;
};

}  // namespace p2c::fleet
