// Memory, groups, thinning and batches against exact laws, simulations by another program and published figures.
#include <cmath>
#include <string>

#include "../../support/bins.h"

using namespace check;

namespace {

Json config_of(const Json& row, int replications) {
    Json config = row;
    for (const char* key : {"balls", "max", "gap", "error", "sd"}) config.erase(key);
    const double per_bin = row.at("balls").get<double>() / row.at("bins").get<double>();
    return with(config, {{"experiment", "bins"}, {"ballsPerBin", per_bin}, {"checkpoints", {per_bin}},
                         {"replications", replications}, {"seed", 11}});
}

}  // namespace

TEST_CASE("the fullest of a few bins does not follow the exact law of memory, thinning, groups or batches", "[bins][long]") {
    for (const Json& row : reference("reference/bins_processes.json").at("rows")) {
        INFO(row.dump());
        CHECK(fit(counts_of(each(config_of(row, 6000), "max")), probabilities(row.at("max"))) > kAlarm);
    }
}

TEST_CASE("another engine does not follow the exact law of memory, thinning, groups or batches", "[engines][long]") {
    // With unit balls the gap is the fullest bin less a constant, so this is its law too.
    for (const std::string engine : {"profile", "batched"}) {
        int compared = 0;
        for (const Json& row : reference("reference/bins_processes.json").at("rows")) {
            const Json config = with(config_of(row, 4000), {{"engine", engine}});
            INFO(row.dump() << ", " << engine);
            try {
                p2c::create_run(config.dump());
            } catch (const p2c::ConfigError& refused) {
                CHECK(refused.field == "engine");
                continue;
            }
            CHECK(fit(counts_of(each(config, "max")), probabilities(row.at("max"))) > kAlarm);
            ++compared;
        }
        CHECK(compared >= 30);
    }
}

TEST_CASE("two groups with fair ties do not have a mean maximum of 51/32 at four balls in four bins", "[bins][long]") {
    const Json config = {{"experiment", "bins"}, {"bins", 4}, {"ballsPerBin", 1}, {"replications", 40000},
                         {"policy", {{"id", "groups"}, {"ties", "random"}}}};
    CHECK(deviation(estimate(each(config, "max")), 51.0 / 32) < kErrors);
    // Always-go-left: 25/16.
    CHECK(deviation(estimate(each(with(config, {{"policy", {{"ties", "left"}}}}), "max")), 25.0 / 16) < kErrors);
}

TEST_CASE("mean gaps are not those of an independent program", "[bins][long]") {
    for (const Json& row : reference("reference/bins_simulated.json").at("rows")) {
        const int runs = int(std::max(10.0, std::min(2000.0, 3e6 / row.at("balls").get<double>())));
        const auto gap = estimate(each(config_of(row, runs), "gap"));
        INFO(row.dump() << " gives " << gap.mean << " with error " << gap.error);
        // Few runs of a gap that takes two values may all be alike and show no error: the row's own stands in.
        const double error = row.at("sd").get<double>() / std::sqrt(double(runs));
        if (row.at("error") == 0 || error == 0) CHECK(gap.mean == row.at("gap"));
        else CHECK(deviation({gap.mean, error}, row.at("gap"), row.at("error")) < kErrors);
    }
}

TEST_CASE("batches of k n balls do not give the published largest gaps", "[bins][long]") {
    // Los, Sauerwald: Balanced Allocations in Batches (2022), data of the batched setting: n = 1,000, n^2 balls, mean of
    // the largest gap of a run at the ends of batches. The number of their runs is not stated; 25 are assumed.
    struct Row {
        int batch;
        Json policy;
        double largest;
    };
    const Json two = {{"id", "choices"}, {"replacement", true}}, half = {{"id", "one-plus-beta"}, {"replacement", true}};
    for (const Row& row : {Row{1, two, 8.36}, Row{10, two, 22.84}, Row{50, two, 64.92}, Row{1, half, 11.22},
                           Row{10, half, 17.68}, Row{50, half, 40.98}}) {
        Json config = {{"experiment", "bins"}, {"bins", 1000}, {"ballsPerBin", 1000}, {"replications", 10},
                       {"policy", row.policy}, {"information", {{"freshness", {{"id", "batched"}, {"balls", row.batch * 1000}}}}}};
        for (int k = row.batch; k <= 1000; k += row.batch) config["checkpoints"].push_back(k);
        const auto found = measure(run(config), "largestGap");
        INFO(row.policy.dump() << " in batches of " << row.batch << " n: " << found.mean << ", error " << found.error);
        CHECK(deviation(found, row.largest, found.error * std::sqrt(10.0 / 25)) < kErrors);
    }
}

TEST_CASE("long batches do not turn round the order of one, two and three looks", "[bins][long]") {
    const auto gap = [](const Json& policy) {
        return value(run({{"experiment", "bins"}, {"bins", 1000}, {"ballsPerBin", 500}, {"replications", 5}, {"policy", policy},
                          {"information", {{"freshness", {{"id", "batched"}, {"balls", 50000}}}}}}), "gap");
    };
    const double beta = gap({{"id", "one-plus-beta"}}), two = gap({{"id", "choices"}}), three = gap({{"id", "choices"}, {"d", 3}});
    CHECK(beta < two);
    CHECK(two < three);
}
