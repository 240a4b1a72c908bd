// Mistakes that real load balancers and simulators made, each with what it would show. Sources are public bug reports.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

/// Share of replicas 0, 1, …, of one run.
std::vector<double> shares(const Json& result) {
    std::vector<double> out;
    for (const Json& m : result.at("metrics").at("share")) out.push_back(m.at("value"));
    return out;
}

}  // namespace

// envoy 11004, 14859; yarp 2065; grpc-java 12237.
TEST_CASE("the same replica is looked at twice, and gets a request although it is the fullest", "[fleet]") {
    // One of four replicas takes a thousand mean service times for a request, the others a hundredth of one. Distinct looks
    // always meet one that answers: it gets a request when it has none, some thirty times in this run. Looks that may repeat
    // meet it twice in one of 16.
    const Json stuck = {{"machines", {{"id", "speeds"}, {"speeds", {1e-3, 100, 100, 100}}}}, {"warmup", 0}, {"requests", 100000},
                        {"replications", 1}};
    const double distinct = shares(run(fleet(4, 0.01, choices(2), stuck)))[0];
    const double repeated = shares(run(fleet(4, 0.01, choices(2, true), stuck)))[0];
    INFO(distinct << " " << repeated);
    CHECK(distinct < 0.001);
    CHECK(std::abs(repeated - 1.0 / 16) < kErrors * std::sqrt(15.0 / 256 / 100000) + distinct);
}

// envoy 20420: P(a given replica is looked at) with C looks of N: C/N, not 1 − ((N − 1)/N)^C.
TEST_CASE("a replica is looked at with another probability than its share of the looks", "[fleet]") {
    for (const auto& [n, d] : {std::pair{4, 2}, std::pair{30, 20}, std::pair{6, 6}}) {
        for (const bool replacement : {false, true}) {
            const Json config = fleet(n, 0.5, choices(d, replacement), {{"requests", 100000}});
            const auto live = p2c::create_run(config.dump());
            double met = 0;
            constexpr int trials = 20000;
            for (int k = 0; k < trials; ++k) {
                live->step(1);
                const std::vector<double> looks = live->snapshot("looks");
                met += std::find(looks.begin() + 1, looks.end(), 0.0) != looks.end();
            }
            const double p = replacement ? 1 - std::pow((n - 1.0) / n, d) : static_cast<double>(d) / n;
            INFO(n << " replicas, " << d << " looks, " << replacement << ": " << met / trials << ", exact " << p);
            CHECK(std::abs(met / trials - p) <= kErrors * std::sqrt(p * (1 - p) / trials));
        }
    }
}

// sozu 1411: all are looked at, and a coin decides between the two lightest. With two replicas that is random.
TEST_CASE("two choices among two replicas wait as long as random ones", "[fleet]") {
    const Estimate two = measure(run(fleet(2, 0.9, choices(2))), "wait.mean");
    CHECK(two.mean < 6);  // exactly 4.4749; a coin between both would give 9
}

// shenyu 7986: requests sent since the start are taken for load.
TEST_CASE("a slow replica gets its tenth of the requests, as if loads were lifetime counts", "[fleet]") {
    // Ten replicas of one worker, one five times slower, at .7 of the capacity: 3.04 % of the requests go to it (an
    // independent program, good to about 1 %).
    const Json machines = {{"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 5}}}, {"requests", 200000}};
    const Estimate found = measure(run(fleet(10, 0.7, choices(2), machines)), "share.0");
    INFO(found.mean << " +- " << found.error);
    CHECK(deviation(found, 0.0304, 0.000304) < kErrors);
}

// sozu 1412, go-zero 732, kubernetes 3640: dispatchers share a stream of random numbers, and go the same way.
TEST_CASE("two dispatchers send their first requests to the same replica more often than one in n", "[fleet][long]") {
    constexpr int n = 16, trials = 3000;
    int same = 0;
    for (int seed = 1; seed <= trials; ++seed) {
        // Two requests on an idle fleet, each dispatcher blind to what the other did.
        const Json config = fleet(n, 0.01, least(), {{"requests", 2}, {"warmup", 0}, {"replications", 1}, {"seed", seed},
                                  {"information", {{"scope", {{"id", "dispatchers"}, {"count", 64}, {"sees", "own"}}}}}});
        const std::vector<double> got = shares(run(config));
        same += std::find(got.begin(), got.end(), 1.0) != got.end();
    }
    const double p = 1.0 / n;
    INFO(same << " of " << trials);
    CHECK(std::abs(same - trials * p) < kErrors * std::sqrt(trials * p * (1 - p)));
}

// evalscope 1641: twenty thousand requests are far from the steady state at .95, with or without a fifth discarded.
TEST_CASE("a warm-up that is too short is taken for the steady state", "[fleet]") {
    // The exact mean wait is 19. From an empty fleet 20,000 requests show 9.5, or 10.7 after a fifth is discarded (an
    // independent program, good to about 1 %).
    for (const auto& [warmup, mean] : {std::pair{0.0, 9.5}, std::pair{0.2, 10.7}}) {
        const Json result = run(fleet(64, 0.95, random_policy(), {{"requests", 20000}, {"warmup", warmup}}));
        const Estimate found = measure(result, "wait.mean");
        INFO(warmup << ": " << found.mean << " +- " << found.error);
        CHECK(deviation(found, mean, 0.015 * mean) < kErrors);
        CHECK(warns(result, "run-too-short"));
    }
}

TEST_CASE("the limit of an infinite fleet is taken for the value of a hundred replicas", "[fleet][long]") {
    // Mean time in system, looks that may repeat, as an independent program found it (about .2 %): 2.660 at .9 and 5.88 at
    // .99, where the limits are 2.6141 and 5.4320.
    for (const auto& [load, requests, time] : {std::tuple{0.9, 400000, 2.660}, std::tuple{0.99, 4000000, 5.88}}) {
        const Estimate found = measure(run(fleet(100, load, choices(2, true), {{"requests", requests}})), "latency.mean");
        INFO(load << ": " << found.mean << " +- " << found.error);
        CHECK(deviation(found, time, 0.003 * time) < kErrors);
        CHECK(found.mean > time * 1.005 * (load < 0.95 ? 2.6141 / 2.660 : 5.4320 / 5.88));
    }
}
