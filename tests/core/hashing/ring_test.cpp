// Consistent hashing, with and without bounded loads, against exact and independent values.
#include <cmath>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "hashing/ring.h"
#include "hashing/theory.h"

using check::Json;

namespace {

Json ring(const Json& scheme, int replications) {
    return {{"experiment", "hashing"}, {"scheme", scheme}, {"replications", replications}, {"seed", 11}};
}

}  // namespace

TEST_CASE("the expected shares of a ring are off", "[hashing]") {
    for (const Json& row : check::reference("reference/rings.json").at("shares")) {
        INFO(row.dump());
        const double n = row.at("nodes"), v = row.at("virtualNodes");
        CHECK(std::abs(p2c::hashing::expected_max_share(n, v) - row.at("max").get<double>()) < 1e-8);
        CHECK(std::abs(p2c::hashing::expected_min_share(n, v) - row.at("min").get<double>()) < 1e-8);
    }
    double harmonic = 0;
    for (int k = 1; k <= 100; ++k) harmonic += 1.0 / k;
    CHECK(std::abs(p2c::hashing::expected_max_share(100, 1) - harmonic) < 1e-9);
}

TEST_CASE("the shares of a simulated ring are not those of the law", "[hashing]") {
    for (const Json& row : check::reference("reference/rings.json").at("shares")) {
        const int nodes = row.at("nodes"), points = row.at("virtualNodes");
        if (nodes > 100 || points > 100) continue;
        const int runs = nodes * points > 1000 ? 200 : 2000;
        const Json result = check::run(
            ring({{"id", "consistent"}, {"nodes", nodes}, {"virtualNodes", points}, {"keysPerNode", 0}}, runs));
        INFO(row.dump() << result.at("metrics").dump());
        const double error = row.at("sd").get<double>() / std::sqrt(runs);
        CHECK(std::abs(check::value(result, "maxShare") - row.at("max").get<double>()) < check::kErrors * error);
        const double deviation = row.at("deviation");
        const double variance = check::value(result, "shareVariance");
        const double width = result.at("metrics").at("shareVariance").at("high").get<double>() - variance;
        CHECK(std::abs(variance - deviation * deviation) < 2.1 * width);  // four standard errors
        CHECK(result.at("theory").at("shareVariance").at("value").get<double>() ==
              Approx(deviation * deviation).epsilon(1e-9));
        CHECK_FALSE(result.at("metrics").contains("maxLoad"));
    }
}

TEST_CASE("bounded loads on equal arcs are off", "[hashing]") {
    const int runs = 20000;
    for (const Json& row : check::reference("reference/rings.json").at("equal_arcs")) {
        const double nodes = row.at("nodes"), keys = row.at("keys"), cap = row.at("cap");
        const double slack = cap * nodes / keys - 1;
        const Json result = check::run(ring({{"id", "bounded"},
                                             {"nodes", nodes},
                                             {"virtualNodes", 1},
                                             {"keysPerNode", keys / nodes},
                                             {"slack", slack < 0 ? 0 : slack},
                                             {"arcs", "equal"}},
                                            runs));
        INFO(row.dump() << result.at("metrics").dump());
        REQUIRE(result.at("metrics").at("cap").at("value").get<double>() == cap);
        REQUIRE(result.at("metrics").at("keys").at("value").get<double>() == keys);
        const auto close = [&](const char* name, double expected) {
            const Json& m = result.at("metrics").at(name);
            const double error = (m.at("high").get<double>() - m.at("value").get<double>()) / 1.96;
            CHECK(std::abs(m.at("value").get<double>() - expected) < check::kErrors * error + 1e-12);
        };
        close("stepsPerKey", row.at("steps").get<double>() / keys);
        close("displaced", row.at("displaced").get<double>() / keys);
        close("fullNodes", row.at("full").get<double>() / nodes);
        double mean = 0;
        for (const auto& [k, p] : row.at("max").items()) mean += std::stod(k) * p.get<double>();
        close("maxLoad", mean * nodes / keys);
    }
}

TEST_CASE("linear probing takes another number of steps", "[hashing]") {
    for (const Json& row : check::reference("reference/rings.json").at("linear_probing")) {
        const double keys = row.at("keys");
        CHECK(p2c::hashing::linear_probing_steps(row.at("nodes"), keys) * keys ==
              Approx(row.at("steps").get<double>()).epsilon(1e-9));
    }
    const Json result = check::run(ring({{"id", "bounded"},
                                         {"nodes", 100},
                                         {"virtualNodes", 1},
                                         {"keysPerNode", 0.9},
                                         {"slack", 0.1},
                                         {"arcs", "equal"}},
                                        20));
    CHECK(result.at("theory").at("stepsPerKey").at("value").get<double>() * 90 == Approx(247.237106839));
    const auto found = check::measure(result, "stepsPerKey");
    CHECK(check::deviation(found, 247.237106839 / 90) < check::kErrors);
}

TEST_CASE("bounded loads on a random ring are off", "[hashing]") {
    for (const Json& row : check::reference("reference/rings.json").at("random_rings")) {
        const Json result =
            check::run(ring({{"id", "bounded"},
                             {"nodes", row.at("nodes")},
                             {"virtualNodes", row.at("virtualNodes")},
                             {"keysPerNode", row.at("keys").get<double>() / row.at("nodes").get<double>()},
                             {"slack", row.at("slack")}},
                            20));
        INFO(row.dump() << result.at("metrics").dump());
        CHECK(result.at("metrics").at("cap").at("value") == row.at("cap"));
        const auto close = [&](const char* metric, const char* name) {
            const auto found = check::measure(result, metric);
            const double error = std::hypot(found.error, row.at(name).at(1).get<double>());
            CHECK(std::abs(found.mean - row.at(name).at(0).get<double>()) < check::kErrors * error + 2e-4);
        };
        close("displaced", "displaced");
        close("fullNodes", "full");
        close("maxLoad", "max");
    }
}

TEST_CASE("a cap is one too high or too low", "[hashing]") {
    CHECK(p2c::hashing::cap_of(0.05, 10000, 100) == 105);  // 1.05 · 100 is 105.00000000000001 in floating point
    CHECK(p2c::hashing::cap_of(0, 10000, 100) == 100);
    CHECK(p2c::hashing::cap_of(0.25, 10, 4) == 4);  // 3.125
    CHECK(p2c::hashing::cap_of(0.1, 3, 4) == 1);    // 0.825
}

TEST_CASE("a hashing run depends on how it is cut into steps or shards", "[hashing]") {
    for (const Json& scheme :
         {Json{{"id", "cuckoo"}, {"cells", 500}, {"functions", 3}}, Json{{"id", "consistent"}, {"nodes", 20}},
          Json{{"id", "bounded"}, {"nodes", 20}, {"virtualNodes", 5}, {"slack", 0.1}}}) {
        const Json config = ring(scheme, 5);
        const std::string whole = check::run_text(config);
        CHECK(check::run_text(config, {}, 1) == whole);
        CHECK(check::run_text(config, {}, 37) == whole);
        CHECK(p2c::merge({check::run_text(config, {2, 5}), check::run_text(config, {0, 2})}) == whole);
    }
}

TEST_CASE("a hashing configuration that cannot be run is accepted, or its field is not named", "[hashing][input]") {
    const auto field = [](const Json& scheme) -> std::string {
        try {
            p2c::create_run(ring(scheme, 1).dump());
        } catch (const p2c::ConfigError& error) {
            return error.message.find(error.field) == std::string::npos ? "unnamed" : error.field;
        }
        return "accepted";
    };
    CHECK(field({{"id", "cuckoo"}, {"functions", 5}}) == "scheme.functions");
    CHECK(field({{"id", "cuckoo"}, {"functions", 3}, {"cells", 100}, {"tables", "split"}}) == "scheme.cells");
    CHECK(field({{"id", "cuckoo"}, {"loads", {0.5, 1.5}}}) == "scheme.loads[1]");
    CHECK(field({{"id", "consistent"}, {"nodes", 100000}, {"virtualNodes", 100}}) == "scheme.virtualNodes");
    CHECK(field({{"id", "bounded"}, {"slack", -0.1}}) == "scheme.slack");
    CHECK(field({{"id", "bounded"}, {"nodes", 2}, {"keysPerNode", 0.1}}) == "scheme.keysPerNode");
    CHECK(field({{"id", "consistent"}, {"slack", 1}}) == "scheme.slack");
    CHECK(field({{"id", "robin-hood"}}) == "scheme.id");
}

TEST_CASE("the state of a hashing run cannot be seen", "[hashing]") {
    auto run =
        p2c::create_run(ring({{"id", "bounded"}, {"nodes", 10}, {"virtualNodes", 3}, {"keysPerNode", 5}}, 1).dump());
    while (run->step(7)) {
    }
    double keys = 0, share = 0;
    for (const double x : run->snapshot("load")) keys += x;
    for (const double x : run->snapshot("share")) share += x;
    CHECK(keys == 50);
    CHECK(share == Approx(1).margin(1e-12));
    CHECK(run->snapshot("counts").at(0) == 50);
    CHECK_THROWS_AS(run->snapshot("looks"), p2c::ConfigError);
}
