// Single queues inside the fleet against queueing theory.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

const std::vector<std::string> kAll = {"mean", "p50", "p90", "p99"};

// Requests so that a replica is observed for about this many relaxation times, mean size/(1 − √ρ)².
int requests(int replicas, int workers, double load, double relaxations) {
    const double relaxation = 1 / std::pow(1 - std::sqrt(load), 2);
    return int(std::min(400000.0, std::max(20000.0, relaxations * relaxation * load * replicas * workers)));
}

}  // namespace

TEST_CASE("M/M/c: waits are not Erlang's", "[fleet]") {
    for (const Json& row : reference("reference/erlang_c.json").at("rows")) {
        const int workers = row.at("servers");
        const double load = row.at("load");
        if (load > 0.9 || workers > 8) continue;
        // Four replicas under random dispatch are four independent M/M/c queues.
        const Json config = fleet(4, load, random_policy(), {{"workers", workers}, {"requests", requests(4, workers, load, 100)}});
        const auto found = runs(config);
        INFO(workers << " workers, load " << load);
        compare(found, row, load < 0.9 ? kAll : std::vector<std::string>{"mean", "p50", "p90"});
        CHECK(deviation(measure(found, "utilisation"), load) < kErrors);
    }
}

TEST_CASE("M/D/1: waits are not those of constant sizes", "[fleet]") {
    for (const Json& row : reference("reference/md1.json").at("rows")) {
        const double load = row.at("load");
        if (load > 0.9) continue;
        INFO("load " << load);
        compare(runs(fleet(8, load, random_policy(), {{"service", deterministic()}, {"requests", requests(8, 1, load, 100)}})), row, kAll);
    }
}

TEST_CASE("M/G/1: waits of lognormal sizes are not those of Pollaczek and Khinchine", "[fleet]") {
    for (const Json& row : reference("reference/mg1_lognormal.json").at("rows")) {
        const double load = row.at("load");
        if (load > 0.86) continue;
        INFO("sigma " << row.at("sigma") << ", load " << load);
        const Json config = fleet(8, load, random_policy(), {{"service", lognormal(row.at("sigma"))}, {"requests", requests(8, 1, load, 200)}});
        compare(runs(config), row, kAll);
    }
}

TEST_CASE("round robin does not make every replica an E_n/M/1 queue", "[fleet]") {
    for (const Json& row : reference("reference/round_robin.json").at("rows")) {
        const int n = row.at("replicas");
        const double load = row.at("load");
        INFO(n << " replicas, load " << load);
        compare(runs(fleet(n, load, round_robin(), {{"requests", requests(n, 1, load, 100)}})), row, kAll);
    }
}

TEST_CASE("least work is not one central queue", "[fleet]") {
    // With work compared, no one waits while a worker is free, and first come first served: M/M/n exactly.
    for (const Json& row : reference("reference/erlang_c.json").at("rows")) {
        const int n = row.at("servers");
        const double load = row.at("load");
        if (n == 1 || n > 8 || load > 0.9) continue;
        const Json config = fleet(n, load, least(), {{"requests", requests(n, 1, load, 100)}});
        INFO(n << " replicas, load " << load);
        compare(runs(with(config, signal("work"))), row, load < 0.9 ? kAll : std::vector<std::string>{"mean", "p50", "p90"});
    }
}

TEST_CASE("the unit of time changes more than the unit of time", "[fleet]") {
    const Json one = run(fleet(4, 0.7, choices(2), {{"requests", 20000}, {"replications", 3}}));
    const Json four = run(fleet(4, 0.7, choices(2), {{"requests", 20000}, {"replications", 3}, {"service", {{"id", "exponential"}, {"mean", 4}}}}));
    for (const char* name : {"wait.mean", "wait.p50", "wait.p99", "wait.max", "latency.mean", "latency.p99"})
        CHECK(value(four, name) == 4 * value(one, name));  // a factor of 2^k is exact
    CHECK(value(four, "utilisation") == value(one, "utilisation"));
    CHECK(value(four, "realisedRate") == value(one, "realisedRate") / 4);
}

TEST_CASE("theory shown beside a run is not the exact value", "[fleet]") {
    const Json config = fleet(2, 0.7, random_policy(), {{"requests", 1000}, {"replications", 2}});
    const Json theory = run(config).at("theory");
    for (const Json& row : reference("reference/erlang_c.json").at("rows")) {
        if (row.at("load") != 0.7 || row.at("servers") > 8) continue;
        const Json wait = run(with(config, {{"workers", row.at("servers")}})).at("theory").at("wait");
        for (const char* name : {"mean", "p50", "p99"})
            CHECK(wait.at(name).get<double>() == Approx(row.at(name).get<double>()).epsilon(1e-9).margin(1e-12));
    }
    CHECK(theory.at("exact") == true);
    for (int i = 0; i < 5; ++i) CHECK(theory.at("queueTail").at(std::size_t(i)).get<double>() == Approx(std::pow(0.7, i)));
    for (const Json& row : reference("reference/mg1_lognormal.json").at("rows")) {
        const Json found = run(with(config, {{"service", lognormal(row.at("sigma"))}, {"load", row.at("load")}})).at("theory");
        CHECK(found.at("wait").at("mean").get<double>() == Approx(row.at("mean").get<double>()).epsilon(1e-9));
    }
    for (const Json& row : reference("reference/md1.json").at("rows"))
        CHECK(run(with(config, {{"service", deterministic()}, {"load", row.at("load")}})).at("theory").at("wait").at("mean").get<double>() ==
              Approx(row.at("mean").get<double>()).epsilon(1e-9));
}
