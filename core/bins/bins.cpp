#include "bins.h"

#include <utility>

#include "base/limits.h"
#include "direct.h"
#include "theory/theory.h"

namespace p2c {

namespace {

using namespace bins;

std::vector<Param> params() {
    return {
        part("policy", "Placement", "policies", Json{{"id", "choices"}})
            .in("policy").as("primary").about("Where each ball goes."),
        real("ballsPerBin", "Balls per bin", 0, 1e9, 100)
            .above_low().slider(1, 10000, "log").marks({1, 10, 100, 1000, 10000}).as("primary").in("size")
            .about("Balls thrown, per bin; the number of balls is the nearest whole number to bins × this."),
        integer("bins", "Bins", 1, 1e9, 100)
            .slider(10, 1000000, "log").marks({10, 100, 1000, 10000, 100000, 1000000}).in("size")
            .about("Number of bins."),
        integer("replications", "Runs", 1, max_replications, 200)
            .slider(10, 10000, "log").marks({10, 100, 1000, 10000}).in("run")
            .about("Independent repetitions; intervals come from the spread between them."),
        seed_param(),
        list("checkpoints", "Checkpoints", 0, 1e9)
            .above_low().in("run").as("detail")
            .about("Balls per bin at which the gap is recorded on the way; empty means 1, 2, 5, 10, … and the end."),
        choice("engine", "Engine",
               {{"auto", "Automatic", "Chosen by the core from the configuration."},
                {"direct", "Direct", "One counter per bin, ball by ball."}},
               "auto")
            .in("run").as("detail").about("How the process is simulated; the law of the results is the same."),
    };
}

std::vector<Metric> metrics() {
    return {
        {"gap", "Gap", "balls", "Balls in the fullest bin minus the average."},
        {"max", "Fullest bin", "balls", "Balls in the fullest bin."},
        {"min", "Emptiest bin", "balls", "Balls in the emptiest bin."},
        {"balls", "Balls", "balls", "Number of balls thrown."},
        {"probesPerBall", "Probes per ball", "reads", "Loads read per ball."},
        {"profileFrom", "First level", "balls", "Level of the first entry of profile."},
        {"profile", "Profile", "share", "Share of bins that hold at least k balls, for k = profileFrom, profileFrom + 1, …"},
    };
}

void check(const Json& config) {
    const auto n = config.at("bins").get<double>();
    check_memory(n * sizeof(std::uint32_t), "bins", number_text(n) + " bins");
    const auto count = config.at("bins").get<std::uint32_t>();
    check_policy(config.at("policy"), count, "bins");
    const auto per_bin = config.at("ballsPerBin").get<double>();
    if (ball_count(count, per_bin) == 0)
        throw ConfigError("ballsPerBin", "ballsPerBin must give at least one ball; " + number_text(per_bin) +
                                             " for " + number_text(n) + " bins gives none.");
    const Json& points = config.at("checkpoints");
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].get<double>() <= per_bin) continue;
        const std::string field = "checkpoints[" + std::to_string(i) + "]";
        throw ConfigError(field, field + " must be at most ballsPerBin, which is " + number_text(per_bin) + "; it is " +
                                     number_text(points[i].get<double>()) + ".");
    }
    const auto columns = static_cast<double>(Settings(config).checkpoints.size() + first_checkpoint);
    const auto runs = config.at("replications").get<double>();
    check_memory(runs * columns * sizeof(double), "replications", "the rows of " + number_text(runs) + " replications");
}

Json profile(const Tally& tally, double bins) {
    Json out = Json::array();
    for (std::int64_t k = tally.first(); k < tally.last(); ++k) out.push_back(metric(tally.at(k, bins)));
    return out;
}

Json gap_series(const Settings& settings, const Tables& tables) {
    Json series = {{"ballsPerBin", Json::array()}, {"value", Json::array()}, {"low", Json::array()},
                   {"high", Json::array()}, {"sd", Json::array()}};
    for (std::size_t k = 0; k < settings.checkpoints.size(); ++k) {
        const Estimate e = estimate(tables.column(first_checkpoint + k));
        const Json m = metric(e);
        series["ballsPerBin"].push_back(static_cast<double>(settings.checkpoints[k]) / settings.bins);
        series["value"].push_back(m.at("value"));
        series["low"].push_back(m.at("low"));
        series["high"].push_back(m.at("high"));
        series["sd"].push_back(e.has_interval ? Json(e.deviation) : Json(nullptr));
    }
    return series;
}

Json report(const Json& config, const Tables& tables) {
    const Settings settings(config);
    const Tally& levels = tables.tallies[0];
    Json m;
    m["gap"] = metric(estimate(tables.column(gap)));
    m["max"] = metric(estimate(tables.column(max)));
    m["min"] = metric(estimate(tables.column(min)));
    m["balls"] = {{"value", settings.balls}};
    m["probesPerBall"] = metric(estimate(tables.column(probes)));
    m["profileFrom"] = levels.first();
    m["profile"] = profile(levels, settings.bins);
    Question question{config, static_cast<double>(settings.balls), levels.first(), levels.last(), {}};
    for (const std::uint64_t balls : settings.checkpoints) question.checkpoints.push_back(static_cast<double>(balls));
    return {{"metrics", m}, {"series", {{"gapAt", gap_series(settings, tables)}}}, {"theory", theory(question)},
            {"warnings", Json::array()}};
}

std::string engine(const Json&) { return "direct"; }

}  // namespace

Experiment bins_experiment() {
    return {"bins", "Balls into bins",
            "Balls are thrown into bins one at a time, each where the policy says; what matters is how far the fullest "
            "bin ends above the average.",
            params(), metrics(), check, make_direct, engine, report, known_laws};
}

}  // namespace p2c
