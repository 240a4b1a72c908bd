// The replications of a run shared among threads.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "../lab.h"

namespace p2c::cli {

/// Called from the calling thread every 100 ms: share of the work done, replications finished.
using Report = std::function<void(double, std::uint32_t)>;

struct Job {
    std::string config;
    Range range;  ///< replications to run
    unsigned threads = 1;
    Report report;
};

struct Outcome {
    std::string result;          ///< empty when not one replication was finished
    std::uint32_t finished = 0;  ///< replications [range.from, finished) are in the result
    bool staged = false;         ///< it is one stage of a run whose length is found by running it
};

/// The replications that a configuration asks for, after the core has checked all of it. Throws ConfigError.
std::uint32_t replications_of(const std::string& config);

/// Runs the job. The result is the same text for any number of threads; after an interrupt it covers the longest
/// unbroken series of finished replications from the first on, so that the rest can be run and merged later.
Outcome run_parallel(const Job& job);

/// Runs each replication of each configuration by itself: results[replication − range.from][configuration], which
/// merge() joins. After an interrupt it is the longest unbroken series of replications that all of them have finished.
std::vector<std::vector<std::string>> run_apart(const std::vector<std::string>& configs, Range range, unsigned threads,
                                                const Report& report);

/// The results of replications that follow one another as one result. Not empty.
std::string joined(const std::vector<std::string>& results);

}  // namespace p2c::cli
