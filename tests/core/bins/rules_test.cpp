// Settings that make no sense together, and what a result says about its runs.
#include <cmath>

#include "../../support/bins.h"

using namespace check;

namespace {

void check_refused(const Json& more, const std::string& field) {
    const Json config = with({{"experiment", "bins"}}, more);
    INFO(config.dump());
    try {
        p2c::create_run(config.dump());
        FAIL_CHECK("accepted");
    } catch (const p2c::ConfigError& error) {
        INFO(error.message);
        CHECK(error.field == field);
        CHECK(error.message.find(field) != std::string::npos);
        CHECK(error.message.back() == '.');
        CHECK(error.message.find('\n') == std::string::npos);
    }
}

Json noise(const char* id) { return {{"information", {{"noise", {{"id", id}}}}}}; }

}  // namespace

TEST_CASE("a combination that makes no sense is run", "[bins]") {
    for (const char* policy : {"random", "round-robin", "least", "memory", "groups", "thinning"}) {
        check_refused({{"policy", {{"id", policy}}}, {"graph", {{"id", "cycle"}}}}, "graph.id");
        check_refused(with(noise("adversary"), {{"policy", {{"id", policy}}}}), "information.noise.id");
    }
    check_refused({{"policy", {{"d", 3}}}, {"graph", {{"id", "cycle"}}}}, "graph.id");
    check_refused({{"policy", {{"replacement", true}}}, {"graph", {{"id", "cycle"}}}}, "policy.replacement");
    check_refused(with(noise("adversary"), {{"policy", {{"d", 3}}}}), "information.noise.id");
    check_refused({{"bins", 2}, {"graph", {{"id", "cycle"}}}}, "bins");
    check_refused({{"bins", 100}, {"graph", {{"id", "hypercube"}}}}, "bins");
    check_refused({{"bins", 4}, {"graph", {{"id", "regular"}}}}, "graph.degree");
    check_refused({{"bins", 9}, {"graph", {{"id", "regular"}, {"degree", 3}}}}, "graph.degree");
    check_refused({{"bins", 3}, {"policy", {{"id", "groups"}, {"d", 4}}}}, "policy.d");
    check_refused({{"weights", {{"id", "pareto"}, {"max", 1}}}}, "weights.max");
    check_refused({{"weights", {{"id", "pareto"}, {"alpha", 0}}}}, "weights.alpha");
    check_refused({{"weights", {{"id", "two-point"}, {"ratio", 0.5}}}}, "weights.ratio");
    check_refused({{"capacities", {{"id", "two-sizes"}, {"share", 1.5}}}}, "capacities.share");
    check_refused({{"information", {{"freshness", {{"id", "batched"}, {"balls", 0}}}}}}, "information.freshness.balls");
    check_refused({{"information", {{"freshness", {{"id", "yesterday"}}}}}}, "information.freshness.id");
    check_refused({{"information", {{"age", 1}}}}, "information.age");
}

TEST_CASE("a process that cannot fit into memory is started", "[bins]") {
    check_refused({{"bins", 1e9}, {"engine", "direct"}}, "bins");
    check_refused({{"bins", 1e9}, {"ballsPerBin", 1}, {"weights", {{"id", "exponential"}}}}, "bins");
    check_refused({{"bins", 1e8}, {"engine", "direct"}, {"information", {{"freshness", {{"id", "batched"}}}}}}, "bins");
    check_refused({{"bins", 1e7}, {"information", {{"freshness", {{"id", "delayed"}, {"balls", 1e9}}}}}}, "bins");
    check_refused({{"bins", 1e8}, {"graph", {{"id", "regular"}, {"degree", 16}}}}, "bins");
}

TEST_CASE("the distributions over the runs are not those of the runs", "[bins]") {
    const Json config = {{"experiment", "bins"}, {"bins", 20}, {"ballsPerBin", 5}, {"replications", 300}, {"policy", {{"id", "random"}}}};
    const Json metrics = run(config).at("metrics");
    for (const char* name : {"gap", "max", "min"}) {
        const auto counts = counts_of(each(config, name));
        const Json& shares = metrics.at(std::string(name) + "Runs");
        const auto first = metrics.at(std::string(name) + "RunsFrom").get<std::size_t>();
        CHECK(first + shares.size() == counts.size());
        for (std::size_t k = 0; k < shares.size(); ++k) {
            const double share = shares[k].at("value");
            CHECK(share == Approx(counts[first + k] / 300));
            CHECK(shares[k].at("low") <= share);
            CHECK(shares[k].at("high") >= share);
        }
    }
    // All runs alike: Wilson's interval for 300 of 300 begins at 300/(300 + z^2).
    const Json sure = run(with(config, {{"policy", {{"id", "round-robin"}}}})).at("metrics").at("maxRuns");
    CHECK(sure.size() == 1);
    CHECK(sure[0].at("value") == 1.0);
    CHECK(sure[0].at("low").get<double>() == Approx(300 / (300 + 3.841458820694124)));
    CHECK(sure[0].at("high") == 1.0);
}

TEST_CASE("the largest gap of a run is not the largest of its checkpoints", "[bins]") {
    const Json config = {{"experiment", "bins"}, {"bins", 20}, {"ballsPerBin", 8}, {"replications", 1}, {"checkpoints", {1, 2, 3, 5, 8}},
                         {"information", {{"freshness", {{"id", "batched"}, {"balls", 37}}}}}};
    const Json result = run(config);
    const auto gaps = result.at("series").at("gapAt").at("value").get<std::vector<double>>();
    CHECK(value(result, "largestGap") == *std::max_element(gaps.begin(), gaps.end()));
}

TEST_CASE("the gap is not taken from the true average, or weights are counted as balls", "[bins]") {
    // m = 150, n = 100 and a fullest bin of 3 make a gap of 1.5.
    const Json config = {{"experiment", "bins"}, {"bins", 100}, {"ballsPerBin", 1.5}, {"replications", 50}};
    const auto max = each(config, "max"), gap = each(config, "gap");
    int threes = 0;
    for (std::size_t i = 0; i < max.size(); ++i) {
        threes += max[i] == 3;
        if (max[i] == 3) CHECK(gap[i] == 1.5);
    }
    CHECK(threes > 0);
    for (const char* weights : {"exponential", "pareto", "two-point"}) {
        const Json heavy = with(config, {{"weights", {{"id", weights}}}, {"replications", 1}});
        auto run = p2c::create_run(with(heavy, {{"replications", 2}}).dump());
        run->step(149);
        double sum = 0;
        for (double x : run->snapshot("load")) sum += x;
        CHECK(sum != std::floor(sum));
        run->step(1);
        const Json metrics = check::run(heavy).at("metrics");
        CHECK(metrics.at("balls").at("value") == 150);
        CHECK(metrics.at("profile").at(0).at("value") == 1.0);
    }
}

TEST_CASE("loads too far apart for a profile bring the run down", "[bins]") {
    // All balls of a batch go to the lowest number: a load of 10^6 beside an empty bin.
    const Json result = run({{"experiment", "bins"}, {"bins", 2}, {"ballsPerBin", 100000}, {"replications", 2}, {"policy", {{"ties", "first-index"}}},
                             {"information", {{"freshness", {{"id", "batched"}, {"balls", 200000}}}}}});
    CHECK(value(result, "max") == 200000);
    CHECK(result.at("metrics").at("profile").empty());
    CHECK(result.at("metrics").at("maxRuns").size() == 1);
}

TEST_CASE("probes per ball are not the loads that are read", "[bins]") {
    const auto probes = [](const Json& policy, const Json& more = Json::object()) {
        return value(run(with({{"experiment", "bins"}, {"bins", 50}, {"ballsPerBin", 10}, {"replications", 2}, {"policy", policy}}, more)),
                     "probesPerBall");
    };
    CHECK(probes({{"id", "memory"}}) == Approx(2 - 1 / 500.0));  // the first ball remembers nothing
    CHECK(probes({{"id", "groups"}, {"d", 3}}) == 3);
    CHECK(probes({{"id", "thinning"}}) == 1);  // the second look is taken unread
    CHECK(probes({{"id", "choices"}}, {{"graph", {{"id", "cycle"}}}}) == 2);
    CHECK(probes({{"id", "choices"}, {"d", 3}}, {{"weights", {{"id", "exponential"}}}}) == 3);
}
