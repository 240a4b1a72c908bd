// What a claim's number is made of, as JSON:
//   0.9                           a constant
//   {"about": 3.2, "digits": 1}   a figure that is known to so many decimals
//   "run:wait.p99"                a metric of a run, with the noise of its replications; "run:profile.3" is the entry for
//                                 level 3 where the result says at which level its list begins
//   "run:theory.gap"              what the result says is known, as a constant
//   ["+", a, b] ["-", a, b] ["*", a, b] ["/", a, b] ["^", a, b]   with a > 0 for powers
//   ["ln", a] ["exp", a] ["sqrt", a]
//   ["deviation", "run:wait.p99"] the standard deviation of single replications
//   ["chance", "run", k]          P(fullest bin ≥ k), from the law in the result's theory
//   ["slope", [x…], [y…]]         of the least-squares line through at least two points; the x are constants
#pragma once
#include <set>
#include <string>

#include "base/json.h"
#include "quantity.h"

namespace p2c::reproduce {

/// The names of the runs that an expression needs, added to `names`. Throws ConfigError at `path` when it is none.
void find_runs(const Json& expression, const std::string& path, std::set<std::string>& names);

/// Its value, given results by the name of the run. Throws ConfigError at `path`.
Quantity evaluate(const Json& expression, const std::string& path, const Json& results);

}  // namespace p2c::reproduce
