// Least of all where the replicas are kept in order of what dispatchers see of them, against looking at each.
#include "../../support/fleet.h"
#include "fleet/board_order.h"

using namespace check;

namespace {

/// Readings with an error so small that none changes are looked at one by one.
const Json kOneByOne = {{"information", {{"jitter", 1e-300}}}};

bool ordered(const Json& config) {
    return p2c::fleet::BoardOrder::can(p2c::fleet::Settings(Json::parse(p2c::create_run(config.dump())->result()).at("config")));
}

bool accepted(const Json& config) {
    try {
        p2c::check(config.dump());
        return true;
    } catch (const p2c::ConfigError&) {
        return false;
    }
}

const std::vector<Json> kUpdates = {{{"id", "fresh"}},
                                    {{"id", "periodic"}, {"every", 0.03}},
                                    {{"id", "periodic"}, {"every", 2}},
                                    {{"id", "periodic"}, {"every", 0.7}, {"taken", "on-arrivals"}},
                                    {{"id", "delayed"}, {"by", 0.5}},
                                    {{"id", "piggyback"}}};
const std::vector<Json> kScopes = {{{"id", "shared"}}, {{"id", "dispatchers"}, {"count", 3}, {"sees", "replicas"}}, {{"id", "dispatchers"}, {"count", 3}, {"sees", "own"}}};

}  // namespace

TEST_CASE("replicas in order of what is seen of them are not those that looking at each finds", "[fleet][order]") {
    const std::vector<Json> fleets = {{{"replicas", 37}, {"workers", 3}},
                                      {{"replicas", 12}, {"queues", {{"id", "bounded"}, {"waiting", 2}}}},
                                      {{"replicas", 16}, {"machines", {{"id", "some-slow"}}}, {"information", {{"speeds", "known"}}}}};
    int kept = 0, walked = 0;
    for (const Json& more : fleets)
        for (const char* signal : {"in-flight", "waiting", "work", "outstanding", "latency"})
            for (const Json& freshness : kUpdates)
                for (const Json& scope : kScopes)
                    for (const bool own : {false, true})
                        for (const char* ties : {"random", "first-index"}) {
                            const Json information = {{"signal", signal}, {"freshness", freshness}, {"scope", scope}, {"ownSends", own}};
                            const Json config = with(with(fleet(1, 0.9, least(ties), {{"requests", 600}, {"replications", 2}}), more), {{"information", information}});
                            if (!accepted(config)) continue;
                            ++walked;
                            kept += ordered(config);
                            INFO(config.dump());
                            CHECK(figures(run(config)) == figures(run(with(config, kOneByOne))));
                        }
    CHECK(kept > walked / 3);
}

TEST_CASE("replicas are kept in order where what is seen changes by itself, differs between readings, or some are absent", "[fleet][order]") {
    const auto seen = [](const Json& information, const Json& more = Json::object()) { return ordered(with(fleet(16, 0.5, least(), with(more, {{"requests", 100}, {"replications", 1}})), {{"information", information}})); };
    const Json periodic = {{"id", "periodic"}, {"every", 1}}, delayed = {{"id", "delayed"}, {"by", 1}};
    CHECK(seen({{"freshness", periodic}}));
    CHECK(seen({{"freshness", periodic}, {"signal", "latency"}}));
    CHECK(seen({{"freshness", delayed}}));
    CHECK_FALSE(seen({{"freshness", delayed}, {"signal", "work"}}));
    CHECK_FALSE(seen({{"freshness", delayed}, {"jitter", 0.1}}));
    CHECK_FALSE(seen({{"freshness", periodic}, {"subset", {{"id", "random"}, {"size", 4}}}}));
    CHECK_FALSE(seen({{"freshness", periodic}}, {{"changes", {{"id", "leave"}, {"at", 0.5}}}}));
    CHECK_FALSE(seen({{"scope", {{"id", "dispatchers"}}}, {"signal", "latency"}}));
}

TEST_CASE("many requests at once are spread by an order that is behind", "[fleet][order]") {
    // All in one instant between two snapshots: own sends are all that a dispatcher knows, and it must see each of them.
    const Json config = fleet(20, 0.5, least(), {{"requests", 2000}, {"replications", 1}, {"warmup", 0}, {"arrivals", {{"id", "batches"}, {"size", 2000}}},
                                                 {"information", {{"freshness", {{"id", "periodic"}, {"every", 1000}}}, {"ownSends", true}}}});
    for (int i = 0; i < 20; ++i) CHECK(value(run(config), "share." + std::to_string(i)) == Approx(0.05));
}
