// The JSON type of the command line: keys keep their order, so that a result reads as the core wrote it.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace p2c::cli {

using Json = nlohmann::ordered_json;

/// Deepest nesting of a configuration that the command line takes apart itself (--set); the core's own limit is lower.
inline constexpr int kDeepest = 64;

/// The text taken apart, or a discarded value when it is not JSON or is nested deeper than kDeepest.
/// Such a text is left to the core, which says in a sentence what is wrong with it.
Json parse_guarded(const std::string& text);

/// The same JSON for reading: short values on one line, long ones one entry per line; numbers as they are.
/// One value has one text, so that equal results are equal files.
std::string readable(const Json& value);
std::string readable(const std::string& text);

/// The value at a dotted path ("wait.p99"), or null when there is none.
const Json* find_path(const Json& root, const std::string& path);

}  // namespace p2c::cli
