// Help for people, made from the catalogue, the list of commands and the list of options.
#pragma once
#include <string>
#include <vector>

namespace p2c::cli {

/// Everything: commands, options, experiments with their parameters, policies and laws.
std::string help_text();

/// The experiments, policies and laws with these ids. Throws UsageError for an unknown one.
std::string help_for(const std::vector<std::string>& ids);

}  // namespace p2c::cli
