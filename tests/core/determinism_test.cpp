// One configuration, one result: whatever the steps, the split into shards, the engine or the policy beside it.
#include <random>

#include "../support/fleet.h"

using namespace check;

namespace {

Json small_bins(const Json& policy) {
    return {{"experiment", "bins"}, {"bins", 20},        {"ballsPerBin", 12.5},
            {"policy", policy},     {"replications", 4}, {"seed", 9}};
}

// Memory, groups, thinning.
const std::vector<Json>& with_state() {
    static const std::vector<Json> policies = {{{"id", "memory"}}, {{"id", "memory"}, {"fresh", 2}, {"remembered", 3}},
                                               {{"id", "groups"}}, {{"id", "groups"}, {"d", 3}, {"ties", "random"}},
                                               {{"id", "thinning"}}};
    return policies;
}

Json small_fleet(const Json& policy, const Json& more = Json::object()) {
    return with(fleet(6, 0.85, policy, {{"requests", 300}, {"replications", 4}}), more);
}

std::vector<Json> everything() {
    std::vector<Json> configs;
    for (const Json& policy : {random_policy(), round_robin(), choices(2), choices(3), choices(2, true),
                               choices(3, true, "first-look"), least(), least("first-index"), one_plus_beta(0.4)}) {
        configs.push_back(small_bins(policy));
        for (const char* engine : {"lazy", "event-queue"}) configs.push_back(small_fleet(policy, {{"engine", engine}}));
    }
    for (const Json& policy : with_state()) {
        configs.push_back(small_bins(policy));
        for (const char* engine : {"lazy", "event-queue"}) configs.push_back(small_fleet(policy, {{"engine", engine}}));
    }
    for (const char* more : {R"({"information": {"freshness": {"id": "batched", "balls": 7}, "noise": {"id": "gaussian"}}})",
                             R"({"information": {"freshness": {"id": "delayed", "balls": 9}}, "weights": {"id": "pareto"}})",
                             R"({"capacities": {"id": "two-sizes", "share": 0.3}, "weights": {"id": "exponential"}})",
                             R"({"graph": {"id": "regular"}, "information": {"noise": {"id": "adversary"}}})"})
        configs.push_back(with(small_bins(choices(2)), Json::parse(more)));
    for (const char* id : {"waiting", "work"}) configs.push_back(small_fleet(choices(2), signal(id)));
    for (const Json& service : {lognormal(0.9), deterministic()})
        configs.push_back(small_fleet(choices(2), {{"service", service}, {"workers", 2}}));
    configs.push_back(small_fleet(choices(2), {{"load", 1.1}}));
    configs.push_back(small_fleet(choices(2), {{"requests", 30}}));  // too few for some percentiles
    return configs;
}

}  // namespace

TEST_CASE("a result depends on the budget per step", "[determinism]") {
    std::mt19937 random(3);
    for (const Json& config : everything()) {
        INFO(config.dump());
        const std::string whole = run_text(config, {}, 1e9);
        CHECK(Json::parse(whole).at("fingerprint").get<std::string>().size() == 16);
        for (const double budget : {1.0, 7.0, 1000.0, 0.0, 1e18}) CHECK(run_text(config, {}, budget) == whole);
        auto run = p2c::create_run(config.dump());
        double progress = 0;
        bool back = false;
        while (run->step(random() % 500)) {  // looking at it on the way must not disturb it either
            for (const char* name : {"load", "looks", "counts"}) run->snapshot(name);
            back = back || run->progress() < progress;
            progress = run->progress();
            run->result();
        }
        CHECK_FALSE(back);
        CHECK(run->progress() == 1);
        CHECK_FALSE(run->step(100));
        CHECK(run->result() == whole);
    }
}

TEST_CASE("a result depends on how replications were split and merged", "[determinism]") {
    std::mt19937 random(4);
    for (const Json& config : everything()) {
        INFO(config.dump());
        const std::string whole = run_text(config);
        const std::uint32_t count = config.at("replications");
        std::vector<std::string> singles;
        for (std::uint32_t r = 0; r < count; ++r) singles.push_back(run_text(config, {r, r + 1}));
        CHECK(p2c::merge(singles) == whole);
        std::shuffle(singles.begin(), singles.end(), random);
        CHECK(p2c::merge(singles) == whole);
        for (std::uint32_t cut = 1; cut < count; ++cut)
            CHECK(p2c::merge({run_text(config, {cut, 0}), run_text(config, {0, cut})}) == whole);
        CHECK(p2c::merge({part_text(config, {0, 1}), part_text(config, {1, 0})}) == whole);
        CHECK(p2c::merge({part_text(config, {0, 1}), run_text(config, {1, 0})}) == whole);
        // Merged in two stages: a partial merge is a shard again.
        const std::string left = p2c::merge({run_text(config, {0, 1}), run_text(config, {1, 3})});
        CHECK(left == run_text(config, {0, 3}));
        CHECK(p2c::merge({left, run_text(config, {3, 0})}) == whole);
        CHECK_FALSE(Json::parse(whole).contains("shard"));
    }
}

TEST_CASE("a run stopped early is not the result of its finished replications", "[determinism]") {
    for (const Json& config : {small_bins(choices(2)), small_fleet(choices(2))}) {
        auto run = p2c::create_run(config.dump());
        CHECK(Json::parse(run->result()).at("replications").at("to") == 0);
        const double work = config.contains("requests") ? 300 : 250;
        run->step(work * 2.5);
        CHECK(run->result() == run_text(config, {0, 2}));
        const Json stopped = Json::parse(run->result());
        CHECK(stopped.at("replications") == Json({{"from", 0}, {"to", 2}, {"of", config.at("replications")}}));
        CHECK(p2c::merge({run->result(), run_text(config, {2, 0})}) == run_text(config));
    }
}

TEST_CASE("results that do not belong together are merged", "[determinism]") {
    const Json config = small_bins(choices(2));
    const std::string a = run_text(config, {0, 1}), b = run_text(config, {1, 3}), c = run_text(config, {2, 4});
    const auto refused = [](const std::vector<std::string>& texts) {
        try {
            p2c::merge(texts);
        } catch (const p2c::ConfigError& error) {
            return !error.message.empty() && error.message.back() == '.' &&
                   error.message.find('\n') == std::string::npos;
        }
        return false;
    };
    CHECK(refused({}));
    CHECK(refused({a, a}));
    CHECK(refused({a, c}));              // a gap
    CHECK(refused({a, b, c}));           // an overlap
    CHECK(refused({run_text(config)}));  // complete already
    CHECK(refused({a, run_text(with(config, {{"seed", 10}}), {1, 3})}));
    CHECK(refused({a, run_text(small_fleet(choices(2)), {1, 3})}));
    CHECK(refused({a, "nonsense"}));
    CHECK(refused({a, ""}));
    CHECK(refused({"{}"}));
    CHECK(refused({a, std::string(1 << 20, '[')}));
}

TEST_CASE("a damaged shard brings merge down", "[determinism]") {
    for (const Json& config : {small_bins(choices(2)), small_fleet(choices(2))}) {
        const Json shard = Json::parse(run_text(config, {0, 2}));
        const auto refused = [&](const std::string& pointer, const Json& wrong) {
            Json damaged = shard;
            damaged[Json::json_pointer(pointer)] = wrong;
            INFO(pointer << " = " << wrong.dump());
            CHECK_THROWS_AS(p2c::merge({damaged.dump()}), p2c::ConfigError);
        };
        for (const Json& wrong : {Json(), Json(7), Json("x"), Json::array(), Json::object(), Json({1, 2})}) {
            refused("/shard", wrong);
            refused("/config", wrong);
            refused("/shard/rows", wrong);
            refused("/shard/tallies", wrong);
            refused("/version", wrong);
        }
        refused("/shard/rows/0", Json::array());
        refused("/shard/rows/0", Json({1.0}));
        refused("/shard/rows/1/0", "x");
        refused("/replications/from", -1);
        refused("/replications/from", 4000000000u);
        refused("/replications/from", 1e30);
        for (std::size_t i = 0; i < shard.at("shard").at("tallies").size(); ++i) {
            const std::string tally = "/shard/tallies/" + std::to_string(i);
            for (const char* key : {"/first", "/count"}) refused(tally + key, "x");
            // Another number, one that breaks off, one above 64 bits, one too few, no text.
            for (const char* key : {"/sums", "/squares"})
                for (const Json& wrong : {Json("1"), Json("Z"), Json("____________g"), Json("?"), Json(""), Json::array()}) refused(tally + key, wrong);
            refused(tally + "/count", 77);
        }
        for (std::size_t i = 0; i < shard.at("shard").at("histograms").size(); ++i)
            for (const Json& wrong : {Json("ZZZZZZ15"), Json("Z"), Json("____________g1"), Json("1"), Json("?1"), Json({1e9, 5})})
                refused("/shard/histograms/" + std::to_string(i) + "/buckets", wrong);
    }
}

TEST_CASE("the two fleet engines do not give the same bits", "[determinism][fleet]") {
    std::vector<Json> policies = {random_policy(), round_robin(), choices(2), choices(2, true), choices(3), least(),
                                  least("first-index"), one_plus_beta(0.5)};
    policies.insert(policies.end(), with_state().begin(), with_state().end());
    for (const Json& policy : policies)
        for (const char* id : {"in-flight", "waiting", "work"})
            for (const int workers : {1, 3}) {
                if (id != std::string("in-flight") && (policy == random_policy() || policy == round_robin())) continue;
                for (const Json& service : {Json{{"id", "exponential"}}, lognormal(0.9), deterministic()}) {
                    const Json config = small_fleet(
                        policy, with(signal(id), {{"workers", workers}, {"service", service}, {"replications", 2}}));
                    INFO(config.dump());
                    const Json lazy = run(with(config, {{"engine", "lazy"}})),
                               queue = run(with(config, {{"engine", "event-queue"}}));
                    CHECK(lazy.at("fingerprint") == queue.at("fingerprint"));
                    CHECK(figures(lazy) == figures(queue));
                    CHECK(lazy.at("engine") == "lazy");
                    CHECK(queue.at("engine") == "event-queue");
                }
            }
}

TEST_CASE("requests or sizes depend on the policy", "[determinism][fleet]") {
    const auto traffic = [](const Json& config) {
        const Json metrics = run(config).at("metrics");
        return metrics.at("realisedRate").dump() + metrics.at("realisedLoad").dump();
    };
    const std::string first = traffic(small_fleet(random_policy()));
    for (const Json& policy : {round_robin(), choices(2), choices(4, true), least(), one_plus_beta(0.5)})
        CHECK(traffic(small_fleet(policy)) == first);
    CHECK(traffic(small_fleet(choices(2), signal("work"))) == first);
    CHECK(traffic(small_fleet(choices(2), {{"seed", 18}})) != first);
}

TEST_CASE("changing the policy or the signal changes nothing", "[determinism][fleet]") {
    std::vector<std::string> seen;
    for (const Json& config :
         {small_fleet(random_policy()), small_fleet(round_robin()), small_fleet(choices(2)),
          small_fleet(choices(2, true)), small_fleet(choices(3)), small_fleet(choices(2, false, "first-index")),
          small_fleet(least()), small_fleet(one_plus_beta(0.5)), small_fleet(choices(2), signal("waiting")),
          small_fleet(choices(2), signal("work")), small_fleet(choices(2), {{"seed", 18}}),
          small_fleet(choices(2), {{"service", lognormal(0.9)}}), small_fleet(choices(2), {{"load", 0.86}})})
        seen.push_back(run(config).at("fingerprint"));
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("equal configurations written differently give different results", "[determinism]") {
    const std::string one =
        run(Json::parse(R"({"experiment":"bins","bins":10,"ballsPerBin":3,"replications":4})")).dump();
    CHECK(
        run(Json::parse(
                R"({"replications":4.0,"ballsPerBin":3.0,"bins":1e1,"policy":{"id":"choices"},"experiment":"bins","seed":1})"))
            .dump() == one);
    CHECK(
        run(Json::parse(
                R"({"experiment":"bins","policy":{"d":2},"bins":10,"ballsPerBin":3,"replications":4,"engine":"auto","schema":1})"))
            .dump() == one);
}
