// A checked configuration of a fan-out, and the columns of its rows.
#pragma once
#include <cstdint>

#include "base/histogram.h"
#include "base/json.h"

namespace p2c::fanout {

struct Settings {
    explicit Settings(const Json& config);

    std::uint32_t leaves;    ///< calls of a request
    std::uint32_t needed;    ///< answers that it waits for
    std::uint64_t requests;  ///< of one replication
    std::uint64_t seed;
};

/// What is reported of a latency.
inline constexpr Quantile reported[] = {{"p50", 50, 100}, {"p90", 90, 100}, {"p95", 95, 100}, {"p99", 99, 100}, {"p999", 999, 1000}};
inline constexpr std::size_t time_columns = 7;  ///< mean, the five, max

enum Column : std::size_t { request = 0, leaf = request + time_columns, extra = leaf + time_columns, slow, columns };

}  // namespace p2c::fanout
