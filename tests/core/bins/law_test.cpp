// Balls into bins against exact distributions of the fullest bin.
#include <cmath>

#include "../../support/bins.h"

using check::Json;

namespace {

Json config_of(const Json& row, int replications) {
    const double n = row.at("bins"), m = row.at("balls");
    return {{"experiment", "bins"},
            {"bins", row.at("bins")},
            {"ballsPerBin", m / n},
            {"policy", row.at("policy")},
            {"replications", replications},
            {"checkpoints", {m / n}},
            {"seed", 11}};
}

void check_maximum(const Json& row, int replications) {
    const auto counts = check::counts_of(check::each(config_of(row, replications), "max"));
    INFO(row.at("bins") << " bins, " << row.at("balls") << " balls, " << row.at("policy").dump());
    CHECK(check::fit(counts, check::probabilities(row.at("max"))) > check::kAlarm);
}

}  // namespace

TEST_CASE("the fullest of a few bins does not follow its exact law", "[bins]") {
    for (const Json& row : check::reference("reference/bins_small.json").at("rows")) check_maximum(row, 2000);
}

TEST_CASE("sampling with and without replacement are mixed up at 64 or 100 bins", "[bins][long]") {
    // 20,000 runs: P(max = 4) = .00175 with and .00047 without replacement at n = m = 100, d = 2.
    for (const Json& row : check::reference("reference/bins_medium.json").at("rows"))
        if (row.at("bins") == row.at("balls")) check_maximum(row, 20000);
}

TEST_CASE("the mean gap of 64 or 100 bins is not the exact one", "[bins][long]") {
    for (const Json& row : check::reference("reference/bins_medium.json").at("rows")) {
        const double balls = row.at("balls");
        const int runs = int(std::min(4000.0, 8e6 / balls));
        const auto gap = check::estimate(check::each(config_of(row, runs), "gap"));
        INFO(row.at("bins") << " bins, " << balls << " balls, " << row.at("policy").dump());
        // The reference's pruned probability moves its mean by about as much, at most a few balls each.
        CHECK(check::deviation(gap, row.at("gap"), 4 * row.at("lost").get<double>()) < check::kErrors);
        // A standard deviation s from R normal values has relative error 1/sqrt(2R); a two-valued gap may vary up to
        // twice as much where one of the values is rare.
        const double sd = row.at("sd"), found = gap.error * std::sqrt(double(runs));
        if (sd > 0.3) CHECK(std::abs(found / sd - 1) < check::kErrors * 2 / std::sqrt(2.0 * runs));
    }
}

TEST_CASE("mean, interval and single-run deviation of the gap do not belong together", "[bins]") {
    const Json config = {
        {"experiment", "bins"}, {"bins", 100}, {"ballsPerBin", 10}, {"replications", 20}, {"checkpoints", {1, 10}}};
    const Json result = check::run(config);
    const auto gaps = check::each(config, "gap");
    const auto estimate = check::estimate(gaps);
    const Json& gap = result.at("metrics").at("gap");
    CHECK(gap.at("value").get<double>() == Approx(estimate.mean).epsilon(1e-12));
    const double half = 2.09302405 * estimate.error;  // Student's t, 19 degrees of freedom
    CHECK(gap.at("low").get<double>() == Approx(estimate.mean - half).epsilon(1e-7));
    CHECK(gap.at("high").get<double>() == Approx(estimate.mean + half).epsilon(1e-7));
    const Json& series = result.at("series").at("gapAt");
    CHECK(series.at("ballsPerBin") == Json({1, 10}));
    CHECK(series.at("value").at(1) == gap.at("value"));
    CHECK(series.at("low").at(1) == gap.at("low"));
    CHECK(series.at("sd").at(1).get<double>() == Approx(estimate.error * std::sqrt(20.0)).epsilon(1e-9));
    CHECK(check::value(result, "max") == Approx(check::value(result, "gap") + 10).epsilon(1e-12));
}

TEST_CASE("a checkpoint shows another moment than the run that ends there", "[bins]") {
    for (const char* policy : {"random", "choices", "least"}) {
        Json config = {{"experiment", "bins"},
                       {"bins", 50},
                       {"ballsPerBin", 20},
                       {"replications", 10},
                       {"checkpoints", {1, 2.5, 7, 20}},
                       {"policy", {{"id", policy}}}};
        const Json series = check::run(config).at("series").at("gapAt");
        for (std::size_t i = 0; i < 4; ++i) {
            const Json ended =
                check::run(check::with(config, {{"ballsPerBin", config["checkpoints"][i]},
                                                {"checkpoints", Json::array({config["checkpoints"][i]})}}));
            INFO(policy << ", " << config["checkpoints"][i].dump());
            CHECK(ended.at("metrics").at("gap").at("value") == series.at("value").at(i));
        }
    }
}

TEST_CASE("the profile of the bins does not add up to the balls", "[bins]") {
    for (const double per_bin : {0.5, 1.0, 3.0, 200.0}) {
        const Json result =
            check::run({{"experiment", "bins"}, {"bins", 64}, {"ballsPerBin", per_bin}, {"replications", 5}});
        const Json& metrics = result.at("metrics");
        const double from = metrics.at("profileFrom").is_number() ? metrics.at("profileFrom").get<double>()
                                                                  : metrics.at("profileFrom").at("value").get<double>();
        double sum = from > 0
                         ? from - 1
                         : -1;  // every bin holds at least profileFrom balls; the levels 1…profileFrom count once each
        double before = 1;
        if (from > 0) CHECK(metrics.at("profile").at(0).at("value") == 1.0);
        for (const Json& level : metrics.at("profile")) {
            const double share = level.at("value");
            CHECK(share <= before);
            before = share;
            sum += share;
        }
        CHECK(sum == Approx(per_bin).epsilon(1e-12));
        CHECK(from + double(metrics.at("profile").size()) - 1 >= check::value(result, "max"));
        CHECK(check::value(result, "balls") == per_bin * 64);
    }
}
