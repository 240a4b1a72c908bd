// Verdicts come from their rules: at the edges of intervals, for every rule, and with the error rate that is stated.
#include <cmath>

#include "../../support/catch.h"
#include "base/error.h"
#include "base/json.h"
#include "base/statistics.h"
#include "lab.h"

using p2c::Json;

namespace {

constexpr double kError = 0.1;  // of the mean of 16 replications

Json results() {
    const double t = p2c::student_t(0.975, 15);
    const auto result = [](const Json& metric) {
        return Json{{"replications", {{"of", 16}}}, {"metrics", {{"x", metric}}}};
    };
    return {{"noisy", result({{"value", 10.0}, {"low", 10 - t * kError}, {"high", 10 + t * kError}})}, {"exact", result({{"value", 10.0}})}};
}

Json compare(const char* text) { return Json::parse(text); }

/// The judgement on one claim with these comparisons, the only ones of their file.
Json judged(const std::vector<Json>& list, const std::string& rule = "compare") {
    Json claim = {{"id", "X-1"}, {"rule", rule}, {"compare", Json::array()}};
    for (const Json& one : list) claim["compare"].push_back(one);
    Json claims = Json::array();
    claims.push_back(claim);
    const Json input = {{"claims", {{"errorRate", 0.01}, {"runs", {{"noisy", Json::object()}, {"exact", Json::object()}}}, {"claims", claims}}}, {"results", results()}};
    return Json::parse(p2c::judge(input.dump())).at("claims").at(0);
}

std::string verdict(const std::vector<Json>& list, const std::string& rule = "compare") {
    return judged(list, rule).at("verdict").get<std::string>();
}

std::string outcome(const Json& one) { return judged({one}).at("compare").at(0).at("outcome").get<std::string>(); }

Json figure(double article, Json more = Json::object()) {
    more["ours"] = "noisy:x";
    more["article"] = article;
    return more;
}

const Json agreeing = compare(R"({"ours": "exact:x", "article": 10})");
const Json differing = compare(R"({"ours": "exact:x", "article": 11})");
const Json undecided = compare(R"({"ours": "noisy:x", "atLeast": 10})");

Json with_role(Json one, const char* role) {
    one["role"] = role;
    return one;
}

}  // namespace

TEST_CASE("a figure agrees just inside the interval and differs just outside", "[reproduce]") {
    const double margin = p2c::student_t(1 - 0.01 / 2, 15) * kError;
    CHECK(judged({figure(10)}).at("compare").at(0).at("margin").get<double>() == Approx(margin).epsilon(1e-9));
    CHECK(outcome(figure(10 + margin * 0.999)) == "agrees");
    CHECK(outcome(figure(10 + margin * 1.001)) == "differs");
    CHECK(outcome(figure(10 - margin * 1.001)) == "differs");
}

TEST_CASE("the article's noise, its last digit and a stated tolerance widen the interval", "[reproduce]") {
    const double t = p2c::student_t(1 - 0.01 / 2, 15);
    const auto margin = [](const Json& one) { return judged({one}).at("compare").at(0).at("margin").get<double>(); };
    CHECK(margin(figure(10, {{"runs", 16}})) == Approx(t * kError * std::sqrt(2.0)).epsilon(1e-9));
    CHECK(margin(figure(10, {{"runs", 1}})) == Approx(t * kError * std::sqrt(17.0)).epsilon(1e-9));
    CHECK(margin(figure(10, {{"digits", 1}})) == Approx(t * kError + 0.05).epsilon(1e-9));
    CHECK(margin(figure(20, {{"within", 0.1}})) == Approx(t * kError + 2).epsilon(1e-9));
}

TEST_CASE("without noise digits are demanded", "[reproduce]") {
    CHECK(outcome(compare(R"({"ours": ["/", 80, 3680], "article": 0.022, "digits": 3})")) == "agrees");
    CHECK(outcome(compare(R"({"ours": ["/", 80, 3680], "article": 0.023, "digits": 3})")) == "differs");
    CHECK(outcome(compare(R"({"ours": 0.9179, "article": 0.91, "digits": 2})")) == "differs");
    CHECK(outcome(compare(R"({"ours": ["+", 0.1, 0.2], "article": 0.3})")) == "agrees");
}

TEST_CASE("a bound is kept, broken or open", "[reproduce]") {
    const double margin = p2c::student_t(1 - 0.01 / 2, 15) * kError;
    const auto bound = [](const char* key, double at) { return Json{{"ours", "noisy:x"}, {key, at}}; };
    CHECK(outcome(bound("atLeast", 10 - margin * 1.001)) == "agrees");
    CHECK(outcome(bound("atLeast", 10 - margin * 0.999)) == "open");
    CHECK(outcome(bound("atLeast", 10 + margin * 0.999)) == "open");
    CHECK(outcome(bound("atLeast", 10 + margin * 1.001)) == "differs");
    CHECK(outcome(bound("atMost", 10 + margin * 1.001)) == "agrees");
    CHECK(outcome(bound("atMost", 10 - margin * 1.001)) == "differs");
    CHECK(outcome(compare(R"({"ours": "exact:x", "atLeast": 10, "atMost": 10})")) == "agrees");
}

TEST_CASE("verdicts follow from outcomes and roles", "[reproduce]") {
    const auto condition = [](const Json& one) { return with_role(one, "condition"); };
    const auto beside = [](const Json& one) { return with_role(one, "beside"); };
    CHECK(verdict({agreeing, agreeing}) == "reproduced");
    CHECK(verdict({agreeing, condition(differing), beside(differing)}) == "reproduced");
    CHECK(verdict({agreeing, differing}) == "differs");
    CHECK(verdict({differing, condition(agreeing)}) == "depends");
    CHECK(verdict({differing, condition(agreeing), condition(differing)}) == "differs");
    CHECK(verdict({differing, beside(agreeing)}) == "differs");
    CHECK(verdict({undecided}) == "open");
    CHECK(verdict({undecided, differing}) == "differs");
    CHECK(verdict({differing, condition(undecided)}) == "open");
    CHECK(verdict({agreeing}, "growth") == "asymptotic");
    CHECK(verdict({differing}, "growth") == "differs");
    CHECK(verdict({undecided}, "growth") == "open");
    CHECK(verdict({}, "cited") == "literature");
    CHECK(verdict({beside(differing)}, "cited") == "literature");
}

TEST_CASE("noise changes a verdict less often than the stated rate, over all comparisons", "[reproduce]") {
    // 200 comparisons: each is tested at errorRate/200, two-sided.
    std::vector<Json> many(200, figure(10));
    const Json claim = judged(many);
    CHECK(claim.at("compare").size() == 200);
    CHECK(claim.at("compare").at(0).at("margin").get<double>() == Approx(p2c::student_t(1 - 0.01 / 400, 15) * kError).epsilon(1e-9));
    CHECK(claim.at("compare").at(0).at("high").get<double>() == Approx(10 + p2c::student_t(0.975, 15) * kError).epsilon(1e-9));
}

TEST_CASE("without results the judge says which runs it needs; what is wrong it says in a sentence", "[reproduce]") {
    Json claims = Json::array();
    claims.push_back({{"id", "X-1"}, {"compare", Json::array({figure(10)})}});
    const Json file = {{"errorRate", 0.01}, {"runs", {{"exact", Json::object()}, {"noisy", Json::object()}}}, {"claims", claims}};
    const Json asked = Json::parse(p2c::judge(Json{{"claims", file}}.dump()));
    CHECK(asked.at("claims").at(0).at("runs") == Json::array({"noisy"}));
    CHECK(asked.at("comparisons") == 1);

    const auto refused = [](const Json& input) {
        try {
            p2c::judge(input.dump());
        } catch (const p2c::ConfigError& error) {
            CHECK(error.message.back() == '.');
            return error.field;
        }
        FAIL_CHECK("accepted");
        return std::string();
    };
    CHECK(refused({{"claims", file}, {"only", Json::array({"X-2"})}}) == "only");
    CHECK(refused({{"claims", 3}}) == "claims");
    CHECK(refused({{"claims", file}, {"results", Json::object()}}) == "claims[0].compare[0].ours");
    Json strange = file;
    strange["claims"][0]["compare"][0]["ours"] = "third:x";
    CHECK(refused({{"claims", strange}}) == "claims[0]");
    strange = file;
    strange["claims"][0]["compare"][0].erase("article");
    CHECK(refused({{"claims", strange}, {"results", results()}}) == "claims[0].compare[0]");
    strange = file;
    strange["claims"][0]["rule"] = "guess";
    CHECK(refused({{"claims", strange}}) == "claims[0].rule");
    strange = file;
    strange["claims"][0]["compare"][0]["role"] = "extra";
    CHECK(refused({{"claims", strange}}) == "claims[0].compare");
    strange = file;
    strange["errorRate"] = 0;
    CHECK(refused({{"claims", strange}}) == "errorRate");
}
