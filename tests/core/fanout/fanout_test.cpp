// Fan-out against exact distribution functions.
#include <cmath>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "../../support/refusal.h"

using namespace check;

namespace {

Json fanout(const Json& more = Json::object()) {
    return with({{"experiment", "fanout"}, {"requests", 20000}, {"replications", 10}, {"seed", 11}}, more);
}

/// A series' shares against the exact ones beside them. All tests together compare a few thousand points: within 5 standard
/// errors, which one point misses with probability 6e-7 (Bonferroni).
void check_tail(const Json& series) {
    for (std::size_t k = 0; k < series.at("time").size(); ++k) {
        const double exact = series.at("exact")[k], found = series.at("value")[k];
        const double samples = series.at("beyond")[k].get<double>() / found;
        const double error = std::sqrt(exact * (1 - exact) / samples);
        INFO("beyond " << series.at("time")[k] << ": " << found << ", exact " << exact);
        // Fewer than ten expected samples are not normal.
        if (exact * samples > 10) CHECK(std::abs(found - exact) < 5 * error);
    }
}

}  // namespace

TEST_CASE("theory beside a fan-out is not that of a separate computation", "[fanout]") {
    for (const Json& row : reference("reference/fanout.json").at("rows")) {
        INFO(row.dump());
        const Json result = run(fanout({{"leaves", row.at("leaves")}, {"secondCall", row.at("secondCall")}, {"requests", 2}, {"replications", 1}}));
        const Json& theory = result.at("theory");
        for (const char* q : {"p50", "p90", "p95", "p99", "p999"})
            CHECK(theory.at("request").at(q).get<double>() == Approx(row.at(q).get<double>()).epsilon(1e-7));
        CHECK(theory.at("extraCalls").get<double>() == Approx(row.at("extra").get<double>()).margin(1e-9));
    }
    for (const auto& [leaves, target] : reference("reference/fanout.json").at("target").items())
        CHECK(value(run(fanout({{"leaves", std::stoi(leaves)}, {"requests", 2}, {"replications", 1}})), "leafTarget") == Approx(target.get<double>()).epsilon(1e-12));
}

TEST_CASE("leaves or requests do not follow their distribution functions", "[fanout][long]") {
    for (const Json& row : reference("reference/fanout.json").at("rows")) {
        const int leaves = row.at("leaves");
        if (leaves > 100) continue;
        INFO(row.dump());
        const Json result = run(fanout({{"leaves", leaves}, {"secondCall", row.at("secondCall")}, {"requests", 10000}}));
        check_tail(result.at("series").at("requestTail"));
        check_tail(result.at("series").at("leafTail"));
        // p99 and p99.9 may stand on an edge of the law, where a sample shows anything; a bucket is .1 % wide.
        for (const char* q : {"p50", "p90", "p95"}) {
            if (leaves == 10 && row.at(q) > 50) continue;
            CHECK(deviation(measure(result, std::string("request.") + q), row.at(q), 0.0005 * row.at(q).get<double>()) < kErrors);
        }
        CHECK(deviation(measure(result, "extraCalls"), row.at("extra"), 1e-12) < kErrors);
        CHECK(deviation(measure(result, "slowRequests"), result.at("theory").at("slowRequests")) < kErrors);
    }
}

TEST_CASE("means of a fan-out are not the integrals of its distribution function", "[fanout]") {
    const Json& means = reference("reference/fanout.json").at("means");
    for (const Json& second : {Json{{"id", "none"}}, Json{{"id", "after-quantile"}}, Json{{"id", "after-time"}}})
        CHECK(deviation(measure(run(fanout({{"secondCall", second}})), "request.mean"), means.at(second.at("id").get<std::string>())) < kErrors);
}

TEST_CASE("a percentile on an edge of the law is shown without a word", "[fanout]") {
    // The share of stalls equals what is beyond the p99 of a leaf, and .9951 % of the requests have a leaf that stalls twice.
    const Json hedged = run(fanout({{"secondCall", {{"id", "after-quantile"}}}}));
    CHECK(warns(hedged, "knife-edge"));
    const Json& p99 = metric(hedged, "request.p99");
    const double exact = hedged.at("theory").at("request").at("p99");
    CHECK(p99.at("pooledLow").get<double>() <= exact);
    CHECK(exact <= p99.at("pooledHigh").get<double>());
    CHECK(p99.at("pooledHigh").get<double>() > 1.2 * p99.at("pooledLow").get<double>());
    CHECK_FALSE(warns(run(fanout({{"stalls", {{"probability", 0}}}})), "knife-edge"));
}

TEST_CASE("a fan-out at its limits is not the simpler one", "[fanout]") {
    const auto path = [](const Json& more) { return figures(run(fanout(with({{"requests", 1000}, {"replications", 2}}, more)))); };
    CHECK(path({{"secondCall", {{"id", "after-time"}, {"delay", 1e9}}}}) == path(Json::object()));
    // One leaf is the request.
    const Json one = run(fanout({{"leaves", 1}}));
    CHECK(one.at("metrics").at("leaf") == one.at("metrics").at("request"));
    // All but the slowest of two: the faster one, 1 − (1 − F)².
    const Json fastest = run(fanout({{"leaves", 2}, {"spare", 1}}));
    check_tail(fastest.at("series").at("requestTail"));
    // Fifty of a hundred exponential leaves: H_100 − H_50.
    double mean = 0;
    for (int k = 51; k <= 100; ++k) mean += 1.0 / k;
    const Json half = run(fanout({{"spare", 50}, {"service", {{"id", "exponential"}}}, {"stalls", {{"probability", 0}}}}));
    CHECK(deviation(measure(half, "request.mean"), mean) < kErrors);
    check_tail(half.at("series").at("requestTail"));
    // All hundred: H_100.
    for (int k = 1; k <= 50; ++k) mean += 1.0 / k;
    CHECK(deviation(measure(run(fanout({{"service", {{"id", "exponential"}, {"mean", 1}}}, {"stalls", {{"probability", 0}}}})), "request.mean"), mean) < kErrors);
}

TEST_CASE("a second call changes the first ones", "[fanout]") {
    // What a first call takes is the same with and without: slow requests are counted by first calls alone.
    const Json without = run(fanout()), hedged = run(fanout({{"secondCall", {{"id", "after-time"}, {"delay", 0}}}}));
    CHECK(metric(without, "slowRequests") == metric(hedged, "slowRequests"));
    CHECK(value(hedged, "extraCalls") == 1);
}

TEST_CASE("a fan-out depends on how it is cut", "[fanout]") {
    const Json config = fanout({{"leaves", 7}, {"requests", 300}, {"replications", 4}, {"secondCall", {{"id", "after-quantile"}}}});
    const std::string text = run_text(config);
    CHECK(run_text(config, {}, 1) == text);
    CHECK(p2c::merge({run_text(config, {0, 1}), run_text(config, {1, 4})}) == text);
}

TEST_CASE("a fan-out that makes no sense is run", "[fanout]") {
    check_refused("fanout", R"("leaves":5,"spare":5)", "spare");
    check_refused("fanout", R"("stalls":{"from":10,"to":9})", "stalls.to");
    check_refused("fanout", R"("leaves":0)", "leaves");
    check_refused("fanout", R"("leaves":10000,"requests":100000000)", "requests");
    check_refused("fanout", R"("secondCall":{"id":"after-quantile","quantile":1})", "secondCall.quantile");
}
