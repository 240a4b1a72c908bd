// A result as a table for people.
#pragma once
#include <string>

#include "json.h"
#include "options.h"
#include "sheet.h"

namespace p2c::cli {

/// What was run, every metric with its 95 % half-width and exact value, lists, series and warnings in words.
/// Labels and units are the catalogue's; only times are scaled.
/// Throws UsageError for a unit that the result does not allow.
std::string table_of(const Json& result, const TimeUnit& unit);

/// How a unit scales the times of a result. Throws UsageError.
TimeScale scale_for(const Json& result, const TimeUnit& unit);

/// A configuration in words: "policy choices (d 2, …); load 0.9; …".
std::string words_for(Json config);

}  // namespace p2c::cli
