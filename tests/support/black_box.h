// Short words for the black-box tests: everything goes through the façade, as the command line and the page do.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab.h"
#include "statistics.h"

namespace check {

using Json = nlohmann::json;

/// A file of tests/reference or tests/golden, compiled in; the same program runs where there is no file system.
const Json& reference(const std::string& name);

/// The result's text, simulated with this budget per step.
std::string run_text(const Json& config, p2c::Range range = {}, double budget = 1e5);

/// The same, of what merging reads alone.
std::string part_text(const Json& config, p2c::Range range);

/// The result.
Json run(const Json& config, p2c::Range range = {});

/// The result of every replication on its own.
std::vector<Json> runs(const Json& config);

/// A metric by its path, "wait.p99" or "share.3".
const Json& metric(const Json& result, const std::string& path);

/// Its value; throws if it is null.
double value(const Json& result, const std::string& path);

/// Its mean and standard error over 10 or 20 replications, out of the 95 % interval that the result shows: half of it
/// is Student's t times the error. That the interval is what the replications give has a test of its own.
Estimate measure(const Json& result, const std::string& path);

/// Gap, max or min of every replication of a bins run, out of the rows that a partial result carries:
/// thousands of tiny replications in one run.
std::vector<double> each(Json config, const std::string& metric);

/// The config with some keys changed (JSON merge).
Json with(Json config, const Json& changes);

/// The identifiers of a result's warnings.
std::vector<std::string> warnings(const Json& result);
bool warns(const Json& result, const std::string& id);

/// Metrics and series as text: what must be alike when two settings must walk the same path.
std::string figures(const Json& result);

}  // namespace check
