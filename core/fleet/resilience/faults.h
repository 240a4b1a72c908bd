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
    explicit Faults(const Resilience& r) : all_(r.faults), streams_(r.faults.size()) {}

    void begin(std::uint64_t seed, std::uint64_t replication) {
        const Stream stream(seed, replication, Purpose::fault);
        // Each has coins of its own; those of the first are the stream's, far from all others' numbers.
        for (std::size_t j = 0; j < streams_.size(); ++j) streams_[j] = j == 0 ? stream : stream.inside(~std::uint64_t{0} - j);
        arrived_ = 0;
    }

    /// So many requests have arrived.
    void at_request(std::uint64_t arrived) { arrived_ = arrived; }

    /// What a size at replica i is multiplied by, now.
    double slowing(std::uint32_t i) const {
        double factor = 1;
        for (const Fault& f : all_)
            if (active(f) && (f.kind == FaultKind::slow || f.kind == FaultKind::all_slow) && f.hits(i)) factor *= f.factor;
        return factor;
    }

    /// A service of call `call` of a request, which takes `time` where nothing is wrong, starts at replica i. It fails if any fault
    /// has it fail, in the time of the first that does; else it is slowed by all that slow it, and then stalls as often as it has to.
    Outcome start(std::uint32_t i, double time, std::uint64_t request, std::uint32_t call) const {
        time *= slowing(i);
        for (std::size_t j = 0; j < all_.size(); ++j) {
            const Fault& f = all_[j];
            if (!active(f)) continue;
            if (f.kind == FaultKind::failing && f.hits(i) && unit(streams_[j].word(request, 2 * call)) < f.probability) return {f.takes, true};
            if (f.kind == FaultKind::stalls) time += stall(f, streams_[j], request, f.stall_per_request ? 0 : 2 * call);
        }
        return {time, false};
    }

private:
    static double stall(const Fault& f, const Stream& stream, std::uint64_t request, std::uint32_t draw) {
        if (unit(stream.word(request, draw)) >= f.probability) return 0;
        return f.stall_from + (f.stall_to - f.stall_from) * unit(stream.word(request, draw + 1));
    }
    bool active(const Fault& f) const { return arrived_ > f.first && arrived_ <= f.last; }

    std::vector<Fault> all_;
    std::vector<Stream> streams_;
    std::uint64_t arrived_ = 0;
};

}  // namespace p2c::fleet
