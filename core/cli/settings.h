// --set path=value: changes a configuration's text before the core reads it.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace p2c::cli {

/// The configuration with every setting applied, in order. A value that is JSON is taken as such, any other as text;
/// the id of a policy, law or the like stands for {"id": …} where the catalogue says that one is expected, and @FILE for
/// the numbers in a file where it says that a list is.
/// A text that is no JSON object is returned unchanged: the core names its fault. Throws UsageError, which names the
/// option that the settings come from.
std::string apply_settings(const std::string& text, const std::vector<std::pair<std::string, std::string>>& settings,
                           const std::string& option = "--set");

}  // namespace p2c::cli
