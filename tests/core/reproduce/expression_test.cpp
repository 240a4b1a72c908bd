// What a claim's number is made of: arithmetic that carries noise and rounding, metrics out of results, fitted slopes.
#include <cmath>

#include "../../support/catch.h"
#include "base/error.h"
#include "base/statistics.h"
#include "reproduce/expression.h"

using p2c::ConfigError;
using p2c::Json;
using namespace p2c::reproduce;

namespace {

/// Two runs of ten replications; the standard errors are .1 and .2.
Json results() {
    const double t = p2c::student_t(0.975, 9);
    const auto metric = [t](double value, double error) {
        return Json{{"value", value}, {"low", value - t * error}, {"high", value + t * error}};
    };
    Json list = Json::array();
    for (const double share : {0.5, 0.25, 0.125}) list.push_back({{"value", share}});
    Json law = {{"from", 2}, {"step", 1}, {"probability", Json::array({0.5, 0.3, 0.2})}};
    Json a = {{"replications", {{"from", 0}, {"to", 10}, {"of", 10}}},
              {"metrics", {{"gap", metric(2, 0.1)}, {"wait", {{"p99", metric(8, 0.2)}}}, {"profileFrom", 3}, {"profile", list}, {"lost", {{"value", nullptr}, {"reason", "lost"}}}}},
              {"theory", {{"gap", {{"value", 1.9}}}, {"p50", 3.5}, {"max", law}}}};
    Json b = a;
    b["metrics"]["gap"] = metric(4, 0.2);
    return {{"a", a}, {"b", b}};
}

Quantity value(const char* text) { return evaluate(Json::parse(text), "ours", results()); }

std::string refused(const char* text) {
    try {
        value(text);
    } catch (const ConfigError& error) {
        CHECK(error.field == "ours");
        CHECK(error.message.rfind("ours ", 0) == 0);
        CHECK(error.message.back() == '.');
        return error.message;
    }
    FAIL_CHECK("accepted: " << text);
    return "";
}

}  // namespace

TEST_CASE("metrics carry the standard error of their replications, theory carries none", "[reproduce]") {
    CHECK(value("\"a:gap\"").value == 2);
    CHECK(value("\"a:gap\"").error() == Approx(0.1).epsilon(1e-9));
    CHECK(value("\"a:gap\"").degrees() == 9);
    CHECK(value("\"a:gap\"").error_of(1) == Approx(0.1 * std::sqrt(10.0)).epsilon(1e-9));
    CHECK(value("\"a:wait.p99\"").value == 8);
    CHECK(value("\"a:profile.4\"").value == 0.25);  // the list begins at level 3
    CHECK(value("\"a:theory.gap\"").value == 1.9);
    CHECK(value("\"a:theory.p50\"").value == 3.5);
    CHECK(value("\"a:theory.gap\"").error() == 0);
}

TEST_CASE("arithmetic carries noise to first order, and rounding as a bound", "[reproduce]") {
    const Quantity ratio = value(R"(["/", "b:gap", "a:gap"])");
    CHECK(ratio.value == 2);
    CHECK(ratio.error() == Approx(std::sqrt(0.1 * 0.1 + 0.1 * 0.1)).epsilon(1e-9));  // .2/2 and 2·.1/2
    CHECK(value(R"(["-", "b:gap", "a:gap"])").error() == Approx(std::sqrt(0.05)).epsilon(1e-9));
    CHECK(value(R"(["*", 3, "a:gap"])").error() == Approx(0.3).epsilon(1e-9));
    CHECK(value(R"(["ln", "a:gap"])").error() == Approx(0.05).epsilon(1e-9));
    CHECK(value(R"(["sqrt", "b:gap"])").error() == Approx(0.05).epsilon(1e-9));
    CHECK(value(R"(["^", "a:gap", 3])").error() == Approx(1.2).epsilon(1e-9));
    CHECK(value(R"(["exp", 1])").value == Approx(2.718281828459045).epsilon(1e-14));
    const Quantity figures = value(R"(["/", {"about": 15.8, "digits": 1}, {"about": 3.2, "digits": 1}])");
    CHECK(figures.value == Approx(4.9375));
    CHECK(figures.error() == 0);
    CHECK(figures.slack == Approx(0.05 / 3.2 + 0.05 * 15.8 / (3.2 * 3.2)));
}

TEST_CASE("a quantity that is used twice is one source of noise", "[reproduce]") {
    CHECK(value(R"(["-", "a:gap", "a:gap"])").error() == 0);
    CHECK(value(R"(["/", "a:gap", "a:gap"])").error() == Approx(0).margin(1e-15));
    CHECK(value(R"(["+", "a:gap", "a:gap"])").error() == Approx(0.2).epsilon(1e-9));
}

TEST_CASE("slopes are those of exact lines, with the noise of their points", "[reproduce]") {
    CHECK(value(R"(["slope", [1, 2, 4, 7], [5, 8, 14, 23]])").value == Approx(3).epsilon(1e-12));
    CHECK(value(R"(["slope", [["ln", 10], ["ln", 1000]], [["ln", 3], ["ln", 30]]])").value == Approx(0.5).epsilon(1e-12));
    const Quantity noisy = value(R"(["slope", [0, 2], ["a:gap", "b:gap"]])");
    CHECK(noisy.value == Approx(1));
    CHECK(noisy.error() == Approx(std::sqrt(0.05) / 2).epsilon(1e-9));
}

TEST_CASE("spread of one replication, and chances of the fullest bin", "[reproduce]") {
    const Quantity spread = value(R"(["deviation", "a:gap"])");
    CHECK(spread.value == Approx(0.1 * std::sqrt(10.0)).epsilon(1e-9));
    CHECK(spread.error() == Approx(spread.value / std::sqrt(18.0)).epsilon(1e-9));
    CHECK(value(R"(["deviation", "a:theory.gap"])").value == 0);
    CHECK(value(R"(["chance", "a", 3])").value == Approx(0.5));
    CHECK(value(R"(["chance", "a", 2])").value == Approx(1));
    CHECK(value(R"(["chance", "a", 9])").value == 0);
}

TEST_CASE("what is no expression is refused in a sentence", "[reproduce]") {
    for (const char* text : {"\"gap\"", "\"c:gap\"", "\"a:nothing\"", "\"a:lost\"", "\"a:profile.9\"", "[\"%\", 1, 2]", "[\"/\", 1]",
                             "[\"/\", 1, 0]", "[\"ln\", 0]", "[\"slope\", [1], [1]]", "[\"slope\", [2, 2], [1, 3]]", "[]", "{}", "null",
                             "[\"chance\", \"c\", 1]", "[\"slope\", 1, 2]", "{\"about\": 1}"})
        refused(text);
    CHECK(refused("\"c:gap\"").find("\"c\"") != std::string::npos);
}

TEST_CASE("the runs that an expression needs are found at any depth", "[reproduce]") {
    std::set<std::string> names;
    find_runs(Json::parse(R"(["+", ["slope", [1, 2], ["x:gap", ["ln", "y:gap"]]], ["*", ["chance", "z", 3], ["deviation", "w:max"]]])"), "ours", names);
    CHECK(names == std::set<std::string>{"w", "x", "y", "z"});
}
