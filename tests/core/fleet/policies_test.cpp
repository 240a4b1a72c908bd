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

TEST_CASE("memory or groups do not shorten waits as they should", "[fleet]") {
    const double random = mean_wait(random_policy()), two = mean_wait(choices(2)), three = mean_wait(choices(3));
    const double memory = mean_wait({{"id", "memory"}}), left = mean_wait({{"id", "groups"}}), thin = mean_wait({{"id", "thinning"}});
    // A remembered place is as good as a second look or better (Mitzenmacher, Prabhakar, Shah 2002).
    CHECK(memory < two);
    CHECK(left < two * 1.02);
    CHECK(three < left);
    CHECK(two < thin);
    CHECK(thin < random);
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
