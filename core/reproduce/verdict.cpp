#include "verdict.h"

#include <algorithm>
#include <cmath>  // fabs only
#include <set>
#include <vector>

#include "base/error.h"
#include "base/refuse.h"
#include "base/statistics.h"
#include "expression.h"
#include "metric.h"

namespace p2c::reproduce {

namespace {

enum class Outcome { agrees, open, differs };
const char* const kOutcomes[] = {"agrees", "open", "differs"};

struct Test {
    double quantile_at;  ///< probability at which Student's quantile is taken
};

/// Beyond so many degrees of freedom the quantile no longer moves; fewer are on the safe side.
constexpr std::uint32_t kMostDegrees = 10000;

double quantile(double p, std::uint32_t degrees) {
    return degrees == 0 ? 0 : student_t(p, std::min(degrees, kMostDegrees));
}

Outcome against_bound(double away, double margin) {
    return away >= margin ? Outcome::agrees : away < -margin ? Outcome::differs : Outcome::open;
}

struct Judged {
    Json shown;
    Outcome outcome = Outcome::agrees;
};

double number(const Json& compare, const char* key, double fallback) {
    const auto found = compare.find(key);
    return found == compare.end() ? fallback : found->get<double>();
}

/// The half-width of the test: noise of both sides at the quantile, and what is no noise.
double margin_of(const Json& compare, const Quantity& ours, const Test& test) {
    const double runs = number(compare, "runs", 0);
    const double theirs = runs > 0 ? ours.error_of(runs) : 0;
    const double noise = std::sqrt(ours.error() * ours.error() + theirs * theirs);
    double margin = quantile(test.quantile_at, ours.degrees()) * noise + ours.slack;
    if (compare.contains("digits")) margin += half_digit(compare.at("digits").get<int>());
    if (compare.contains("within"))
        margin += compare.at("within").get<double>() * std::fabs(compare.at("article").get<double>());
    return margin;
}

/// Rounding in the last bits of a computed value is no difference.
constexpr double kLastBits = 1e-9;

Outcome outcome_of(const Json& compare, double value, double margin, const std::string& path) {
    Outcome out = Outcome::agrees;
    bool any = false;
    const auto take = [&](Outcome next) {
        out = std::max(out, next);
        any = true;
    };
    if (compare.contains("article")) {
        const double figure = compare.at("article").get<double>();
        take(std::fabs(value - figure) <= margin + kLastBits * std::fabs(figure) ? Outcome::agrees : Outcome::differs);
    }
    if (compare.contains("atLeast")) take(against_bound(value - compare.at("atLeast").get<double>(), margin));
    if (compare.contains("atMost")) take(against_bound(compare.at("atMost").get<double>() - value, margin));
    if (!any) refuse(path, {path, " must have a figure (article) or a bound (atLeast, atMost)."});
    return out;
}

Judged judge_one(const Json& compare, const std::string& path, const Json& results, const Test& test) {
    const Quantity ours = evaluate(compare.at("ours"), path + ".ours", results);
    const double margin = margin_of(compare, ours, test);
    Judged out;
    out.outcome = outcome_of(compare, ours.value, margin, path);
    const double half = quantile(0.975, ours.degrees()) * ours.error();
    const bool noisy = ours.error() > 0;
    out.shown = {
        {"value", ours.value},
        {"low", noisy ? Json(ours.value - half) : Json()},
        {"high", noisy ? Json(ours.value + half) : Json()},
        {"exact",
         compare.contains("exact") ? Json(evaluate(compare.at("exact"), path + ".exact", results).value) : Json()},
        {"margin", margin},
        {"outcome", kOutcomes[static_cast<int>(out.outcome)]}};
    return out;
}

/// The worst outcome of each role.
struct Roles {
    Outcome plain = Outcome::agrees, condition = Outcome::agrees;
    bool conditional = false;

    void add(const std::string& role, Outcome outcome) {
        if (role.empty()) plain = std::max(plain, outcome);
        if (role == "condition") condition = std::max(condition, outcome), conditional = true;
    }
};

std::string verdict_of(const std::string& rule, const Roles& roles) {
    if (rule == "cited") return "literature";
    if (roles.plain == Outcome::open) return "open";
    if (rule == "growth") return roles.plain == Outcome::agrees ? "asymptotic" : "differs";
    if (roles.plain == Outcome::agrees) return "reproduced";
    if (!roles.conditional || roles.condition == Outcome::differs) return "differs";
    return roles.condition == Outcome::agrees ? "depends" : "open";
}

Json judge_claim(const Json& claim, const std::string& path, const Json& results, const Test& test) {
    Json shown = Json::array();
    Roles roles;
    std::size_t at = 0;
    for (const Json& compare : claim.at("compare")) {
        const Judged one = judge_one(compare, path + ".compare[" + std::to_string(at++) + "]", results, test);
        roles.add(compare.value("role", std::string()), one.outcome);
        shown.push_back(one.shown);
    }
    return {{"id", claim.at("id")},
            {"verdict", verdict_of(claim.value("rule", std::string("compare")), roles)},
            {"compare", shown}};
}

Json needs_of(const Json& claim, const std::string& path, const Json& runs) {
    std::set<std::string> names;
    for (const Json& compare : claim.at("compare"))
        for (const char* key : {"ours", "exact"})
            if (compare.contains(key)) find_runs(compare.at(key), path + "." + key, names);
    Json out = Json::array();
    for (const auto& [name, config] : runs.items())  // in the order of the file
        if (names.erase(name) > 0) out.push_back(name);
    if (!names.empty())
        refuse(path, {path, " names a run that the file does not have: ", *names.begin(), "."});
    return {{"id", claim.at("id")}, {"runs", out}};
}

void check_words(const Json& claim, const std::string& path) {
    const std::string rule = claim.value("rule", std::string("compare"));
    if (rule != "compare" && rule != "growth" && rule != "cited")
        refuse_in(path, ".rule", {" must be compare, growth or cited, not ", claim.at("rule"), "."});
    std::size_t deciding = 0;
    for (const Json& compare : claim.at("compare")) {
        const std::string role = compare.value("role", std::string());
        if (!role.empty() && role != "condition" && role != "beside")
            refuse_in(path, ".compare", {" has a role that is neither condition nor beside: ", compare.at("role"), "."});
        deciding += role.empty() ? 1 : 0;
    }
    if (rule != "cited" && deciding == 0)
        refuse_in(path, ".compare", {" must have a comparison as the article has it."});
}

std::size_t comparisons(const Json& claims) {
    std::size_t count = 0;
    for (const Json& claim : claims) count += claim.at("compare").size();
    return count;
}

bool wanted(const Json& input, const Json& id) {
    const auto only = input.find("only");
    return only == input.end() || std::find(only->begin(), only->end(), id) != only->end();
}

void check_only(const Json& input, const Json& claims) {
    const auto only = input.find("only");
    if (only == input.end()) return;
    for (const Json& id : *only) {
        const bool known =
            std::any_of(claims.begin(), claims.end(), [&id](const Json& claim) { return claim.at("id") == id; });
        if (!known) refuse("only", {"only must name claims of the file; ", id, " is none."});
    }
}

Json judge_all(const Json& input) {
    const Json& file = input.at("claims");
    const Json& claims = file.at("claims");
    check_only(input, claims);
    const std::size_t count = comparisons(claims);
    const double rate = file.at("errorRate").get<double>();
    if (!(rate > 0 && rate < 1)) refuse("errorRate", {"errorRate must be a number above 0 and below 1."});
    const Test test{1 - rate / (2 * static_cast<double>(std::max<std::size_t>(count, 1)))};
    Json out = {{"errorRate", rate}, {"comparisons", count}, {"claims", Json::array()}};
    std::size_t at = 0;
    for (const Json& claim : claims) {
        const std::string path = "claims[" + std::to_string(at++) + "]";
        if (!wanted(input, claim.at("id"))) continue;
        check_words(claim, path);
        const auto results = input.find("results");
        out["claims"].push_back(results == input.end() ? needs_of(claim, path, file.at("runs"))
                                                       : judge_claim(claim, path, *results, test));
    }
    return out;
}

}  // namespace

std::string judge(const std::string& text) {
    constexpr std::size_t most = std::size_t{1} << 28;  // results of fleets with thousands of replicas
    const Json input = parse_json(text, "What is to be judged", most);
    try {
        return judge_all(input).dump();
    } catch (const Json::exception&) {
        refuse("claims", {"claims is not as a file of claims must be: an object with errorRate, runs and claims, "
        "each claim with id and compare."});
    }
}

}  // namespace p2c::reproduce
