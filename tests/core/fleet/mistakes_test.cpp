// Famous mistakes as settings of their own, to be seen beside what is right: each against what it must do.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../support/fleet.h"
#include "../../support/refusal.h"

using namespace check;

namespace {

Json sent(const Json& more = Json::object()) { return with(signal("sent"), more); }
Json slow_one() { return {{"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 5}}}}; }

/// Smallest and largest share of the requests of n replicas.
std::pair<double, double> shares(const Json& result) {
    std::vector<double> all;
    for (const Json& m : result.at("metrics").at("share")) all.push_back(m.at("value"));
    return {*std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}

}  // namespace

// sozu 1411.
TEST_CASE("a coin between the two lightest of two replicas is anything but random", "[fleet]") {
    // Two M/M/1 queues at .9: a mean wait of 9.
    const Json result = run(fleet(2, 0.9, {{"id", "lightest-two"}}));
    close(result, "wait.mean", 9);
    CHECK(value(result, "probesPerRequest") == 2);
}

TEST_CASE("a coin between the two lightest takes a third", "[fleet][bins]") {
    // Followed by hand: what it joins is among the two lightest, and the lighter of two that differ half of the time.
    constexpr int n = 5;
    const Json config = fleet(n, 0.9, {{"id", "lightest-two"}}, {{"requests", 40000}, {"warmup", 0}, {"replications", 1}});
    auto run = p2c::create_run(config.dump());
    std::vector<double> before(n, 0);
    int wrong = 0;
    double unlike = 0, lighter = 0;
    for (int k = 0; k < 40000; ++k) {
        run->step(1);
        const std::vector<double> looks = run->snapshot("looks");
        CHECK(looks.size() == n + 1);
        const auto joined = static_cast<std::size_t>(looks[0]);
        before = run->snapshot("load");
        before[joined] -= 1;  // as it was met
        std::vector<double> sorted = before;
        std::sort(sorted.begin(), sorted.end());
        wrong += before[joined] > sorted[1];
        if (sorted[0] == sorted[1]) continue;
        ++unlike;
        lighter += before[joined] == sorted[0];
    }
    CHECK(wrong == 0);
    INFO(lighter << " of " << unlike);
    CHECK(unlike > 1000);
    CHECK(std::abs(lighter - unlike / 2) < kErrors * std::sqrt(unlike / 4));
    // In bins with one ball per bin the second lightest is empty all but the last time: nobody gets two but by that coin.
    const Json bins = {{"experiment", "bins"}, {"bins", 20}, {"ballsPerBin", 1}, {"policy", {{"id", "lightest-two"}}}, {"replications", 4000}, {"seed", 5}};
    const auto maxima = each(bins, "max");
    const double twos = static_cast<double>(std::count(maxima.begin(), maxima.end(), 2.0));
    CHECK(std::count(maxima.begin(), maxima.end(), 1.0) + twos == 4000);
    CHECK(std::abs(twos - 2000) < kErrors * std::sqrt(1000.0));
}

// shenyu 7986.
TEST_CASE("lifetime counters spare a slow replica", "[fleet]") {
    // It gets its tenth, which at .7 of the fleet's capacity is .7 · 9.2/10 · 5 = 3.22 times what it can serve.
    for (const Json& policy : {choices(2), least(), one_plus_beta(0.5)}) {
        INFO(policy.dump());
        const Json result = run(brief(10, 0.7, policy, with(sent(), slow_one())));
        const auto [fewest, most] = shares(result);
        CHECK(fewest > 0.099);
        CHECK(most < 0.101);
        CHECK(warns(result, "no-steady-state"));
        CHECK(metric(result, "wait.p99").at("reason") == "no-steady-state");
    }
    const Json counted = run(brief(10, 0.7, choices(2), slow_one()));
    CHECK_FALSE(warns(counted, "no-steady-state"));
    CHECK(shares(counted).first < 0.035);
    // A steady state that they do have has the waits of a separate queue for each, with steadier arrivals than at random.
    CHECK(measure(run(fleet(10, 0.8, choices(2), sent())), "wait.mean").mean < 4);
}

TEST_CASE("requests ever sent are not what was sent", "[fleet]") {
    // By hand: of the replicas looked at, the one with the fewest so far.
    for (const Json& more : {Json::object(), slow_one(), Json{{"deadline", {{"id", "on-arrival"}, {"wait", 0.5}}}}}) {
        const Json config = fleet(6, 0.9, choices(2), with(sent(more), {{"requests", 5000}, {"warmup", 0}, {"replications", 1}}));
        auto run = p2c::create_run(config.dump());
        std::vector<int> counts(6, 0);
        int wrong = 0;
        for (int k = 0; k < 5000; ++k) {
            run->step(1);
            const std::vector<double> looks = run->snapshot("looks");
            const auto joined = static_cast<std::size_t>(looks[0]);
            for (std::size_t i = 1; i < looks.size(); ++i) wrong += counts[static_cast<std::size_t>(looks[i])] < counts[joined];
            ++counts[joined];
        }
        INFO(more.dump());
        CHECK(wrong == 0);
    }
}

TEST_CASE("requests ever sent depend on how old nothing is, or on who shares them", "[fleet]") {
    const auto path = [](const Json& information) {
        return figures(run(fleet(8, 0.8, choices(2), {{"requests", 4000}, {"replications", 2}, {"information", with({{"signal", "sent"}}, information)}})));
    };
    const std::string fresh = path(Json::object());
    for (const Json& freshness : {Json{{"id", "periodic"}, {"every", 0x1p-24}}, Json{{"id", "delayed"}, {"by", 0x1p-24}}, Json{{"id", "delayed"}, {"by", 0}}}) {
        INFO(freshness.dump());
        CHECK(path({{"freshness", freshness}}) == fresh);
    }
    CHECK(path({{"freshness", {{"id", "delayed"}, {"by", 5}}}}) != fresh);
    CHECK(path({{"freshness", {{"id", "periodic"}, {"every", 5}}}}) != fresh);
    for (const char* sees : {"own", "replicas"}) {
        CHECK(path({{"scope", {{"id", "dispatchers"}, {"count", 1}, {"sees", sees}}}}) == fresh);
        CHECK((path({{"scope", {{"id", "dispatchers"}, {"count", 4}, {"sees", sees}}}}) == fresh) == (std::string(sees) == "replicas"));
    }
}

// scipy 15133, rand 1042, and the first draft of an article: 105 % for 95 %.
TEST_CASE("a load that is set by the median size is the load", "[fleet]") {
    const auto at = [](double sigma, double load, const char* calibration) {
        return brief(16, load, choices(2), {{"service", lognormal(sigma)}, {"calibration", calibration}});
    };
    // Mean over median is e^(σ²/2).
    for (const double sigma : {0.4474, 0.9}) {
        const Json result = run(at(sigma, 0.95, "median"));
        close(result, "realisedLoad", 0.95 * std::exp(sigma * sigma / 2));
        CHECK(warns(result, "no-steady-state"));
        CHECK(metric(result, "wait.p99").at("value").is_null());
    }
    // At half of that it is a fleet at that load, request for request.
    const double load = 0.5 * std::exp(0.405);
    const Json asked = run(at(0.9, 0.5, "median"));
    CHECK_FALSE(warns(asked, "no-steady-state"));
    close(asked, "realisedLoad", load);
    const Estimate waits = measure(asked, "wait.mean"), by_mean = measure(run(at(0.9, load, "mean")), "wait.mean");
    CHECK(std::abs(waits.mean - by_mean.mean) < 1e-6 * by_mean.mean);
    // Where all sizes are alike there is nothing to mistake.
    const Json alike = brief(8, 0.8, choices(2), {{"service", deterministic()}});
    CHECK(figures(run(with(alike, {{"calibration", "median"}}))) == figures(run(alike)));
}

TEST_CASE("the load of a live run forgets how it is set", "[fleet]") {
    const Json config = fleet(16, 0.5, choices(2), {{"service", lognormal(0.9)}, {"calibration", "median"}});
    auto run = p2c::create_run(config.dump());
    run->step(1000);
    const double rate = run->snapshot("clock").at(1);
    CHECK(rate == Approx(16 * 0.5 * std::exp(0.405)).epsilon(1e-12));
    run->set("load", 0.25);
    CHECK(run->snapshot("clock").at(1) == Approx(rate / 2).epsilon(1e-12));
}

// ai-agent-book 225 and many.
TEST_CASE("an index from 0 is taken for a rank", "[fleet]") {
    // All sizes are 1 and nobody waits long: latencies of a hundred kept requests, one run. The p99 of 100 is the 99th; at the
    // index 99 from 0 stands the 100th, the longest of all. Of 99 both are the last but none.
    const auto p99 = [](int requests, const char* percentile, const char* name) {
        return value(run(fleet(4, 0.9, random_policy(), {{"requests", requests}, {"warmup", 0}, {"replications", 1}, {"percentile", percentile}})), name);
    };
    CHECK(p99(100, "floor", "wait.p99") == Approx(p99(100, "floor", "wait.max")).epsilon(0.001));
    CHECK(p99(100, "nearest", "wait.p99") < p99(100, "nearest", "wait.max") * 0.999);
    CHECK(p99(100, "floor", "wait.max") == p99(100, "nearest", "wait.max"));
    for (const char* name : {"wait.p50", "wait.p90", "wait.p99", "latency.p99"}) {
        CHECK(p99(101, "floor", name) == p99(101, "nearest", name));  // 50.5, 90.9, 99.99
        CHECK(p99(200, "floor", name) > p99(200, "nearest", name));
    }
}

TEST_CASE("a mistake is accepted where it means nothing", "[fleet][input]") {
    check_refused("fleet", R"("information":{"signal":"sent"},"engine":"lazy")", "engine");
    check_refused("fleet", R"("information":{"signal":"sent","ownSends":true})", "information.ownSends");
    check_refused("fleet", R"("information":{"signal":"sent"},"hedge":{"id":"after-time","after":4})", "information.signal");
    check_refused("fleet", R"("engine":"profile","replicas":1000000000,"percentile":"floor")", "engine");
    check_refused("fleet", R"("engine":"profile","replicas":1000000000,"load":0.8,"calibration":"median")", "engine");
    check_refused("fleet", R"("load":9,"service":{"id":"lognormal","sigma":2},"calibration":"median")", "calibration");
    check_refused("fleet", R"("calibration":"mode")", "calibration");
    check_refused("fleet", R"("percentile":"ceil")", "percentile");
    CHECK_NOTHROW(p2c::check(R"({"experiment":"fleet","information":{"signal":"sent","scope":{"id":"dispatchers","count":3}}})"));
}
