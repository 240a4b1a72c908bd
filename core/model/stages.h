// What a configuration says of a run whose length is found by running: stages of twice as many requests each, until an
// interval is narrow enough. Which stage is next is for lab.h.
#pragma once
#include <cstdint>

#include "part.h"

namespace p2c {

/// The word that a configuration gives in place of a number of requests.
inline constexpr const char* automatic = "auto";

/// Requests of one replication in the first stage of an automatic run, for sizes and checks before there is a stage.
inline constexpr std::uint64_t first_stage = 25000;

bool is_automatic(const Json& config);

/// Rules of a checked configuration with both parameters. Throws ConfigError.
void check_stages(const Json& config);

}  // namespace p2c
