// Every claim of the articles measured again: p2c reproduce.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "json.h"
#include "options.h"

namespace p2c::cli {

/// The file of claims that the command was built with.
std::string_view claims_text();

/// The command. Exit status: kExitFailed when a verdict is not the recorded one.
int reproduce(const Options& options);

/// What was found, as it is recorded: {"version", "errorRate", "comparisons", "counts": {verdict: claims},
/// "claims": [as core/reproduce/verdict.h has them], "runs": {name: fingerprint}}.
Json record_of(const Json& judged, const std::map<std::string, Json>& results);

/// The same as a Markdown table for each article, with the words of the file of claims.
std::string markdown_of(const Json& file, const Json& record);

/// "60 claims: 34 reproduced · 12 depends".
std::string counts_line(const Json& record);

}  // namespace p2c::cli
