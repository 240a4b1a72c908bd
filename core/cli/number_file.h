// Lists of numbers out of files: --set service.values=@FILE.
#pragma once
#include <string>

#include "json.h"

namespace p2c::cli {

/// The numbers of a text, as a JSON array: separated by blanks, line ends, commas or semicolons. A first line that is no
/// number is a heading and skipped. Throws UsageError; `path` and `name` are the parameter and the file that it names.
Json numbers_of(const std::string& text, const std::string& path, const std::string& name);

}  // namespace p2c::cli
