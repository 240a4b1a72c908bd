// A result as a table for people.
#pragma once
#include <string>

#include "json.h"
#include "options.h"

namespace p2c::cli {

/// What was run, every metric with its 95 % half-width and exact value, lists, series and warnings in words.
/// Labels and units are the catalogue's; only times are scaled.
std::string table_of(const Json& result, const TimeUnit& unit);

}  // namespace p2c::cli
