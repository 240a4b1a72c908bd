// Keys, policies that go by them, and weighted policies: against exact shares and waits, and at limits that must coincide.
#include <cmath>

#include "../../support/fleet.h"
#include "model/keys.h"

using namespace check;

namespace {

Json zipf(int count, double exponent) { return {{"keys", {{"id", "zipf"}, {"count", count}, {"exponent", exponent}}}}; }
const Json sticky = {{"id", "sticky"}};
Json bounded(double factor) { return {{"id", "bounded"}, {"factor", factor}}; }
Json affinity(int set, int d) { return {{"id", "affinity"}, {"set", set}, {"d", d}}; }

std::string path(const Json& policy, const Json& more = Json::object()) {
    Json result = run(with(fleet(8, 0.5, policy, {{"requests", 4000}, {"replications", 3}}), more));
    result["metrics"].erase("probesPerRequest");
    return figures(result);
}

Estimate mean_wait(int n, double load, const Json& policy, const Json& more = Json::object()) {
    return measure(run(with(fleet(n, load, policy), more)), "wait.mean");
}

void refused(const Json& policy, const Json& more, const std::string& field) {
    try {
        p2c::create_run(fleet(8, 0.5, policy, more).dump());
        FAIL_CHECK("accepted");
    } catch (const p2c::ConfigError& error) {
        CHECK(error.field == field);
        CHECK(error.message.find(field) == 0);
    }
}

}  // namespace

TEST_CASE("keys do not come as often as Zipf's law says", "[fleet][keys]") {
    for (const double s : {0.0, 1.0, 1.7}) {
        Json config = fleet(4, 0.5, sticky, zipf(20, s));
        p2c::Keys keys(Json::parse(p2c::create_run(config.dump())->result()).at("config"));
        keys.begin(5, 0);
        const int draws = 400000;
        std::vector<double> seen(20);
        for (int i = 0; i < draws; ++i) ++seen[keys.of(static_cast<std::uint64_t>(i))];
        double total = 0, chi = 0;
        for (int k = 1; k <= 20; ++k) total += std::pow(k, -s);
        for (int k = 1; k <= 20; ++k) {
            const double expected = draws * std::pow(k, -s) / total;
            chi += (seen[static_cast<std::size_t>(k - 1)] - expected) * (seen[static_cast<std::size_t>(k - 1)] - expected) / expected;
        }
        CHECK(std::abs(chi - 19) < kErrors * std::sqrt(2 * 19.0));
    }
}

TEST_CASE("sticky shares are not the sums of the probabilities of the keys", "[fleet][keys]") {
    const Json result = run(fleet(4, 0.3, sticky, zipf(30, 1)));
    p2c::Keys keys(result.at("config"));
    std::vector<double> exact(4);
    for (std::uint32_t k = 0; k < 30; ++k) exact[keys.first(k, 4)] += keys.probability(k);
    for (std::size_t i = 0; i < 4; ++i) {
        INFO("replica " << i);
        CHECK(deviation(measure(result, "share." + std::to_string(i)), exact[i]) < kErrors);
    }
}

TEST_CASE("a replica that its keys overload is not named", "[fleet][keys]") {
    const Json config = fleet(4, 0.5, sticky, with(zipf(1, 1), {{"requests", 5000}, {"replications", 2}}));
    const Json result = run(config);
    const std::uint32_t hot = p2c::Keys(result.at("config")).first(0, 4);
    bool named = false;
    for (const Json& w : result.at("warnings"))
        if (w.at("id") == "no-steady-state") {
            named = w.at("replica") == hot;
            CHECK(w.at("message").get<std::string>().find("200 %") != std::string::npos);  // all of .5 · 4 on one of speed 1
        }
    CHECK(named);
    CHECK_FALSE(warns(run(with(config, {{"load", 0.2}})), "no-steady-state"));
}

TEST_CASE("replicas that a hot key overloads together are not named", "[fleet][keys]") {
    const auto message = [](double load, const Json& policy, const Json& more) {
        const Json result = run(with(fleet(6, load, policy, {{"requests", 2000}, {"replications", 2}}), more));
        for (const Json& w : result.at("warnings"))
            if (w.at("id") == "no-steady-state") return w.at("message").get<std::string>();
        return std::string();
    };
    // One key of two replicas, at .4 · 6 over 2; looked at or not, they can serve no more than two.
    CHECK(message(0.4, affinity(2, 1), zipf(1, 1)).find("a load of 120 %") != std::string::npos);
    CHECK(message(0.4, affinity(2, 2), zipf(1, 1)).find("the 2 replicas of its set a load of 120 %") != std::string::npos);
    for (const int d : {1, 2, 3}) {
        CHECK(message(0.4, affinity(3, d), zipf(1, 1)).empty());
        CHECK(message(0.55, affinity(3, d), zipf(1, 1)).find("a load of 110 %") != std::string::npos);
    }
    // The second key's set is slow: 2/3 and 1/3 of .45 · 3.3 on what their sets serve.
    const Json two = with(zipf(2, 1), {{"machines", {{"id", "speeds"}, {"speeds", {1, 1, 1, 0.1, 0.1, 0.1}}}}});
    p2c::Keys keys(Json::parse(p2c::create_run(fleet(6, 0.45, affinity(2, 2), two).dump())->result()).at("config"));
    double most = 0;
    for (std::uint32_t key = 0; key < 2; ++key) {
        double capacity = 0;
        for (const std::uint32_t i : keys.first(key, 6, 2)) capacity += i < 3 ? 1 : 0.1;
        most = std::max(most, 0.45 * 3.3 * (key == 0 ? 2.0 : 1.0) / 3 / capacity);
    }
    INFO(most);
    CHECK(message(0.45, affinity(2, 2), two).empty() == (most < 1));
    // At random in the sets the shares of replicas are exact.
    const Json result = run(fleet(6, 0.3, affinity(3, 1), zipf(10, 1)));
    const std::vector<double> exact = p2c::Keys(result.at("config")).shares(3, 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(deviation(measure(result, "share." + std::to_string(i)), exact[i]) < kErrors);
}

TEST_CASE("a policy of keys at its limit is not the simpler one, request for request", "[fleet][keys]") {
    const Json keys = zipf(40, 0.7);
    CHECK(path(bounded(1e9), keys) == path(sticky, keys));
    CHECK(path(affinity(1, 1), keys) == path(sticky, keys));
    CHECK(path(bounded(1e9)) == path(random_policy()));
    CHECK(path(sticky) == path(random_policy()));
    CHECK(path(affinity(1, 1)) == path(sticky));
    CHECK(path(affinity(4, 2)) == path(choices(2)));
    for (const Json& policy : {sticky, bounded(1.25), affinity(4, 2), Json{{"id", "weighted-choices"}}, Json{{"id", "least-weighted"}}})
        CHECK(path(policy, with(keys, {{"engine", "lazy"}})) == path(policy, with(keys, {{"engine", "event-queue"}})));
}

TEST_CASE("d choices in a set of all replicas are not d choices", "[fleet][keys]") {
    const Estimate set = mean_wait(8, 0.8, affinity(8, 2), zipf(100, 1)), any = mean_wait(8, 0.8, choices(2));
    CHECK(deviation(set, any.mean, any.error) < kErrors);
    const Estimate weighted = mean_wait(8, 0.8, {{"id", "weighted-choices"}, {"d", 2}});
    CHECK(deviation(weighted, any.mean, any.error) < kErrors);
}

TEST_CASE("a bounded load passes its bound when a request is placed", "[fleet][keys]") {
    const Json config = fleet(5, 0.9, bounded(1.3), with(zipf(3, 1), {{"requests", 3000}, {"warmup", 0}, {"replications", 1}}));
    auto live = p2c::create_run(config.dump());
    for (int i = 0; i < 3000; ++i) {
        live->step(1);
        const auto load = live->snapshot("load");
        double sum = 0;  // the new one counted, as in the bound
        for (const double x : load) sum += x;
        const auto placed = static_cast<std::size_t>(live->snapshot("looks")[0]);
        REQUIRE(load[placed] <= std::ceil(1.3 * sum / 5));
    }
}

TEST_CASE("the sum of the loads that is kept is not their sum", "[fleet][keys]") {
    // The lazy engine adds them up for each request; errors of 1e-300 in the readings have the event queue do so.
    for (const Json& more : {Json{{"replicas", 3}}, Json{{"replicas", 25}, {"workers", 3}}, Json{{"replicas", 14}, {"queues", {{"id", "bounded"}, {"waiting", 2}}}},
                             Json{{"replicas", 20}, {"machines", {{"id", "some-slow"}}}}})
        for (const char* id : {"in-flight", "waiting", "work"})
            for (const double factor : {1.05, 1.5}) {
                const Json config = with(with(fleet(1, 0.9, bounded(factor), {{"requests", 2000}, {"replications", 2}}), more), with(zipf(50, 1), signal(id)));
                INFO(config.dump());
                const std::string kept = figures(run(config));
                CHECK(kept == figures(run(with(config, {{"engine", "lazy"}}))));
                CHECK(kept == figures(run(with(config, {{"engine", "event-queue"}}))));
                CHECK(kept == figures(run(with(config, {{"information", {{"jitter", 1e-300}}}}))));
                CHECK(kept == figures(run(with(config, {{"information", {{"scope", {{"id", "dispatchers"}, {"count", 5}, {"sees", "replicas"}}}}}}))));
            }
    const Json expiring = fleet(20, 0.95, bounded(1.2), {{"requests", 2000}, {"replications", 2}, {"deadline", {{"id", "at-expiry"}, {"wait", 1}}}});
    CHECK(figures(run(expiring)) == figures(run(with(expiring, {{"information", {{"jitter", 1e-300}}}}))));
}

TEST_CASE("weighted random replicas are not queues M/M/1 at the load of the fleet", "[fleet][keys]") {
    // Shares follow the speeds, so replica i is M/M/1 at the load ρ with a mean wait of ρ/(1 − ρ)/speed.
    const std::vector<double> speeds = {1, 2, 0.5, 1.5};
    double exact = 0;  // Σ speed/Σ speeds · ρ/(1 − ρ)/speed
    for (std::size_t i = 0; i < 4; ++i) exact += 0.7 / 0.3 / 5;
    const Json machines = {{"machines", {{"id", "speeds"}, {"speeds", speeds}}}};
    const Json result = run(fleet(4, 0.7, {{"id", "weighted-random"}}, machines));
    CHECK(deviation(measure(result, "wait.mean"), exact) < kErrors);
    for (std::size_t i = 0; i < 4; ++i) CHECK(deviation(measure(result, "share." + std::to_string(i)), speeds[i] / 5) < kErrors);
    CHECK_FALSE(warns(result, "no-steady-state"));
}

TEST_CASE("weighted least connections ignores activity, or breaks ties by a fixed order", "[fleet][keys]") {
    // Weights 1:2 and no completion: 10 of 30 picks and 20.
    const Json config = fleet(2, 10, {{"id", "least-weighted"}, {"weights", {1, 2}}},
                              {{"requests", 30}, {"warmup", 0}, {"replications", 20}, {"service", {{"id", "deterministic"}}}, {"deadline", {{"id", "none"}}},
                               {"arrivals", {{"id", "batches"}, {"size", 30}}}});
    const Json result = run(config);
    CHECK(std::abs(30 * value(result, "share.0") - 10) <= 1);
    // Almost nothing under way: all tie, and each gets the same share.
    const Json idle = run(fleet(4, 0.001, {{"id", "least-weighted"}}, {{"requests", 20000}}));
    for (int i = 0; i < 4; ++i) CHECK(deviation(measure(idle, "share." + std::to_string(i)), 0.25) < kErrors);
}

TEST_CASE("what keys or weights cannot mean is run", "[fleet][keys]") {
    refused(affinity(9, 2), Json::object(), "policy.set");
    refused(affinity(2, 3), Json::object(), "policy.d");
    refused(bounded(1), Json::object(), "policy.factor");
    refused({{"id", "weighted-choices"}, {"d", 9}}, Json::object(), "policy.d");
    refused({{"id", "weighted-random"}, {"weights", {1, 0}}}, Json::object(), "policy.weights[1]");
    refused(sticky, zipf(0, 1), "keys.count");
    // The orders of a million keys at a hundred dispatchers that each know another part of the fleet.
    refused(sticky, with(zipf(1000000, 1), {{"information", {{"scope", {{"id", "dispatchers"}, {"count", 100}}}, {"subset", {{"id", "random"}, {"size", 4}}}}}}), "keys.count");
    for (const char* id : {"weighted-choices", "least-weighted"})
        for (const char* what : {"work", "latency"}) refused({{"id", id}}, signal(what), "information.signal");
    for (const char* what : {"in-flight", "waiting", "outstanding"})
        for (const char* id : {"weighted-random", "weighted-choices", "least-weighted"}) p2c::create_run(fleet(8, 0.5, {{"id", id}}, signal(what)).dump());
    p2c::create_run(fleet(8, 0.5, {{"id", "weighted-random"}}, signal("work")).dump());  // reads no load
    CHECK_THROWS_AS(p2c::create_run(R"({"experiment":"bins","policy":{"id":"sticky"}})"), p2c::ConfigError);
}
