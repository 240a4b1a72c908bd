#include "recorder.h"

namespace p2c::fleet {

namespace {

/// For less than 2^32 times. Halves of words are added up apart, without carries.
Wide sum_of_ticks(const double* x, std::uint32_t count) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint64_t ticks = fine_tick(x[k]);
        low += ticks & 0xffffffffU;
        high += ticks >> 32;
    }
    return (Wide{high} << 32) + low;
}

}  // namespace

void Recorder::take_in(Half& half) {
    waits.add(half.new_waits.data(), half.pending);
    latencies.add(half.new_latencies.data(), half.pending);
    half.wait_ticks += sum_of_ticks(half.new_waits.data(), half.pending);
    latency_ticks_ += sum_of_ticks(half.new_latencies.data(), half.pending);
    half.count += half.pending;
    half.pending = 0;
}

}  // namespace p2c::fleet
