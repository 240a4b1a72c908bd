// Memory, groups and thinning in a fleet: at their limits they walk the path of simpler policies.
#include "../../support/fleet.h"

using namespace check;

namespace {

std::string path(const Json& policy) {
    Json result = run(fleet(8, 0.85, policy, {{"requests", 4000}, {"replications", 3}}));
    result["metrics"].erase("probesPerRequest");
    return figures(result);
}

double mean_wait(const Json& policy) { return value(run(fleet(32, 0.9, policy, {{"requests", 100000}, {"replications", 10}})), "wait.mean"); }

}  // namespace

TEST_CASE("a policy at its limit is not the simpler one, request for request", "[fleet]") {
    CHECK(path({{"id", "groups"}, {"d", 1}}) == path(random_policy()));
    CHECK(path({{"id", "thinning"}, {"threshold", 1e9}}) == path(random_policy()));
    CHECK(path({{"id", "memory"}, {"remembered", 0}}) == path(random_policy()));
    CHECK(path({{"id", "memory"}, {"fresh", 2}, {"remembered", 0}}) == path(choices(2, true)));
    CHECK(path({{"id", "memory"}, {"fresh", 3}, {"remembered", 0}}) == path(choices(3, true)));
}

TEST_CASE("groups or thinning do not shorten waits as they should", "[fleet]") {
    const double random = mean_wait(random_policy()), two = mean_wait(choices(2)), three = mean_wait(choices(3));
    const double left = mean_wait({{"id", "groups"}}), thin = mean_wait({{"id", "thinning"}});
    CHECK(left < two * 1.02);
    CHECK(three < left);
    CHECK(two < thin);
    CHECK(thin < random);
}

TEST_CASE("one look and one remembered replica do not have the queues of many replicas", "[fleet]") {
    // The limit of many replicas (Luczak, Norris 2013): what is remembered changes so much faster than the queues that it
    // has a law of its own, p. With m remembered and f found, the next m is m if f = m and min(f, m) + 1 otherwise.
    const double load = 0.9;
    std::vector<double> s = {1, load}, p = {0};  // s[k]: share of replicas with at least k; p[k]: probability of k
    double least = 1;                            // probability that at least k is remembered
    for (std::size_t k = 1; k < 6; ++k) {
        s.push_back(load * s[k] * least);
        p.push_back(((s[k - 1] - s[k]) * least + p[k - 1] * s[k]) / (1 - (s[k] - s[k + 1])));
        least -= p[k];
    }
    const Json result = run(fleet(1000, load, {{"id", "memory"}}, {{"requests", 400000}, {"warmup", 0.3}, {"replications", 10}}));
    for (std::size_t k = 1; k < 6; ++k) {
        INFO("at least " << k);
        CHECK(deviation(measure(result, "queueTail." + std::to_string(k)), s[k], 0.003) < kErrors);
    }
}

TEST_CASE("thinning relative to an average that no balancer knows is run in a fleet", "[fleet]") {
    try {
        p2c::create_run(fleet(8, 0.85, {{"id", "thinning"}, {"relativeTo", "average"}}, Json::object()).dump());
        FAIL_CHECK("accepted");
    } catch (const p2c::ConfigError& error) {
        CHECK(error.field == "policy.relativeTo");
        CHECK(error.message.find("policy.relativeTo") == 0);
    }
}
