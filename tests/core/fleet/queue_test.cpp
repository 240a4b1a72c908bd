// Single queues inside the fleet against queueing theory. Near capacity a run must be longer for the same certainty;
// those tests are tagged [long] and left out where the core runs slowly.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

enum class Part { moderate, heavy };

bool belongs(const Json& row, Part part) {
    const double load = row.at("load");
    return load < 0.91 && (load > 0.71) == (part == Part::heavy);
}

// Requests for a replica to be observed over this many relaxation times, mean size/(1 − √ρ)².
int requests(int replicas, int workers, double load, double relaxations) {
    const double relaxation = 1 / std::pow(1 - std::sqrt(load), 2);
    return int(std::min(250000.0, std::max(10000.0, relaxations * relaxation * load * replicas * workers)));
}

// Rare waits of a heavy load come in few, long bursts: their percentile needs more than these runs have.
std::vector<std::string> figures_at(double load) {
    if (load > 0.85) return {"mean", "p50", "p90"};
    return {"mean", "p50", "p90", "p99"};
}

void check_mmc(Part part) {
    for (const Json& row : reference("reference/erlang_c.json").at("rows")) {
        const int workers = row.at("servers");
        const double load = row.at("load");
        if (!belongs(row, part) || workers > 8) continue;
        // Four replicas under random dispatch are four independent M/M/c queues.
        const Json found =
            run(fleet(4, load, random_policy(), {{"workers", workers}, {"requests", requests(4, workers, load, 50)}}));
        INFO(workers << " workers, load " << load);
        compare(found, row, figures_at(load));
        CHECK(deviation(measure(found, "utilisation"), load) < kErrors);
    }
}

void check_mg1(Part part, const char* file, const char* law) {
    for (const Json& row : reference(file).at("rows")) {
        const double load = row.at("load");
        if (!belongs(row, part)) continue;
        Json service = {{"id", law}};
        if (row.contains("sigma")) service["sigma"] = row.at("sigma");
        INFO(service.dump() << ", load " << load);
        const Json found =
            run(fleet(8, load, random_policy(), {{"service", service}, {"requests", requests(8, 1, load, 100)}}));
        compare(found, row, figures_at(load));
    }
}

void check_round_robin(Part part) {
    for (const Json& row : reference("reference/round_robin.json").at("rows")) {
        const int n = row.at("replicas");
        const double load = row.at("load");
        if (!belongs(row, part)) continue;
        INFO(n << " replicas, load " << load);
        compare(run(fleet(n, load, round_robin(), {{"requests", requests(n, 1, load, 50)}})), row, figures_at(load));
    }
}

// With work compared no one waits while a worker is free, first come first served: M/M/n exactly.
void check_central_queue(Part part) {
    for (const Json& row : reference("reference/erlang_c.json").at("rows")) {
        const int n = row.at("servers");
        const double load = row.at("load");
        if (!belongs(row, part) || n == 1 || n > 8) continue;
        const Json config = fleet(n, load, least(), {{"requests", requests(n, 1, load, 50)}});
        INFO(n << " replicas, load " << load);
        compare(run(with(config, signal("work"))), row, figures_at(load));
    }
}

}  // namespace

TEST_CASE("an interval is not what the replications behind it give", "[fleet]") {
    const Json config = fleet(3, 0.7, choices(2), {{"requests", 2000}});
    const Json whole = run(config);
    const auto parts = runs(config);
    for (const char* path : {"wait.mean", "wait.p90", "latency.p99", "latency.max", "utilisation", "realisedLoad",
                             "realisedRate", "meanLoad", "probesPerRequest", "share.1", "queueTail.2"}) {
        std::vector<double> values;
        for (const Json& part : parts) values.push_back(value(part, path));
        INFO(path);
        CHECK(measure(whole, path).mean == Approx(estimate(values).mean).epsilon(1e-9));
        CHECK(measure(whole, path).error == Approx(estimate(values).error).epsilon(1e-6).margin(1e-12));
    }
}

TEST_CASE("M/M/c: waits are not Erlang's", "[fleet]") {
    check_mmc(Part::moderate);
}
TEST_CASE("M/M/c near capacity: waits are not Erlang's", "[fleet][long]") {
    check_mmc(Part::heavy);
}

TEST_CASE("M/D/1: waits are not those of constant sizes", "[fleet]") {
    check_mg1(Part::moderate, "reference/md1.json", "deterministic");
}
TEST_CASE("M/D/1 near capacity: waits are not those of constant sizes", "[fleet][long]") {
    check_mg1(Part::heavy, "reference/md1.json", "deterministic");
}

TEST_CASE("M/G/1: waits of lognormal sizes are not those of Pollaczek and Khinchine", "[fleet]") {
    check_mg1(Part::moderate, "reference/mg1_lognormal.json", "lognormal");
}
TEST_CASE("M/G/1 near capacity: waits of lognormal sizes are not those of Pollaczek and Khinchine", "[fleet][long]") {
    check_mg1(Part::heavy, "reference/mg1_lognormal.json", "lognormal");
}

TEST_CASE("round robin does not make every replica an E_n/M/1 queue", "[fleet]") {
    check_round_robin(Part::moderate);
}
TEST_CASE("round robin near capacity does not make every replica an E_n/M/1 queue", "[fleet][long]") {
    check_round_robin(Part::heavy);
}

TEST_CASE("least work is not one central queue", "[fleet]") {
    check_central_queue(Part::moderate);
}
TEST_CASE("least work near capacity is not one central queue", "[fleet][long]") {
    check_central_queue(Part::heavy);
}

TEST_CASE("the unit of time changes more than the unit of time", "[fleet]") {
    const auto with_mean = [](double mean) {
        const Json service = {{"id", "exponential"}, {"mean", mean}};
        return run(fleet(4, 0.7, choices(2), {{"requests", 20000}, {"replications", 3}, {"service", service}}));
    };
    const Json one = with_mean(1), four = with_mean(4), odd = with_mean(0.3);
    for (const char* name : {"wait.mean", "wait.p50", "wait.p99", "wait.max", "latency.mean", "latency.p99"}) {
        CHECK(value(four, name) == 4 * value(one, name));  // a power of two is exact
        CHECK(value(odd, name) == Approx(0.3 * value(one, name)).epsilon(1e-12));
    }
    for (const char* name : {"utilisation", "realisedLoad", "meanLoad"}) CHECK(value(odd, name) == value(one, name));
    CHECK(value(four, "realisedRate") == value(one, "realisedRate") / 4);
    CHECK(value(four, "serviceMedian") == 4 * value(one, "serviceMedian"));
    CHECK(four.at("series").at("waitTail").at("value") == one.at("series").at("waitTail").at("value"));
}

TEST_CASE("theory shown beside a run is not the exact value", "[fleet]") {
    const Json config = fleet(2, 0.7, random_policy(), {{"requests", 1000}, {"replications", 2}});
    const auto theory = [&](const Json& changes) { return run(with(config, changes)).at("theory").get<Json>(); };
    for (const Json& row : reference("reference/erlang_c.json").at("rows")) {
        if (row.at("servers") > 8) continue;
        const Json found = theory({{"workers", row.at("servers")}, {"load", row.at("load")}});
        CHECK(found.at("exact") == true);
        for (const char* name : {"mean", "p50", "p99"})
            CHECK(value({{"metrics", found}}, std::string("wait.") + name) ==
                  Approx(row.at(name).get<double>()).epsilon(1e-9).margin(1e-12));
    }
    const Json tail = theory(Json::object()).at("queueTail");
    for (std::size_t i = 0; i < 5; ++i) CHECK(tail.at(i).get<double>() == Approx(std::pow(0.7, i)));
    for (const Json& row : reference("reference/mg1_lognormal.json").at("rows"))
        CHECK(value({{"metrics", theory({{"service", lognormal(row.at("sigma"))}, {"load", row.at("load")}})}},
                    "wait.mean") == Approx(row.at("mean").get<double>()).epsilon(1e-9));
    for (const Json& row : reference("reference/md1.json").at("rows"))
        CHECK(value({{"metrics", theory({{"service", deterministic()}, {"load", row.at("load")}})}}, "wait.mean") ==
              Approx(row.at("mean").get<double>()).epsilon(1e-9));
    // Beyond what is exact, what is shown says that it is a limit.
    CHECK(theory({{"policy", choices(2)}}).value("exact", false) == false);
    CHECK(theory({{"load", 1.2}}).empty());
}
