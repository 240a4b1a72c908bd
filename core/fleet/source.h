// Where requests come from: gaps and sizes, made in blocks, the same for every policy.
#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "model/law.h"

namespace p2c::fleet {

class Source {
public:
    Source(std::unique_ptr<Gaps> arrivals, std::unique_ptr<Law> service)
        : arrivals_(std::move(arrivals)), service_(std::move(service)) {}

    void begin(std::uint64_t seed, std::uint64_t replication) {
        gaps_ = Stream(seed, replication, Purpose::gap);
        sizes_ = Stream(seed, replication, Purpose::size);
        arrivals_->begin(gaps_);
        service_->begin(sizes_);
        refill(0);
    }

    /// Gap before request i (mean 1) and its size (mean 1). Requests must be asked for in order.
    double gap(std::uint64_t i) {
        if ((i & (block - 1)) == 0) refill(i);
        return gap_[i & (block - 1)];
    }
    double size(std::uint64_t i) const { return size_[i & (block - 1)]; }

private:
    static constexpr std::uint32_t block = 256;

    void refill(std::uint64_t first) {
        arrivals_->fill(gaps_, first, block, gap_.data());
        service_->fill(sizes_, first, block, size_.data());
    }

    std::unique_ptr<Gaps> arrivals_;
    std::unique_ptr<Law> service_;
    Stream gaps_, sizes_;
    std::array<double, block> gap_{}, size_{};
};

}  // namespace p2c::fleet
