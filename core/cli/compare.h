// Variants of one configuration under the same requests: p2c compare.
#pragma once
#include <string>

#include "json.h"
#include "options.h"

namespace p2c::cli {

/// The command. Exit status.
int compare(const Options& options);

/// A comparison as a table: for each metric a row for each variant, with what it differs from the first by.
std::string comparison_table(const Json& comparison, const Options& options);

}  // namespace p2c::cli
