// JSON text in and out. Keys keep the order in which they were written, so a result has one canonical text.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace p2c {

using Json = nlohmann::ordered_json;

/// Parses a text of at most `most` bytes, nested at most 32 deep, without a key twice in one object. Throws ConfigError
/// with one sentence otherwise. `what` names the text in that sentence ("The configuration").
Json parse_json(const std::string& text, const std::string& what, std::size_t most = std::size_t{16} << 20);

/// A number as people write it: 0.9, 200000, 1e+15.
std::string number_text(double x);

/// A value as it is quoted in a sentence: shortened, on one line.
std::string quote(const Json& value);

}  // namespace p2c
