// Arrivals that bunch: bursts, batches.
#pragma once
#include "../law.h"
#include "../part.h"

namespace p2c {

/// A Poisson process whose rate jumps between two values; the stays at each are exponential. Request i takes as much of
/// the rate, added up over time, as under plain Poisson arrivals it would take of time: the draws are the same.
class Bursts final : public Gaps {
public:
    static const Part& describe();
    explicit Bursts(const Json& config);
    void begin(const Stream& stream) override;
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;

private:
    void change(const Stream& stream);

    double share_;     ///< of time in bursts
    double rate_[2];   ///< between bursts, in a burst; in requests per mean gap
    double stay_[2];   ///< mean time between bursts and of a burst, in mean gaps
    bool burst_ = false;
    double left_ = 0;          ///< of the present stay
    std::uint64_t stays_ = 0;  ///< drawn so far
};

class Batches final : public Gaps {
public:
    static const Part& describe();
    explicit Batches(const Json& config) : size_(config.at("size").get<std::uint32_t>()) {}
    void fill(const Stream& stream, std::uint64_t first, std::uint32_t count, double* out) override;

private:
    std::uint32_t size_;
};

}  // namespace p2c
