// Requests that are turned away, replicas of unequal speed: exact values, and nothing hidden behind the survivors.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

Json bounded(int waiting) { return {{"queues", {{"id", "bounded"}, {"waiting", waiting}}}}; }
Json deadline(const char* id, double wait) { return {{"deadline", {{"id", id}, {"wait", wait}}}}; }

}  // namespace

TEST_CASE("bounded queues drop another share than M/M/1/K blocks", "[fleet]") {
    for (const double load : {0.7, 1.0, 1.5})
        for (const int waiting : {0, 1, 4}) {
            const double k = waiting + 1;
            const double blocked = load == 1 ? 1 / (k + 1) : (1 - load) * std::pow(load, k) / (1 - std::pow(load, k + 1));
            const Json result = run(with(fleet(8, load, random_policy(), {{"requests", 60000}}), bounded(waiting)));
            const Estimate found = measure(result, "dropped");
            INFO("load " << load << ", " << waiting << " places: " << found.mean << " +- " << found.error << ", exact " << blocked);
            CHECK(deviation(found, blocked) < kErrors);
            CHECK_FALSE(warns(result, "no-steady-state"));
        }
}

TEST_CASE("an impatient M/M/1 loses another share than the formula says", "[fleet]") {
    // Balking at waits beyond D: the density of the wait is that of M/M/1 cut at D, so that the share lost is
    // (1 − ρ) ρ e^(−(1 − ρ)D) / (1 − ρ² e^(−(1 − ρ)D)) (Gavish and Schweitzer 1977).
    for (const double load : {0.8, 0.95}) {
        const double e = std::exp(-(1 - load) * 3);
        const double lost = (1 - load) * load * e / (1 - load * load * e);
        const Json result = run(with(fleet(8, load, random_policy(), {{"requests", 60000}}), deadline("on-arrival", 3)));
        const Estimate found = measure(result, "dropped");
        INFO("load " << load << ": " << found.mean << " +- " << found.error << ", exact " << lost);
        CHECK(deviation(found, lost) < kErrors);
        CHECK(value(result, "wait.max") <= 3);
    }
}

TEST_CASE("who gives up in the queue serves another purpose than who is sent away", "[fleet]") {
    // The same requests are served, at the same times, under a policy that does not look.
    const auto served = [](const char* id) {
        const Json result = run(with(fleet(8, 0.95, random_policy(), {{"requests", 20000}, {"replications", 2}, {"workers", 2}}), deadline(id, 2)));
        return std::vector<Json>{metric(result, "wait.mean"), metric(result, "latency.p99"), metric(result, "dropped"), result.at("series").at("waitTail")};
    };
    CHECK(served("on-arrival") == served("at-expiry"));
    // But they are seen to wait meanwhile.
    const auto load = [](const char* id) {
        return value(run(with(fleet(8, 0.95, random_policy(), {{"requests", 20000}, {"replications", 2}}), deadline(id, 2))), "meanLoad");
    };
    CHECK(load("at-expiry") > load("on-arrival"));
}

TEST_CASE("the two engines disagree where requests are lost or replicas differ", "[fleet]") {
    const Json machines = {{"machines", {{"id", "speeds"}, {"speeds", {1, 0.5, 3}}}}};
    for (const Json& policy : {random_policy(), choices(2), least(), round_robin()})
        for (const Json& more : {bounded(2), deadline("on-arrival", 1.5), machines, with(machines, bounded(3)),
                                 with(machines, {{"information", {{"speeds", "known"}, {"signal", "waiting"}}}})}) {
            const Json config = with(fleet(6, 0.9, policy, {{"requests", 5000}, {"replications", 2}, {"workers", 2}}), more);
            INFO(config.dump());
            CHECK(figures(run(with(config, {{"engine", "lazy"}}))) == figures(run(with(config, {{"engine", "event-queue"}}))));
        }
}

TEST_CASE("the fleet of the third article: a replica that drops what would wait too long", "[fleet]") {
    // Ten replicas of four workers, one five times slower, 70 % of the capacity, dropped beyond 100 mean services. Exact for
    // random: each replica is an M/M/4, the slow one with balking; it loses 1 − 80/257.6 of its tenth.
    const Json config = fleet(10, 0.7, random_policy(),
                              {{"workers", 4}, {"service", {{"id", "exponential"}, {"mean", 10}}}, {"requests", 300000},
                               {"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 5}}},
                               {"deadline", {{"id", "on-arrival"}, {"wait", 1000}}}});
    const Json result = run(config);
    const Estimate dropped = measure(result, "dropped");
    INFO(dropped.mean << " +- " << dropped.error);
    CHECK(deviation(dropped, 0.068944) < kErrors);
    for (const auto& [name, exact] : {std::pair{"latency.p50", 9.7161}, std::pair{"latency.p99", 1054.90}, std::pair{"latency.p999", 1170.03}}) {
        const Estimate found = measure(result, name);
        INFO(name << " " << found.mean << " +- " << found.error);
        CHECK(deviation(found, exact, 0.0005 * exact) < kErrors);
    }
    // A fifteenth is lost: the 99th percentile of all is one of them.
    CHECK(metric(result, "latencyAll.p99").at("value").is_null());
    CHECK(metric(result, "latencyAll.p99").at("reason") == "lost");
    CHECK(value(result, "latencyAll.p90") > value(result, "latency.p90"));
}

TEST_CASE("percentiles of all are those of the survivors although some are lost", "[fleet]") {
    const Json result = run(with(fleet(8, 1.2, choices(2), {{"requests", 20000}, {"replications", 5}}), bounded(3)));
    CHECK(value(result, "dropped") > 0.1);
    CHECK(value(result, "latencyAll.p50") > value(result, "latency.p50"));
    // Where nothing can be lost the two are one.
    const Json lossless = run(fleet(8, 0.5, choices(2), {{"requests", 2000}, {"replications", 2}}));
    CHECK(value(lossless, "dropped") == 0);
    CHECK(metric(lossless, "latencyAll.p90") == metric(lossless, "latency.p90"));
}

TEST_CASE("requests vanish from the books", "[fleet]") {
    for (const Json& more : {bounded(1), deadline("on-arrival", 0.5), deadline("at-expiry", 0.5)}) {
        auto sim = p2c::create_run(with(fleet(4, 1.2, choices(2), {{"requests", 3000}, {"replications", 1}}), more).dump());
        double lost = 0;
        for (int k = 0; k < 50; ++k) {
            sim->step(50);
            const auto counts = sim->snapshot("counts");
            REQUIRE(counts.size() == 5);
            CHECK(counts[0] == counts[1] + counts[2] + counts[3] + counts[4]);
            lost = counts[4];
        }
        CHECK(lost > 0);
    }
}

TEST_CASE("requests that all come at once have rates", "[fleet]") {
    const Json config = fleet(4, 0.5, choices(2), {{"arrivals", {{"id", "batches"}, {"size", 100}}}, {"warmup", 0.5}, {"requests", 100}, {"replications", 2}});
    const Json result = run(config);
    for (const char* name : {"utilisation", "realisedLoad", "realisedRate", "meanLoad"}) {
        CHECK(metric(result, name).at("value").is_null());
        CHECK(metric(result, name).at("reason") == "few-samples");
    }
    CHECK(value(result, "wait.max") > 0);
    CHECK(p2c::merge({run_text(config, {0, 1}), run_text(config, {1, 2})}) == run_text(config));
}

TEST_CASE("speeds do not scale time", "[fleet]") {
    // Twice as fast everywhere, at the same load: the same path at half the times, to the last bit.
    const Json slow = fleet(8, 0.8, choices(2), {{"requests", 5000}, {"replications", 2}});
    const Json fast = with(slow, {{"machines", {{"id", "speeds"}, {"speeds", {2}}}}});
    CHECK(value(run(fast), "wait.mean") == Approx(value(run(slow), "wait.mean") / 2).epsilon(1e-6));
    CHECK(value(run(fast), "realisedLoad") == Approx(value(run(slow), "realisedLoad")).epsilon(1e-6));
    CHECK(value(run(fast), "utilisation") == Approx(value(run(slow), "utilisation")).epsilon(1e-5));
    CHECK(figures(run(with(slow, {{"machines", {{"id", "speeds"}, {"speeds", {1, 1}}}}}))) == figures(run(slow)));
    CHECK(figures(run(with(slow, {{"machines", {{"id", "some-slow"}, {"slow", 3}, {"factor", 1}}}}))) == figures(run(slow)));
}

TEST_CASE("an overloaded replica under a blind policy is not named", "[fleet]") {
    const Json machines = {{"machines", {{"id", "speeds"}, {"speeds", {1, 1, 0.5, 1}}}}, {"requests", 4000}, {"replications", 2}};
    for (const Json& policy : {random_policy(), round_robin(), choices(1)}) {
        const Json result = run(fleet(4, 0.7, policy, machines));
        REQUIRE(warns(result, "no-steady-state"));
        CHECK(result.at("warnings")[0].at("replica") == 2);
        CHECK(metric(result, "wait.mean").at("value").is_null());
    }
    CHECK_FALSE(warns(run(fleet(4, 0.7, choices(2), machines)), "no-steady-state"));
    // Two distinct looks that both fall on slow ones: 10/45 of the requests for 5 replicas that serve a thousandth.
    const Json slow = {{"machines", {{"id", "some-slow"}, {"slow", 5}, {"factor", 1000}}}, {"requests", 4000}, {"replications", 2}};
    CHECK(warns(run(fleet(10, 0.5, choices(2), slow)), "no-steady-state"));
    CHECK_FALSE(warns(run(fleet(10, 0.5, least(), slow)), "no-steady-state"));
    // Three dispatchers know two replicas each, six of ten at most.
    const Json few = {{"information", {{"scope", {{"id", "dispatchers"}, {"count", 3}}}, {"subset", {{"id", "random"}, {"size", 2}}}}},
                      {"requests", 4000}, {"replications", 2}};
    CHECK(warns(run(fleet(10, 0.9, choices(2), few)), "no-steady-state"));
    CHECK_FALSE(warns(run(fleet(10, 0.4, choices(2), few)), "no-steady-state"));
    // A limit that is never reached limits nothing.
    CHECK(warns(run(with(fleet(4, 1.5, choices(2), {{"requests", 4000}, {"replications", 2}}), bounded(1000000000))), "run-too-short"));
    CHECK_FALSE(warns(run(with(fleet(4, 0.7, random_policy(), machines), bounded(5))), "no-steady-state"));
}

TEST_CASE("a published table of a slow replica does not come out", "[fleet][long]") {
    // Our mean of 20 seeds against the mean of 16: within four combined standard errors. The table's figures are rounded
    // to its last digit, and a percentile is its bucket's midpoint: half of either is added.
    const Json& table = reference("reference/slow_replica.json");
    for (const Json& row : table.at("rows")) {
        const Json result = run(with(table.at("config"), row.at("change")));
        for (const char* name : {"latency.p50", "latency.p99", "latency.p999", "dropped", "share.0"}) {
            const double published = row.at(name)[0];
            const double error = row.at(name)[1].get<double>() / std::sqrt(table.at("runs").get<double>());
            const Estimate found = measure(result, name);
            const double rounding = name[0] == 'l' ? 0.0005 * published + 0.05 : 5e-6;
            INFO(row.at("name") << " " << name << " " << found.mean << " +- " << found.error << ", published " << published << " +- " << error);
            CHECK(std::abs(found.mean - published) <= kErrors * std::sqrt(found.error * found.error + error * error) + rounding);
        }
    }
}
