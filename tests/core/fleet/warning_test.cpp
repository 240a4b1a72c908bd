// Figures that have no ground are not shown, and a run that is too short says so.
#include <cmath>
#include <tuple>

#include "../../support/fleet.h"

using namespace check;

TEST_CASE("a load of 1 or more is reported as if it had a steady state", "[fleet]") {
    for (const double load : {1.0, 1.05, 2.0})
        for (const Json& policy : {random_policy(), choices(2), least()}) {
            const Json result = run(fleet(4, load, policy, {{"requests", 5000}, {"replications", 3}}));
            INFO("load " << load << ", " << policy.dump());
            CHECK(warns(result, "no-steady-state"));
            for (const char* kind : {"wait", "latency"})
                for (const char* name : {"mean", "p50", "p99"}) {
                    const Json& metric = result.at("metrics").at(kind).at(name);
                    CHECK(metric.at("value").is_null());
                    CHECK(metric.at("reason") == "no-steady-state");
                    CHECK(metric.at("pooled").get<double>() > 0);
                }
            for (const Json& warning : result.at("warnings")) {
                const std::string message = warning.at("message");
                CHECK(message.back() == '.');
                CHECK(message.find('\n') == std::string::npos);
            }
        }
    CHECK_FALSE(
        warns(run(fleet(4, 0.95, random_policy(), {{"requests", 5000}, {"replications", 3}})), "no-steady-state"));
}

TEST_CASE("replicas that leave, or join too late, overload the others and nobody says so", "[fleet]") {
    const auto message = [](double load, const Json& policy, const Json& change, const Json& more = Json::object()) {
        const Json result = run(with(fleet(4, load, policy, {{"requests", 5000}, {"replications", 3}, {"changes", change}}), more));
        for (const Json& w : result.at("warnings"))
            if (w.at("id") == "no-steady-state") {
                CHECK(result.at("metrics").at("wait").at("mean").at("value").is_null());
                return w.at("field").get<std::string>() + ": " + w.at("message").get<std::string>();
            }
        return std::string();
    };
    const Json one_leaves = {{"id", "leave"}, {"count", 1}, {"at", 0.5}}, two_join = {{"id", "join"}, {"count", 2}, {"at", 0.5}};
    for (const Json& policy : {random_policy(), choices(2), least(), Json{{"id", "sticky"}}}) {
        // Four replicas at .8 are three at 1.067; at .7 they are three at .933.
        CHECK(message(0.8, policy, one_leaves).find("changes: There is no steady state: for the 3 replicas that are there in the end the load is 106.7 %") == 0);
        CHECK(message(0.7, policy, one_leaves).empty());
        CHECK(message(1.2, policy, one_leaves).find("load: There is no steady state: for the 3 replicas that are there in the end the load is 160 %") == 0);
        // Who joins in time relieves the others; at the end of the run is too late.
        CHECK(message(0.7, policy, two_join).empty());
        CHECK(message(0.7, policy, with(two_join, {{"at", 1}})).find("the 2 replicas that are there in the end the load is 140 %") != std::string::npos);
        CHECK(message(0.8, policy, one_leaves, {{"queues", {{"id", "bounded"}, {"waiting", 9}}}}).empty());
    }
    // Speeds 1, 2, 2 and 3 at .6 are offered 4.8; without the last the three have 5, and at random the slow one gets 1.6.
    const Json speeds = {{"machines", {{"id", "speeds"}, {"speeds", {1, 2, 2, 3}}}}};
    CHECK(message(0.6, least(), one_leaves, speeds).empty());
    CHECK(message(0.6, random_policy(), one_leaves, speeds).find("replica 0 a load of 160 %") != std::string::npos);
    CHECK(message(0.7, least(), one_leaves, speeds).find("the load is 112 %") != std::string::npos);
}

TEST_CASE("waits above capacity do not grow with the run, or those below do", "[fleet]") {
    // Above capacity work piles up at the rate load − 1, so a run of twice the length waits twice as long on average.
    const auto mean = [](double load, int requests) {
        const Json result = run(fleet(8, load, choices(2), {{"requests", requests}, {"replications", 10}}));
        return result.at("metrics").at("wait").at("mean").value("pooled", 0.0);
    };
    CHECK(mean(1.05, 100000) / mean(1.05, 50000) == Approx(2).margin(0.2));
    // Load taken on the median of the sizes would make .95 of the lognormal law 1.42 times capacity.
    const Json config =
        fleet(8, 0.95, choices(2), {{"service", lognormal(0.9)}, {"requests", 50000}, {"replications", 10}});
    const Json found = run(config), longer = run(with(config, {{"requests", 100000}}));
    CHECK(deviation(measure(found, "realisedLoad"), 0.95) < kErrors);
    const Estimate one = measure(found, "wait.mean"), two = measure(longer, "wait.mean");
    CHECK(std::abs(two.mean - one.mean) < kErrors * std::hypot(one.error, two.error));
}

TEST_CASE("a run too short for its load does not say so, or a long one does", "[fleet]") {
    // 64 replicas at random at .95: 20,000 requests show a mean wait of 10 instead of 19.
    const Json config = fleet(64, 0.95, random_policy(), {{"requests", 20000}, {"replications", 1}});
    const Json result = run(config);
    CHECK(warns(result, "run-too-short"));
    CHECK(value(result, "wait.mean") < 15);
    for (const Json& warning : result.at("warnings")) {
        if (warning.at("id") != "run-too-short") continue;
        // Kept time 16,000/(.95·64) over the relaxation time 1/(1 − √.95)².
        const double covered = 16000 / (0.95 * 64) * std::pow(1 - std::sqrt(0.95), 2);
        CHECK(warning.at("covered").get<double>() == Approx(covered).epsilon(0.05));
        CHECK(warning.contains("field"));
    }
    // At .5 a relaxation time is 11.66 mean sizes; 50 of them are asked for, of all replications together. Arrivals of
    // one run come 1 % early or late.
    for (const auto& [requests, replications, enough] :
         {std::tuple(22000, 1, false), std::tuple(25000, 1, true), std::tuple(4400, 5, false)})
        CHECK(warns(run(fleet(64, 0.5, random_policy(), {{"requests", requests}, {"replications", replications}})),
                    "run-too-short") != enough);
    CHECK_FALSE(
        warns(run(fleet(64, 0.5, random_policy(), {{"requests", 200000}, {"replications", 4}})), "run-too-short"));
    CHECK_FALSE(warns(run(fleet(4, 0.8, choices(2), {{"requests", 200000}, {"replications", 10}})), "run-too-short"));
}

TEST_CASE("a percentile is shown that too few requests stand behind", "[fleet]") {
    // 40 kept requests: a 99.9th percentile needs 1,000 to be known and 100 beyond it, 100,000, to be sure of.
    const Json few =
        run(fleet(2, 0.5, random_policy(), {{"requests", 50}, {"replications", 1}})).at("metrics").at("wait");
    CHECK(few.at("p999").at("value").is_null());
    CHECK(few.at("p999").at("reason") == "few-samples");
    CHECK(few.at("p99").at("value").is_null());
    CHECK(few.at("p90").at("value").is_number());
    CHECK(few.at("p90").at("flag") == "few-samples");
    const Json some =
        run(fleet(2, 0.5, random_policy(), {{"requests", 5000}, {"replications", 1}})).at("metrics").at("wait");
    CHECK(some.at("p999").at("value").is_number());
    CHECK(some.at("p999").at("flag") == "few-samples");
    CHECK_FALSE(some.at("p50").contains("flag"));
    CHECK_FALSE(some.at("p90").contains("flag"));
}

TEST_CASE("one replication shows an interval", "[fleet]") {
    const Json result = run(fleet(4, 0.5, choices(2), {{"requests", 5000}, {"replications", 1}}));
    for (const char* name : {"utilisation", "realisedLoad", "realisedRate", "meanLoad"}) {
        CHECK(result.at("metrics").at(name).at("low").is_null());
        CHECK(result.at("metrics").at(name).at("high").is_null());
    }
    CHECK(result.at("metrics").at("wait").at("mean").at("low").is_null());
}

TEST_CASE("warm-up is not a share of the arrivals, or counts into the figures", "[fleet]") {
    // Nothing waits behind nothing: the first request of a fleet never waits; without warm-up it is among those
    // counted.
    for (const double warmup : {0.0, 0.5, 0.9}) {
        const Json result =
            run(fleet(1, 0.5, random_policy(), {{"requests", 1000}, {"replications", 3}, {"warmup", warmup}}));
        const Json& tail = result.at("series").at("waitTail");
        const double waiting = tail.at("beyond").at(0), share = tail.at("value").at(0);
        CHECK(waiting / share == Approx(3000 * (1 - warmup)).epsilon(1e-9));
    }
}
