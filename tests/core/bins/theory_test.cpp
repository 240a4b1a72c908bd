// The theory beside bins: exact laws, limits, and what a result says about where they hold.
#include <chrono>
#include <cmath>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "bins/theory/fluid.h"
#include "bins/theory/one_choice.h"

using check::Json;

namespace {

double at(const p2c::bins::MaxLaw& law, double k) {
    const double i = k - law.from;
    return i < 0 || i >= double(law.probability.size()) ? 0 : law.probability[std::size_t(i)];
}

Json theory(const Json& changes) {
    return check::run(
               check::with({{"experiment", "bins"}, {"bins", 100}, {"ballsPerBin", 1}, {"replications", 2}}, changes))
        .at("theory");
}

const Json& item(const Json& theory, const std::string& id) {
    for (const Json& found : theory.at("items"))
        if (found.at("id") == id) return found;
    throw std::runtime_error("no item " + id);
}

}  // namespace

TEST_CASE("the law of the fullest bin of one choice is not the exact one", "[theory]") {
    for (const Json& row : check::reference("reference/bins_small.json").at("rows")) {
        if (row.at("policy").at("id") != "random") continue;
        const auto law = p2c::bins::one_choice_max(row.at("bins"), row.at("balls"));
        REQUIRE(law);
        for (const auto& [k, p] : row.at("max").items()) {
            INFO(row.at("bins") << " bins, " << row.at("balls") << " balls, " << k);
            std::string text = p.is_string() ? p.get<std::string>() : p.dump();
            const auto slash = text.find('/');
            const double exact = std::stod(text) / (slash == std::string::npos ? 1 : std::stod(text.substr(slash + 1)));
            CHECK(std::abs(at(*law, std::stod(k)) - exact) < 1e-11);
        }
    }
}

TEST_CASE("the law of one choice is off the table, up to 10^9 bins", "[theory]") {
    for (const Json& row : check::reference("reference/one_choice.json").at("rows")) {
        INFO(row.at("bins") << " bins, " << row.at("balls") << " balls");
        const auto law = p2c::bins::one_choice_max(row.at("bins"), row.at("balls"));
        REQUIRE(law);
        CHECK(std::abs(law->mean - row.at("mean").get<double>()) < 1e-8);
        if (row.contains("sd")) CHECK(std::abs(law->deviation - row.at("sd").get<double>()) < 1e-7);
        CHECK(law->quantile(0.5) == row.at("p50").get<double>());
        CHECK(law->quantile(0.9) == row.at("p90").get<double>());
        CHECK(law->quantile(0.99) == row.at("p99").get<double>());
        CHECK(law->mode() == row.at("mode").get<double>());
        if (row.contains("max"))
            for (const auto& [k, p] : row.at("max").items())
                CHECK(std::abs(at(*law, std::stod(k)) - p.get<double>()) < 2e-7);
    }
}

TEST_CASE("steps of more than one change the law of one choice", "[theory]") {
    // At 10,000 balls per bin the law is computed at every second level; its scale is known: one bin in n is beyond the
    // (1 − 1/n) quantile of a normal variable, about.
    const auto law = p2c::bins::one_choice_max(100, 1e6);
    REQUIRE(law);
    CHECK(law->step > 1);
    double sum = 0;
    for (const double p : law->probability) sum += p;
    CHECK(sum == Approx(1).margin(1e-10));
    CHECK((law->mean - 1e4) / 100 == Approx(2.508).margin(0.04));  // 2.5076 for a normal sample of 100
}

TEST_CASE("the law of one choice takes long", "[theory]") {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 10; ++k) REQUIRE(p2c::bins::one_choice_max(1e9, 1e9 + k));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    CHECK(took.count() < 0.5);  // 1 ms on a quiet machine
}

TEST_CASE("the fluid limit at one ball per bin is off", "[theory]") {
    for (const Json& row : check::reference("reference/fluid.json").at("one_ball_per_bin")) {
        p2c::bins::FluidRule rule;
        rule.looks = row.at("looks");
        rule.beta = row.value("beta", 1.0);
        rule.threshold = row.value("threshold", 0.0);
        rule.left = row.value("left", false);
        const auto state = p2c::bins::fluid(rule, {1}).front();
        CHECK(state.known);
        double k = 0;
        for (const double exact : row.at("share")) {
            INFO(row.dump() << " level " << k + 1);
            CHECK(std::abs(state.profile.at(++k) - exact) < 1e-9);
        }
    }
}

TEST_CASE("the travelling wave of d choices is off", "[theory]") {
    for (const Json& row : check::reference("reference/fluid.json").at("wave")) {
        p2c::bins::FluidRule rule;
        rule.looks = row.at("looks");
        for (const double time : {40.0, 1000.0}) {
            const auto state = p2c::bins::fluid(rule, {time}).front();
            REQUIRE(state.known);
            for (const auto& [level, share] : row.at("share").items())
                CHECK(std::abs(state.profile.at(time + std::stod(level)) - share.get<double>()) < 1e-9);
            for (const auto& [bins, gap] : row.at("gap").items())
                CHECK(std::abs(state.profile.mean_max(std::stod(bins)) - time - gap.get<double>()) < 1e-6);
        }
    }
}

TEST_CASE("a result's theory is not that of its policy", "[theory]") {
    SECTION("one choice: exact") {
        const Json t = theory({{"policy", {{"id", "random"}}}, {"ballsPerBin", 10}, {"replications", 400}});
        CHECK(t.at("exact") == true);
        CHECK(t.at("gap").at("value").get<double>() == Approx(8.76166001749).margin(1e-9));
        CHECK(t.at("gapAt").front().get<double>() == Approx(3.23259523879).margin(1e-9));
        CHECK(item(t, "one-choice-heavy").at("holds") == false);
        CHECK_FALSE(item(t, "one-choice-heavy").at("why").get<std::string>().empty());
    }
    SECTION("the same law under other names") {
        const Json random = theory({{"policy", {{"id", "random"}}}});
        for (const Json& policy : {Json{{"id", "choices"}, {"d", 1}}, Json{{"id", "one-plus-beta"}, {"beta", 0}}})
            CHECK(theory({{"policy", policy}}).at("max") == random.at("max"));
    }
    SECTION("two choices: limit") {
        const Json t = theory({{"policy", {{"id", "choices"}, {"d", 2}}}});
        CHECK(t.at("exact") == false);
        CHECK(t.at("max").at("probability").at(2).get<double>() == Approx(0.58854).margin(1e-5));
        CHECK(item(t, "choices-double-log").at("holds") == true);
        CHECK(item(t, "choices-double-log").at("value").get<double>() ==
              Approx(std::log(std::log(100.0)) / std::log(2.0)));
        CHECK(item(t, "layered-induction").at("values") ==
              Json({0.5, 0.25, 0.0625, item(t, "layered-induction").at("values").at(3),
                    item(t, "layered-induction").at("values").at(4)}));
    }
    SECTION("level loads") {
        const Json t = theory({{"policy", {{"id", "least"}}}, {"ballsPerBin", 2.5}});
        CHECK(t.at("gap").at("value") == 0.5);
        CHECK(t.at("exact") == true);
    }
    SECTION("(1+β)") {
        const Json t = theory({{"policy", {{"id", "one-plus-beta"}, {"beta", 0.5}}}, {"ballsPerBin", 20}});
        CHECK(item(t, "one-plus-beta").at("value").get<double>() == Approx(std::log(100.0) / 0.5));
        CHECK(item(t, "one-plus-beta").at("holds") == true);
    }
    SECTION("Gonnet's form is within a tenth of the exact mean") {
        const Json t = theory({{"policy", {{"id", "random"}}}, {"bins", 10000}});
        CHECK(item(t, "one-choice-gonnet").at("value").get<double>() ==
              Approx(t.at("max").at("value").get<double>()).epsilon(0.1));
    }
}

TEST_CASE("the profile beside the data is not that of the data", "[theory]") {
    // Every level within four standard errors of the exact shares of one choice.
    const Json result = check::run({{"experiment", "bins"},
                                    {"bins", 50},
                                    {"ballsPerBin", 3},
                                    {"policy", {{"id", "random"}}},
                                    {"replications", 20}});
    const Json& exact = result.at("theory").at("profile");
    REQUIRE(exact.size() == result.at("metrics").at("profile").size());
    for (std::size_t k = 0; k < exact.size(); ++k) {
        const double p = exact.at(k);
        const double error = std::sqrt(p * (1 - p) / (50 * 20)) + 1e-9;
        CHECK(std::abs(check::value(result, "profile." + std::to_string(k)) - p) < check::kErrors * error);
    }
}

TEST_CASE("the catalogue does not list the laws of a result", "[theory]") {
    const Json catalogue = Json::parse(p2c::catalogue());
    for (const Json& experiment : catalogue.at("experiments")) {
        if (experiment.at("id") != "bins") continue;
        const Json t = theory(Json::object());
        REQUIRE(experiment.at("laws").size() == t.at("items").size());
        for (std::size_t i = 0; i < t.at("items").size(); ++i) {
            CHECK(experiment.at("laws").at(i).at("id") == t.at("items").at(i).at("id"));
            CHECK_FALSE(experiment.at("laws").at(i).at("range").get<std::string>().empty());
        }
    }
}
