// Verdicts on claims, each by a rule.
//
// A claim has comparisons of a measured or computed quantity ("ours", an expression) with what an article says: a figure
// ("article"), or a bound that its words stand for ("atLeast", "atMost"). Its outcome is one of
//   agrees   the interval of the difference covers 0, or the whole interval keeps the bound
//   differs  the figure, or the bound, lies outside the interval
//   open     a bound lies inside the interval: the runs do not decide
// The interval is ours and the article's own noise together: standard errors of both ("runs" says of how many
// replications like ours the article's figure is the mean; without it the figure has no noise), times Student's quantile at
// errorRate/2 over the number of comparisons of the whole file (Bonferroni), so that noise changes a verdict of any claim
// with a chance below errorRate; and what is no noise: half a unit of the article's last digit ("digits"), and a relative
// tolerance where the claim states one ("within"). Without noise only the latter two are left.
//
// Comparisons have a "role": none (as the article has it), "condition" (under a condition that it does not state) or
// "beside" (shown, without a say). From them the rule of the claim makes its verdict:
//   compare (default)  reproduced   all as the article has it agree
//                      depends      some of them differ, and all under the condition agree
//                      differs      some of them differ, and there is no condition or it does not help
//   growth             asymptotic   all fitted slopes lie in their bands; else differs
//   cited              literature   nothing is tested
// and "open" where an open outcome leaves it so.
#pragma once
#include <string>

#include "base/json.h"

namespace p2c::reproduce {

/// Text in and out. In: {"claims": a file of claims, "only": [ids] (all without it), "results": {run: result}}.
/// Out: {"errorRate","comparisons","claims":[{"id","verdict","compare":[{"value","low","high","exact","margin","outcome"}]}]}:
/// value with its 95 % interval (null where there is no noise), the exact value where the claim has one, the half-width of
/// the test. Without "results" each claim says only which runs it needs: {"id","runs":[names]}. Throws ConfigError.
std::string judge(const std::string& text);

}  // namespace p2c::reproduce
