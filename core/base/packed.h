// Columns of whole numbers as short text, for what one run hands to another: shorter than their digits with commas, and read
// without a value of JSON for each.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace p2c {

/// Five bits a letter, the lowest first; a letter of the second half of the alphabet says that more follow.
std::string pack(const std::vector<std::uint64_t>& numbers);

/// Reads what pack() wrote. Throws ConfigError{"shard"}.
std::vector<std::uint64_t> unpack(const std::string& text);

}  // namespace p2c
