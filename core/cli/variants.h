// The variants of one configuration that p2c compare sets side by side.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "json.h"
#include "options.h"
#include "sweep.h"

namespace p2c::cli {

struct Variant {
    std::string name;    ///< what tells it from the others
    Point settings;      ///< what it changes, in order
    std::string config;  ///< as given to the core
    Json resolved;       ///< the same with all defaults
};

/// Those of every --over, then those of --variant; a single one is set against the configuration as it is. All are
/// checked by the core. Throws UsageError, also where they do not meet the same requests in as many replications.
std::vector<Variant> variants_of(const Options& options);

}  // namespace p2c::cli
