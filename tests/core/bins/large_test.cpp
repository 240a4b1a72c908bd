// Many bins: the engines against each other, against published tables, exact laws and fluid limits. Seeds are fixed;
// chance below kAlarm or more than kErrors standard errors is an error.
#include <cmath>

#include "../../support/bins.h"

using namespace check;

namespace {

constexpr int kPublished = 1048576;  // bins of the published tables

Json config_of(const Json& row, double bins, int replications) {
    Json config = {{"experiment", "bins"}, {"bins", bins}, {"ballsPerBin", 1}, {"replications", replications},
                   {"checkpoints", {1}}, {"seed", 31}, {"policy", row.at("policy")}};
    if (row.contains("information")) config["information"] = row.at("information");
    return config;
}

/// Share of bins with at least k balls, k = 0, 1, …, `levels`, run by run.
std::vector<std::vector<double>> profiles(const Json& config, std::size_t levels) {
    std::vector<std::vector<double>> out;
    for (const Json& result : runs(config)) {
        const Json& m = result.at("metrics");
        std::vector<double> shares(m.at("profileFrom").get<std::size_t>(), 1.0);
        for (const Json& level : m.at("profile")) shares.push_back(level.at("value"));
        shares.resize(levels + 1, 0.0);
        out.push_back(shares);
    }
    return out;
}

Estimate at_level(const std::vector<std::vector<double>>& runs, std::size_t level) {
    std::vector<double> values;
    for (const auto& shares : runs) values.push_back(shares[level]);
    return estimate(values);
}

const Json& large() { return reference("reference/bins_large.json"); }

}  // namespace

TEST_CASE("the engines differ in law at a million bins", "[engines][long]") {
    // Numbers of bins with at least k balls, where they are large enough to be normal: the difference of the means of 12
    // runs each, in pooled standard errors, passes 4.74 (Student's t, 22 degrees of freedom) with probability 1e-4.
    constexpr double bins = 1e6;
    for (const Json& policy : {Json{{"id", "random"}}, Json{{"id", "choices"}, {"d", 2}},
                               Json{{"id", "choices"}, {"d", 3}, {"replacement", true}}, Json{{"id", "one-plus-beta"}, {"beta", 0.5}},
                               Json{{"id", "groups"}, {"d", 2}}, Json{{"id", "groups"}, {"d", 3}, {"ties", "random"}}, Json{{"id", "memory"}}}) {
        const auto of = [&](const char* engine) {
            return profiles(with(config_of({{"policy", policy}}, bins, 12), {{"engine", engine}, {"ballsPerBin", 1}}), 12);
        };
        const auto direct = of("direct");
        for (const char* engine : {"profile", "batched"}) {
            const auto other = of(engine);
            int compared = 0;
            for (std::size_t k = 1; k <= 12; ++k) {
                const Estimate a = at_level(direct, k), b = at_level(other, k);
                if (a.mean * bins < 100) continue;
                INFO(policy.dump() << ", " << engine << ", level " << k << ": " << a.mean << " and " << b.mean);
                CHECK(std::abs(a.mean - b.mean) < 4.74 * std::hypot(a.error, b.error));
                ++compared;
            }
            CHECK(compared >= 2);
        }
    }
}

TEST_CASE("the fullest of a million bins is not the published one", "[engines][long]") {
    // Mean of the fullest bin at n = m = 10^6 for one, two and three choices; half a unit of the last digit is allowed for.
    const double published[] = {8.79, 4.00, 3.00};
    for (int d = 1; d <= 3; ++d) {
        const Json policy = {{"id", "choices"}, {"d", d}, {"replacement", true}};
        const auto max = estimate(each(config_of({{"policy", policy}}, 1e6, 300), "max"));
        INFO(d << " choices: " << max.mean);
        CHECK(deviation(max, published[d - 1], 0.003) < kErrors);
    }
}

TEST_CASE("the fullest of 2^20 bins is not the published one", "[engines][long]") {
    for (const Json& row : large().at("published")) {
        const auto max = estimate(each(config_of(row, kPublished, 60), "max"));
        INFO(row.dump() << ": " << max.mean << ", error " << max.error);
        CHECK(deviation(max, row.at("mean"), row.at("error")) < kErrors);
    }
}

TEST_CASE("the fullest of thousands of bins does not have the law of an independent program", "[engines][long]") {
    for (const Json& row : large().at("simulated")) {
        const int runs = row.at("runs");
        std::vector<double> theirs = probabilities(row.at("max"));
        for (double& p : theirs) p = std::round(p * runs);
        Json config = config_of(row, row.at("bins"), runs);
        config["engine"] = "batched";
        INFO(row.dump());
        CHECK(same_law(counts_of(each(config, "max")), theirs) > kAlarm);
    }
}

TEST_CASE("the fullest of up to a billion bins misses the exact law of one choice", "[engines][long]") {
    int compared = 0;
    for (const Json& row : reference("reference/one_choice.json").at("rows")) {
        if (!row.contains("max") || row.at("bins") < 1000) continue;
        Json config = config_of({{"policy", {{"id", "random"}}}}, row.at("bins"), 2000);
        config["ballsPerBin"] = row.at("balls").get<double>() / row.at("bins").get<double>();
        config["checkpoints"] = Json::array({config["ballsPerBin"]});  // in braces alone clang takes it for a copy
        config["engine"] = "batched";
        INFO(row.at("bins") << " bins, " << row.at("balls") << " balls");
        CHECK(fit(counts_of(each(config, "max")), probabilities(row.at("max"))) > kAlarm);
        ++compared;
    }
    CHECK(compared >= 5);
}

TEST_CASE("loads of 2^20 bins are not those of the fluid limit", "[engines][long]") {
    // Loads push each other down, so N_k varies at most as much as n independent bins would: by √(n s(1 − s)). The limit
    // itself is off by O(1) bins; 4 are allowed.
    constexpr int kRuns = 6;
    for (const Json& row : large().at("fluid")) {
        const auto limit = row.at("share").get<std::vector<double>>();
        const auto found = profiles(config_of(row, kPublished, kRuns), limit.size() + 8);
        for (std::size_t k = 1; k <= limit.size(); ++k) {
            const double s = limit[k - 1];
            if (s * kPublished < 100) continue;
            INFO(row.at("policy").dump() << ", level " << k << ": " << at_level(found, k).mean << ", limit " << s);
            CHECK(std::abs(at_level(found, k).mean - s) < kErrors * std::sqrt(s * (1 - s) / kPublished / kRuns) + 4.0 / kPublished);
        }
    }
}

TEST_CASE("the share of empty bins among a billion and more is not that of the fluid limit", "[engines][long]") {
    // ds/dt = 1 − s² at level 1 gives tanh 1; one run of 10^9 bins is within four of its standard errors of 1.3e-5.
    const Json two = run(with(config_of({{"policy", {{"id", "choices"}, {"replacement", true}}}}, 1e9, 1), {{"engine", "batched"}}));
    CHECK(value(two, "profile.1") == Approx(std::tanh(1.0)).margin(5.4e-5));
    const Json one = run(config_of({{"policy", {{"id", "random"}}}}, 1e15, 1));
    CHECK(value(one, "profile.1") == Approx(1 - std::exp(-1.0)).margin(6.1e-8));
    CHECK(value(one, "balls") == 1e15);
    CHECK(value(one, "gap") == value(one, "max") - 1);
}

TEST_CASE("a run of a trillion balls cannot be watched or stopped", "[engines][long]") {
    auto run = p2c::create_run(config_of({{"policy", {{"id", "choices"}}}}, 1e12, 1).dump());
    double before = 0;
    for (int i = 0; i < 20; ++i) {
        CHECK(run->step(1));
        CHECK(run->progress() > before);
        before = run->progress();
        CHECK(before < 0.001);
    }
    const auto profile = run->snapshot("profile");
    double bins = 0, balls = 0;
    for (std::size_t i = 1; i < profile.size(); ++i) {
        bins += profile[i];
        balls += profile[i] * (profile[0] + double(i) - 1);
    }
    CHECK(bins == 1e12);
    CHECK(balls == run->snapshot("counts")[0]);
    CHECK(run->snapshot("counts")[1] == 2 * balls);
    for (const char* name : {"load", "looks", "nothing"}) CHECK_THROWS_AS(run->snapshot(name), p2c::ConfigError);
    CHECK(Json::parse(run->result()).at("metrics").empty());
}

TEST_CASE("a draw for billions of balls cannot be watched or stopped, or its parts move the result", "[engines][long]") {
    const Json base = {{"experiment", "bins"}, {"replications", 1}, {"engine", "batched"}, {"checkpoints", {4000, 9000}}};
    const Json one = with(base, {{"policy", {{"id", "random"}}}, {"bins", 1000000}, {"ballsPerBin", 9000}});
    const Json old = {{"information", {{"freshness", {{"id", "batched"}, {"balls", 100000000}}}}}};
    for (const Json& config : {one, with(one, {{"bins", 100}, {"ballsPerBin", 1e7}}), with(one, with(old, {{"policy", {{"id", "choices"}}}}))}) {
        INFO(config.dump());
        CHECK(run_text(config, {}, 1e5) == run_text(config, {}, 1e18));
        auto run = p2c::create_run(config.dump());
        int steps = 0, wrong = 0;
        double before = 0;
        for (; run->step(1e6); ++steps) {
            const auto profile = run->snapshot("profile");
            double bins = 0, balls = 0;
            for (std::size_t i = 1; i < profile.size(); ++i) {
                bins += profile[i];
                balls += profile[i] * (profile[0] + double(i) - 1);
            }
            wrong += bins != config.at("bins") || balls != run->snapshot("counts")[0] || run->progress() <= before;
            before = run->progress();
        }
        CHECK(wrong == 0);
        if (config.at("bins") == 1000000) CHECK(steps >= 4);
    }
}
