// Laws of sizes and arrivals in a running fleet, against queueing theory written here.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

struct Service {
    Json config;
    double cv2;
};

const std::vector<Service> kServices = {
    {{{"id", "uniform"}, {"halfWidth", 0.8}}, 0.64 / 3},
    {{{"id", "gamma"}, {"cv", 0.5}}, 0.25},
    {{{"id", "gamma"}, {"cv", 2}}, 4},
    {{{"id", "hyperexponential"}, {"cv", 2}}, 4},
    {{{"id", "two-point"}, {"share", 0.1}, {"ratio", 10}}, 0.1 * 0.9 * 81 / 1.9 / 1.9},
    // alpha 3 on [1, 10]: moments 1.5·0.99/0.999 and 3·0.9/0.999.
    {{{"id", "pareto"}, {"alpha", 3}, {"ratio", 10}}, 2.7 / 0.999 / std::pow(1.5 * 0.99 / 0.999, 2) - 1},
    {{{"id", "recorded"}, {"values", {1, 2, 3, 10}}}, 114.0 / 4 / 16 - 1},
};

Json exact(const Json& config) {
    return run(with(config, {{"requests", 100}, {"replications", 1}})).at("theory");
}

Json separate(const Json& more, double load = 0.7) {
    return fleet(8, load, random_policy(), with({{"requests", 100000}}, more));
}

/// The fleet's waits agree with what is shown beside them; percentiles within half a bucket of the histogram more.
void check_waits(const Json& config, const std::vector<std::string>& names) {
    const Json found = run(config);
    REQUIRE(found.at("theory").at("exact") == true);
    compare(found, found.at("theory").at("wait"), names);
}

}  // namespace

TEST_CASE("M/G/1: waits of some law are not those of Pollaczek and Khinchine", "[fleet][laws]") {
    for (const Service& service : kServices) {
        const Json config = separate({{"service", service.config}});
        INFO(service.config.dump());
        const double unit = service.config.contains("values") ? 4 : 1;
        CHECK(exact(config).at("wait").at("mean").get<double>() ==
              Approx(unit * 0.7 * (1 + service.cv2) / 0.6).epsilon(1e-9));
        check_waits(config, {"mean", "p50", "p90", "p99"});
    }
}

TEST_CASE("percentiles of M/G/1 beside a run are not those of a finer computation", "[fleet][laws]") {
    const auto check_file = [](const char* name, const char* law) {
        for (const Json& row : reference(name).at("rows")) {
            Json service = {{"id", law}};
            if (row.contains("sigma")) service["sigma"] = row.at("sigma");
            const Json wait = exact(separate({{"service", service}}, row.at("load"))).at("wait");
            INFO(row.dump() << " " << wait.dump());
            for (const char* p : {"p50", "p90", "p99"})
                CHECK(wait.at(p).get<double>() == Approx(row.at(p).get<double>()).epsilon(5e-5));
        }
    };
    check_file("reference/md1.json", "deterministic");
    check_file("reference/mg1_lognormal.json", "lognormal");
    // Hyperexponential sizes: what is left of one is one of two exponentials, each with probability 1/2, and the tail of
    // the wait is a sum of two exponentials whose rates solve a quadratic equation. A CV of 1 is M/M/1.
    for (const double cv : {1.0, 2.0, 5.0})
        for (const double load : {0.3, 0.7, 0.9, 0.99, 0.9999}) {
            const Json wait = exact(separate({{"service", {{"id", "hyperexponential"}, {"cv", cv}}}}, load)).at("wait");
            const double share = 0.5 + 0.5 * std::sqrt((cv * cv - 1) / (cv * cv + 1));
            const double quick = 2 * share, slow = 2 - quick, b = 2 - load, c = quick * slow * (1 - load);
            const double fast = (b + std::sqrt(b * b - 4 * c)) / 2, late = c / fast;
            const auto part = [&](double s, double other) { return (1 - load) * (quick - s) * (slow - s) / (other - s) / s; };
            const auto tail = [&](double t) {
                return part(fast, late) * std::exp(-fast * t) + part(late, fast) * std::exp(-late * t);
            };
            for (const auto& [name, p] : {std::pair("p50", 0.5), {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}}) {
                const double found = wait.at(name);
                INFO("cv " << cv << ", load " << load << ", " << name << " is " << found);
                if (p <= 1 - load) CHECK(found == 0);
                // The tail at a wait 5e-5 shorter or longer lies on either side of 1 − p.
                else CHECK((tail(found * (1 - 5e-5)) > 1 - p && tail(found * (1 + 5e-5)) < 1 - p));
            }
        }
}

TEST_CASE("GI/M/1: waits after evenly spaced or gamma gaps are not those of the root", "[fleet][laws]") {
    // D/M/1 at load 0.5: σ = e^(−2(1 − σ)) has the root 0.2031878699799799.
    const Json even = fleet(1, 0.5, random_policy(), {{"arrivals", {{"id", "deterministic"}}}, {"requests", 50000}});
    const double root = 0.2031878699799799;
    CHECK(exact(even).at("wait").at("mean").get<double>() == Approx(root / (1 - root)).epsilon(1e-12));
    CHECK(exact(even).at("wait").at("p99").get<double>() == Approx(std::log(root / 0.01) / (1 - root)).epsilon(1e-12));
    check_waits(even, {"mean", "p50", "p90", "p99"});
    for (const double cv : {0.5, 3.0}) {
        const Json gaps = {{"arrivals", {{"id", "gamma"}, {"cv", cv}}}, {"requests", 100000}};
        for (const Json& config : {fleet(1, 0.6, random_policy(), gaps), fleet(4, 0.6, random_policy(), gaps),
                                   fleet(4, 0.6, round_robin(), gaps)}) {
            INFO(config.dump());
            check_waits(config, {"mean", "p50", "p90"});
        }
    }
    for (const Json& row : reference("reference/round_robin.json").at("rows")) {
        const Json wait = exact(fleet(row.at("replicas"), row.at("load"), round_robin())).at("wait");
        for (const char* name : {"mean", "p50", "p90", "p99"})
            CHECK(wait.at(name).get<double>() == Approx(row.at(name).get<double>()).epsilon(1e-9));
    }
}

TEST_CASE("waits of batches are not those of queues that get their part of each at once", "[fleet][laws]") {
    for (const int replicas : {1, 4})
        for (const Json& service : {Json{{"id", "exponential"}}, Json{{"id", "deterministic"}}}) {
            const Json config = fleet(replicas, 0.6, random_policy(), {{"requests", 100000},
                                                                       {"service", service},
                                                                       {"arrivals", {{"id", "batches"}, {"size", 6}}}});
            INFO(config.dump());
            check_waits(config, {"mean"});
        }
    // One replica, exponential sizes: (k − 1 + 2ρ)/(2(1 − ρ)).
    const Json one = fleet(1, 0.6, random_policy(), {{"arrivals", {{"id", "batches"}, {"size", 6}}}});
    CHECK(exact(one).at("wait").at("mean").get<double>() == Approx(6.2 / 0.8));
}

TEST_CASE("theory is shown where no formula holds", "[fleet][laws]") {
    const Json lognormal_size = {{"service", lognormal(1)}};
    const auto none = [](const Json& config) {
        INFO(config.dump());
        CHECK(exact(config).empty());
    };
    none(separate({{"arrivals", {{"id", "bursts"}}}}));
    none(separate({{"arrivals", {{"id", "recorded"}}}}));
    none(separate(with(lognormal_size, {{"arrivals", {{"id", "gamma"}}}})));
    none(separate(with(lognormal_size, {{"workers", 2}})));
    none(separate({{"workers", 2}, {"arrivals", {{"id", "gamma"}}}}));
    none(separate({{"workers", 2}, {"arrivals", {{"id", "batches"}}}}));
    none(separate({{"service", {{"id", "recorded"}, {"order", "in-order"}}}}));
    none(fleet(4, 0.7, round_robin(), lognormal_size));
    none(fleet(4, 0.7, round_robin(), {{"arrivals", {{"id", "batches"}}}}));
    none(fleet(4, 0.7, choices(2), {{"arrivals", {{"id", "gamma"}}}}));
    none(fleet(4, 0.7, choices(2), lognormal_size));
    CHECK_FALSE(exact(fleet(4, 0.7, choices(2))).empty());
}

TEST_CASE("the two engines, or several budgets, part under some law", "[fleet][laws]") {
    for (const auto& [family, id] :
         {std::pair("service", "two-point"), {"service", "recorded"}, {"service", "gamma"}, {"arrivals", "batches"},
          {"arrivals", "bursts"}, {"arrivals", "deterministic"}, {"arrivals", "recorded"}})
        for (const Json& policy : {choices(2), least()}) {
            Json config = fleet(5, 0.9, policy, {{"requests", 3000}, {"replications", 2}, {family, {{"id", id}}}});
            INFO(config.dump());
            config["engine"] = "lazy";
            const Json lazy = run(config);
            CHECK(Json::parse(run_text(config, {}, 17)).at("fingerprint") == lazy.at("fingerprint"));
            config["engine"] = "event-queue";
            CHECK(run(config).at("fingerprint") == lazy.at("fingerprint"));
        }
    // Constant sizes and gaps: completions and arrivals at one moment.
    Json config = fleet(4, 0.5, choices(2), {{"requests", 3000},
                                             {"replications", 2},
                                             {"service", deterministic()},
                                             {"arrivals", {{"id", "deterministic"}}},
                                             {"engine", "lazy"}});
    const Json lazy = run(config);
    config["engine"] = "event-queue";
    CHECK(run(config).at("fingerprint") == lazy.at("fingerprint"));
}

TEST_CASE("a recorded clock is bent to a load that was not asked for", "[fleet][laws]") {
    // Gaps of mean 2 s, sizes of mean 3 s, two replicas: a load of 0.75, whatever the load that is set.
    const Json own = fleet(2, 0.1, random_policy(),
                           {{"requests", 40000},
                            {"service", {{"id", "gamma"}, {"cv", 0.5}, {"mean", 3}}},
                            {"arrivals", {{"id", "recorded"}, {"values", {1, 3, 2, 2}}, {"clock", "own"}}}});
    const Json found = run(own);
    CHECK(deviation(measure(found, "realisedLoad"), 0.75) < kErrors);
    CHECK(value(found, "realisedRate") == Approx(0.5).epsilon(1e-3));
    CHECK(warns(found, "own-clock"));
    const Json scaled = run(with(own, {{"arrivals", {{"clock", "scaled"}}}}));
    CHECK(deviation(measure(scaled, "realisedLoad"), 0.1) < kErrors);
    CHECK_FALSE(warns(scaled, "own-clock"));
    // Above capacity it is said, as for any load.
    CHECK(warns(run(with(own, {{"service", {{"mean", 5}}}, {"replications", 2}})), "no-steady-state"));
}

TEST_CASE("times of recorded sizes are not in the unit of the list", "[fleet][laws]") {
    const auto with_values = [](const Json& values) {
        const Json service = {{"id", "recorded"}, {"values", values}};
        return run(fleet(4, 0.7, choices(2), {{"requests", 20000}, {"replications", 3}, {"service", service}}));
    };
    const Json one = with_values({0.5, 1, 0.25, 2.25}), eight = with_values({4, 8, 2, 18});
    for (const char* name : {"wait.mean", "wait.p99", "latency.max", "serviceMedian"})
        CHECK(value(eight, name) == 8 * value(one, name));
    CHECK(value(eight, "serviceMedian") == 4);
}

TEST_CASE("a hundred thousand recorded values cannot be run", "[fleet][laws]") {
    Json values = Json::array();
    for (int i = 0; i < 100000; ++i) values.push_back(0.001 * (i % 1000 + 1));
    const Json found = run(fleet(4, 0.7, random_policy(), {{"requests", 2000},
                                                           {"replications", 2},
                                                           {"service", {{"id", "recorded"}, {"values", values}}}}));
    CHECK(found.at("config").at("service").at("values").size() == 100000);
    CHECK(value(found, "serviceMedian") == Approx(0.5));
}
