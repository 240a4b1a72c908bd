// Settings at their limits: processes that must walk the same path, or have the same law, as simpler ones.
#include "../../support/bins.h"

using namespace check;

namespace {

Json config_of(const Json& policy, const Json& more = Json::object()) {
    return with({{"experiment", "bins"}, {"bins", 30}, {"ballsPerBin", 20}, {"replications", 10}, {"seed", 3}, {"policy", policy},
                 {"engine", "direct"}},
                more);
}

Json choices(int d, bool replacement = false, const char* ties = "random") {
    return {{"id", "choices"}, {"d", d}, {"replacement", replacement}, {"ties", ties}};
}
Json memory(int fresh, int remembered, const char* ties = "random") {
    return {{"id", "memory"}, {"fresh", fresh}, {"remembered", remembered}, {"ties", ties}};
}
Json groups(int d, const char* ties) { return {{"id", "groups"}, {"d", d}, {"ties", ties}}; }
Json thinning(double threshold, const char* relative = "zero") {
    return {{"id", "thinning"}, {"threshold", threshold}, {"relativeTo", relative}};
}
const Json kRandom = {{"id", "random"}};

Json freshness(const char* id, double balls) { return {{"information", {{"freshness", {{"id", id}, {"balls", balls}}}}}}; }
Json noise(const Json& value) { return {{"information", {{"noise", value}}}}; }
Json two_sizes(double share, double ratio) { return {{"capacities", {{"id", "two-sizes"}, {"share", share}, {"ratio", ratio}}}}; }
Json two_weights(double share, double ratio) { return {{"weights", {{"id", "two-point"}, {"share", share}, {"ratio", ratio}}}}; }

void check_same_law(const Json& a, const Json& b) {
    for (const char* metric : {"max", "min"}) {
        INFO(a.dump() << " and " << b.dump() << ", " << metric);
        CHECK(same_law(counts_of(each(with(a, {{"replications", 20000}}), metric)),
                       counts_of(each(with(b, {{"replications", 20000}, {"seed", 4}}), metric))) > kAlarm);
    }
}

}  // namespace

TEST_CASE("a setting at its limit is not the plain process, ball for ball", "[bins][long]") {
    const std::vector<Json> limits = {freshness("batched", 1), freshness("delayed", 0), noise({{"id", "gaussian"}, {"sigma", 0}}),
                                      two_weights(0.3, 1),     two_weights(0, 10),      two_sizes(0.3, 1),
                                      two_sizes(0, 4),         two_sizes(1, 4)};
    for (const Json& policy : {kRandom, Json{{"id", "round-robin"}}, choices(1), choices(2), choices(2, true, "first-look"),
                               choices(3), choices(4, true), choices(7, false, "first-index"), Json{{"id", "least"}},
                               Json{{"id", "one-plus-beta"}}, memory(1, 1), memory(2, 2, "first-index"), groups(2, "left"),
                               groups(3, "random"), thinning(19), thinning(0, "average")}) {
        const std::string plain = figures(run(config_of(policy)));
        for (const Json& limit : limits) {
            INFO(policy.dump() << " " << limit.dump());
            CHECK(figures(run(config_of(policy, limit))) == plain);
        }
    }
    for (const Json& policy : {choices(2), choices(2, true), Json{{"id", "one-plus-beta"}}})
        CHECK(figures(run(config_of(policy, noise({{"id", "adversary"}, {"g", 0}})))) == figures(run(config_of(policy))));
}

TEST_CASE("a policy at its limit is not the simpler one, ball for ball", "[bins][long]") {
    const std::string one = bins_path(config_of(kRandom));
    CHECK(bins_path(config_of(groups(1, "left"))) == one);
    CHECK(bins_path(config_of(groups(1, "random"))) == one);
    CHECK(bins_path(config_of(thinning(1e9))) == one);
    CHECK(bins_path(config_of(thinning(1e9, "average"))) == one);
    CHECK(bins_path(config_of(memory(1, 0))) == one);
    for (const char* ties : {"random", "first-look", "first-index"})
        for (const int d : {2, 3, 5}) CHECK(bins_path(config_of(memory(d, 0, ties))) == bins_path(config_of(choices(d, true, ties))));
    // Nothing is ever seen, so the first look wins every tie.
    for (const Json& blind : {freshness("batched", 600), freshness("delayed", 600)})
        CHECK(bins_path(config_of(choices(2, false, "first-look"), blind)) == one);
}

TEST_CASE("in the other engines a setting at its limit is not the simpler process", "[engines][long]") {
    for (const char* engine : {"profile", "batched"}) {
        INFO(engine);
        const auto by = [&](const Json& policy, const Json& more = Json::object()) {
            return config_of(policy, with({{"engine", engine}, {"bins", 300}}, more));
        };
        const auto beta = [](double b, bool replacement) { return Json{{"id", "one-plus-beta"}, {"beta", b}, {"replacement", replacement}}; };
        for (const bool replacement : {false, true}) {
            CHECK(figures(run(by(beta(1, replacement)))) == figures(run(by(choices(2, replacement)))));
            CHECK(bins_path(by(beta(0, replacement))) == bins_path(by(choices(1))));
        }
        for (const Json& policy : {choices(2), choices(3, true), beta(0.5, false)})
            for (const Json& fresh : {freshness("batched", 1), freshness("delayed", 0)})
                CHECK(figures(run(by(policy, fresh))) == figures(run(by(policy))));
        const Json few = {{"bins", 12}, {"ballsPerBin", 4}};
        check_same_law(by(choices(2, true), few), by(beta(1 - 1 / 12.0, false), few));
        for (const char* ties : {"left", "random"}) check_same_law(by(kRandom, few), by(groups(1, ties), few));
    }
}

TEST_CASE("what never sees a load does not have the law of one look", "[bins][long]") {
    const Json few = {{"bins", 8}, {"ballsPerBin", 4}};
    const Json one = config_of(kRandom, few);
    check_same_law(one, config_of(thinning(0), few));
    check_same_law(one, config_of(choices(2), with(few, freshness("batched", 32))));
    check_same_law(one, config_of(choices(3), with(few, freshness("delayed", 32))));
    check_same_law(one, config_of(choices(2), with(few, noise({{"id", "gaussian"}, {"sigma", 1e6}}))));
}

TEST_CASE("a graph in which all bins are neighbours does not have the law of two choices", "[bins][long]") {
    const Json few = {{"bins", 8}, {"ballsPerBin", 4}}, three = {{"bins", 3}, {"ballsPerBin", 4}}, two = {{"bins", 2}, {"ballsPerBin", 3.5}};
    check_same_law(config_of(choices(2), few), config_of(choices(2), with(few, {{"graph", {{"id", "regular"}, {"degree", 7}}}})));
    check_same_law(config_of(choices(2), three), config_of(choices(2), with(three, {{"graph", {{"id", "cycle"}}}})));
    check_same_law(config_of(choices(2), two), config_of(choices(2), with(two, {{"graph", {{"id", "hypercube"}}}})));
    // The first look is the same on every graph.
    for (const char* graph : {"cycle", "regular"}) {
        auto a = p2c::create_run(config_of(choices(2)).dump());
        auto b = p2c::create_run(config_of(choices(2), {{"graph", {{"id", graph}}}}).dump());
        int other = 0;
        for (int i = 0; i < 500; ++i) {
            a->step(1);
            b->step(1);
            other += a->snapshot("looks").at(1) != b->snapshot("looks").at(1);
        }
        CHECK(other == 0);
    }
}

TEST_CASE("more noise or older loads make bins more even", "[bins][long]") {
    const auto gap = [](const Json& more) { return value(run(config_of(choices(2), with({{"bins", 200}, {"ballsPerBin", 100}}, more))), "gap"); };
    double last = 0;
    for (const double sigma : {0.0, 1.0, 4.0, 16.0}) {
        const double now = gap(noise({{"id", "gaussian"}, {"sigma", sigma}}));
        CHECK(now > last);
        last = now;
    }
    last = 0;
    for (const double balls : {1.0, 200.0, 1000.0, 5000.0}) {
        const double now = gap(freshness("batched", balls));
        CHECK(now > last);
        last = now;
    }
    last = 0;
    for (const double g : {0.0, 2.0, 8.0}) {
        const double now = gap(noise({{"id", "adversary"}, {"g", g}}));
        CHECK(now > last);
        last = now;
    }
}

TEST_CASE("some process never reaches some of 100,000 bins", "[bins][long]") {
    for (const Json& config : {config_of(memory(1, 1)), config_of(groups(2, "left")), config_of(groups(7, "random")),
                               config_of(thinning(0, "average")), config_of(choices(2), {{"graph", {{"id", "regular"}}}}),
                               config_of(choices(2), freshness("delayed", 1000)), config_of(choices(2), two_sizes(0.5, 2))}) {
        auto run = p2c::create_run(with(config, {{"bins", 100000}, {"ballsPerBin", 30}, {"replications", 1}}).dump());
        run->step(2999999);
        const auto load = run->snapshot("load");
        INFO(config.dump());
        CHECK(load.size() == 100000);
        CHECK(std::count(load.begin(), load.end(), 0.0) == 0);
    }
}
