#include "bins.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "base/refuse.h"
#include "distribution.h"
#include "engines.h"
#include "model/ball_information.h"
#include "model/policies.h"
#include "rules.h"
#include "settings.h"
#include "theory/theory.h"

namespace p2c {

namespace {

using namespace bins;

Params params() {
    static constexpr Option engine_options[] = {
        {"auto", "Automatic",
         "Batched where it is faster, which is from 131,072 bins on (65,536 for up to 5 balls per bin); else "
         "direct while a counter per bin fits into memory."},
        {"direct", "Direct",
         "One counter per bin, ball by ball: 1 to 4 bytes a bin, more with weights, capacities, old loads or errors. What "
         "would be too much is refused with its size before it is taken."},
        {"profile", "Profile", "Ball by ball on the numbers of bins per load: any number of bins in no memory."},
        {"batched", "Batched",
         "Many balls at a time on the numbers of bins per load: a trillion balls in about a second."},
    };
    static constexpr Param all[] = {
        part("policy", "Placement", "policies", "choices")
            .in("policy").as("primary").about("Where each ball goes."),
        real("ballsPerBin", "Balls per bin", 0, 1e9, 100)
            .above_low().slider(1, 10000, "log").marks({1, 10, 100, 1000, 10000}).as("primary").in("size")
            .about("Balls thrown, per bin; the number of balls is the nearest whole number to bins × this."),
        integer("bins", "Bins", 1, 1e15, 100)
            .slider(10, 1e15, "log").marks({10, 1e3, 1e6, 1e9, 1e12, 1e15}).in("size")
            .about("Number of bins. The direct engine keeps a counter for each; the others keep only how many bins hold how "
                   "many balls, so that a quadrillion bins take no more memory than a few."),
        group("information", "What a ball knows", ball_information_params)
            .in("knowledge").about("What is seen of the loads that are looked at."),
        part("weights", "Weights", "weights", "unit")
            .in("balls-and-bins").about("What a ball weighs; loads and gap are in weights of the mean ball."),
        part("capacities", "Capacities", "capacities", "equal")
            .in("balls-and-bins").about("How large bins are; a load is what is in a bin over its capacity."),
        part("graph", "Graph", "graphs", "complete")
            .in("balls-and-bins").about("Which two bins can be looked at together."),
        integer("replications", "Runs", 1, max_replications, 200)
            .slider(10, 10000, "log").marks({10, 100, 1000, 10000}).in("run")
            .about("Independent repetitions; intervals come from the spread between them."),
        seed_param(),
        list("checkpoints", "Checkpoints", 0, 1e9)
            .above_low().in("run").as("detail")
            .about("Balls per bin at which the gap is recorded on the way; empty means 1, 2, 5, 10, … and the end."),
        choice("engine", "Engine", engine_options, "auto")
            .in("run").as("detail")
            .about("How the process is simulated. The law of the results is the same for all; the result names the one "
                   "that ran."),
    };
    return all;
}

Metrics metrics() {
    static constexpr Metric all[] = {
        {"gap", "Gap", "balls", "Load of the fullest bin minus the average."},
        {"largestGap", "Largest gap", "balls", "Largest gap of a run at its checkpoints, the end included."},
        {"max", "Fullest bin", "balls", "Load of the fullest bin."},
        {"min", "Emptiest bin", "balls", "Load of the emptiest bin."},
        {"balls", "Balls", "balls", "Number of balls thrown."},
        {"probesPerBall", "Probes per ball", "reads", "Loads read per ball."},
        {"profileFrom", "First level", "balls", "Level of the first entry of profile."},
        {"profile", "Profile", "share",
         "Share of bins with a load of at least k, for k = profileFrom, profileFrom + 1, …; empty when loads of a run are "
         "more than 65,536 apart."},
        {"gapRunsFrom", "First gap", "balls", "Gap of the first entry of gapRuns."},
        {"gapRuns", "Gap over the runs", "share",
         "Share of runs with a gap from k to below k + 1, for k = gapRunsFrom, gapRunsFrom + 1, …"},
        {"maxRunsFrom", "First fullest bin", "balls", "Load of the first entry of maxRuns."},
        {"maxRuns", "Fullest bin over the runs", "share",
         "Share of runs whose fullest bin has a load from k to below k + 1, for k = maxRunsFrom, maxRunsFrom + 1, …"},
        {"minRunsFrom", "First emptiest bin", "balls", "Load of the first entry of minRuns."},
        {"minRuns", "Emptiest bin over the runs", "share",
         "Share of runs whose emptiest bin has a load from k to below k + 1, for k = minRunsFrom, minRunsFrom + 1, …"},
    };
    return all;
}

void check_balls(const Json& config) {
    const auto bins = config.at("bins").get<double>();
    const auto per_bin = config.at("ballsPerBin").get<double>();
    if (bins * per_bin > max_balls)
        refuse("ballsPerBin", {"ballsPerBin must give at most 9007199254740992 balls; ", per_bin, " for ", bins, " bins gives more."});
    if (ball_count(config.at("bins").get<std::uint64_t>(), per_bin) == 0)
        refuse("ballsPerBin", {"ballsPerBin must give at least one ball; ", per_bin, " for ", bins, " bins gives none."});
}

void check_point(const std::string& field, double point, const Json& config) {
    const auto per_bin = config.at("ballsPerBin").get<double>();
    if (point > per_bin)
        refuse(field, {field, " must be at most ballsPerBin, which is ", per_bin, "; it is ", point, "."});
    if (ball_count(config.at("bins").get<std::uint64_t>(), point) == 0)
        refuse(field, {field, " must give at least one ball; it is ", point, "."});
}

void check(const Json& config) {
    const auto n = config.at("bins").get<double>();
    // No rule of a policy asks for more bins than fit into 32 bits.
    check_policy(config.at("policy"), static_cast<std::uint32_t>(std::min(n, 4294967295.0)), "bins");
    check_engine(config);
    check_combination(config);
    check_balls(config);
    const Json& points = config.at("checkpoints");
    for (std::size_t i = 0; i < points.size(); ++i) check_point("checkpoints[" + std::to_string(i) + "]", points[i].get<double>(), config);
    const auto columns = static_cast<double>(Settings(config).checkpoints.size() + first_checkpoint);
    const auto runs = config.at("replications").get<double>();
    if (n * runs >= 0x1p64)  // sums over replications are kept in 64 bits
        refuse("replications", {"replications must be at most 18446744073709551615 divided by bins; ", runs, " for ", n, " bins are too many."});
    check_memory(runs * columns * sizeof(double), "replications", "the rows of " + number_text(runs) + " replications");
}

/// Mean over the runs of the largest gap at any checkpoint.
Json largest_gap(const Tables& tables) {
    std::vector<double> largest;
    for (const auto& row : tables.rows) largest.push_back(*std::max_element(row.begin() + first_checkpoint, row.end()));
    return metric(estimate(largest));
}

/// Empty when a run had too many levels to keep.
Json profile(const Tally& tally, double bins, std::size_t runs) {
    if (tally.replications() != runs) return Json::array();
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
        series["ballsPerBin"].push_back(static_cast<double>(settings.checkpoints[k]) / static_cast<double>(settings.bins));
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
    m["profile"] = profile(levels, static_cast<double>(settings.bins), tables.rows.size());
    m["largestGap"] = largest_gap(tables);
    add_distribution(m, "gapRuns", tables.column(gap));
    add_distribution(m, "maxRuns", tables.column(max));
    add_distribution(m, "minRuns", tables.column(min));
    Question question{config, static_cast<double>(settings.balls), levels.first(), levels.last(), {}};
    for (const std::uint64_t balls : settings.checkpoints) question.checkpoints.push_back(static_cast<double>(balls));
    return {{"metrics", m}, {"series", {{"gapAt", gap_series(settings, tables)}}}, {"theory", theory(question)},
            {"warnings", Json::array()}};
}

}  // namespace

Experiment bins_experiment() {
    return {"bins", "Balls into bins",
            "Balls are thrown into bins one at a time, each where the policy says; what matters is how far the fullest "
            "bin ends above the average.",
            params(), metrics(), check, make_simulation, engine_for, report, known_laws};
}

}  // namespace p2c
