// Several faults at once: windows that add up, factors that multiply, coins that are each fault's own.
#include <cmath>

#include "../../support/fleet.h"
#include "../../support/refusal.h"

using namespace check;

namespace {

Json all(std::initializer_list<Json> faults) {
    Json list = Json::array();
    for (const Json& f : faults) list.push_back(f);
    Json out = Json::object();
    out["faults"] = list;
    return out;
}
Json slow(int replica, int replicas, double factor, double from, double to) {
    return {{"id", "slow"}, {"replica", replica}, {"replicas", replicas}, {"factor", factor}, {"from", from}, {"to", to}};
}
Json all_slow(double factor, double from, double to) { return {{"id", "all-slow"}, {"factor", factor}, {"from", from}, {"to", to}}; }
Json failing(int replica, int replicas, double share) { return {{"id", "failing"}, {"replica", replica}, {"replicas", replicas}, {"probability", share}}; }
Json stalls(double from, double to) { return {{"id", "stalls"}, {"probability", 0.1}, {"from", from}, {"to", to}}; }

Json small(const Json& more, const Json& policy = choices(2)) { return with(brief(6, 0.5, policy, {{"requests", 3000}, {"replications", 2}, {"warmup", 0}}), more); }

/// Loads and places of the requests from one to another.
std::vector<double> path(const Json& config, int from, int to) {
    auto run = p2c::create_run(config.dump());
    run->step(from);
    std::vector<double> out;
    for (int i = from; i < to; ++i) {
        run->step(1);
        out.push_back(run->snapshot("looks").at(0));
        for (const double x : run->snapshot("load")) out.push_back(x);
    }
    return out;
}

}  // namespace

TEST_CASE("no faults are something else than none that are named", "[fleet][faults]") {
    for (const Json& policy : {random_policy(), choices(2), least()})
        CHECK(run(small(Json::object(), policy)) == run(small(all({}), policy)));
}

TEST_CASE("one fault is another one under its older name", "[fleet][faults]") {
    for (const Json& fault : {slow(0, 2, 3, 0.2, 0.6), failing(0, 2, 0.5), stalls(0, 1), all_slow(2, 0.4, 0.6)}) {
        Json older = Json::object();
        older["fault"] = fault;
        CHECK(run(small(older)) == run(small(all({fault}))));
    }
    CHECK(run(small(Json{{"fault", {{"id", "none"}}}})) == run(small(Json::object())));
}

TEST_CASE("windows side by side are not one window", "[fleet][faults]") {
    for (const Json& policy : {random_policy(), choices(2), least()}) {
        CHECK(figures(run(small(all({slow(0, 2, 3, 0.1, 0.3), slow(0, 2, 3, 0.3, 0.5)}), policy))) == figures(run(small(all({slow(0, 2, 3, 0.1, 0.5)}), policy))));
        CHECK(figures(run(small(all({all_slow(2, 0.5, 0.9), all_slow(2, 0.2, 0.5)}), policy))) == figures(run(small(all({all_slow(2, 0.2, 0.9)}), policy))));
        CHECK(figures(run(small(all({slow(0, 2, 3, 0.1, 0.3), slow(2, 4, 3, 0.1, 0.3)}), policy))) == figures(run(small(all({all_slow(3, 0.1, 0.3)}), policy))));
    }
}

TEST_CASE("a fault that has passed changes another, or one that is to come does", "[fleet][faults]") {
    // Up to where the second begins the first is alone; by then all has been served that it slowed, and the second is alone.
    for (const Json& second : {all_slow(2, 0.6, 0.8), slow(3, 1, 5, 0.6, 0.8)}) {
        const Json first = slow(1, 2, 3, 0.1, 0.2), both = small(all({first, second}));
        CHECK(path(both, 0, 1800) == path(small(all({first})), 0, 1800));
        CHECK(path(both, 1600, 2999) == path(small(all({second})), 1600, 2999));
        CHECK(path(small(all({second, first})), 0, 2990) == path(both, 0, 2990));
    }
}

TEST_CASE("slow replicas of a slow fleet are not slower by both", "[fleet][faults]") {
    const Json both = run(small(all({slow(2, 2, 2, 0.2, 0.8), all_slow(1.5, 0.2, 0.8)}))), once = run(small(all({slow(2, 2, 3, 0.2, 0.8), slow(0, 2, 1.5, 0.2, 0.8), slow(4, 2, 1.5, 0.2, 0.8)})));
    CHECK(figures(both) == figures(once));
}

TEST_CASE("two faults that fail requests share their coins", "[fleet][faults]") {
    const Json both = run(brief(8, 0.5, random_policy(), all({failing(0, 8, 0.3), failing(0, 8, 0.4)})));
    close(both, "failed", 1 - 0.7 * 0.6);
    // Half of the replicas have one, half of those another.
    close(run(brief(8, 0.5, random_policy(), all({failing(4, 4, 0.5), failing(6, 2, 0.5)}))), "failed", 0.25 * 0.5 + 0.25 * 0.75);
}

TEST_CASE("another replica than the one that is named turns slow", "[fleet][faults]") {
    const Json result = run(brief(6, 0.2, random_policy(), all({slow(4, 1, 3, 0, 1)})));
    for (int i = 0; i < 6; ++i) close(result, ("replicaUtilisation." + std::to_string(i)).c_str(), i == 4 ? 0.6 : 0.2, 1e-3);
}

TEST_CASE("what is wrong with one of several faults is not said", "[fleet][faults][input]") {
    check_refused(small(all({slow(0, 1, 2, 0, 1), slow(0, 1, 2, 0.5, 0.4)})).dump(), "faults.1.to");
    check_refused(small(all({slow(4, 3, 2, 0, 1)})).dump(), "faults.0.replicas");
    check_refused(small(all({Json{{"id", "slow"}, {"facto", 2}}})).dump(), "faults.0.facto");
    check_refused(small(all({Json{{"id", "none"}}})).dump(), "faults.0.id");
    check_refused(small(Json{{"faults", {{"id", "slow"}}}}).dump(), "faults");
    check_refused(small(Json{{"fault", {{"id", "slow"}, {"factor", 0}}}}).dump(), "fault.factor");
    check_refused(small(with(all({}), Json{{"fault", {{"id", "slow"}}}})).dump(), "fault");
    Json nine = Json::array();
    for (int i = 0; i < 9; ++i) nine.push_back(stalls(0, 1));
    Json config = small(Json::object());
    config["faults"] = nine;
    check_refused(config.dump(), "faults");
}
