#include "warnings.h"

#include <cmath>  // sqrt only

#include "model/arrivals.h"
#include "series.h"
#include "settings.h"
#include "steady.h"

namespace p2c::fleet {

namespace {

constexpr double enough_cover = 50;  // relaxation times that a run must cover

std::string percent(double x) { return number_text(static_cast<double>(static_cast<std::int64_t>(x * 1000 + 0.5)) / 10) + " %"; }

Json no_steady_state(double load) {
    return {{"id", "no-steady-state"},
            {"field", "load"},
            {"message", "There is no steady state: at a load of " + percent(load) +
                            " work arrives at least as fast as the fleet can serve it, so queues grow for as long as the run lasts."}};
}

/// Where replicas have joined or left.
Json no_steady_state_after(const Steady& steady, double load) {
    return {{"id", "no-steady-state"},
            {"field", load < 1 ? "changes" : "load"},
            {"message", "There is no steady state: for the " + std::to_string(steady.replicas) + (steady.replicas == 1 ? " replica that is" : " replicas that are") +
                            " there in the end the load is " + percent(steady.load) + ", so queues grow from then on for as long as the run lasts."}};
}

Json fleet_overloaded(const Steady& steady, const Settings& s) {
    return s.changes.any() ? no_steady_state_after(steady, s.load) : no_steady_state(s.load);
}

Json part_overloaded(const Steady& steady, const Settings& s) {
    const std::string count = std::to_string(steady.replicas);
    const std::string who =
        steady.overload == Overload::replica
            ? (s.information.signal == Signal::sent ? "who goes by requests ever sent gives replica " : "a policy that does not look at loads gives replica ") + count
        : steady.overload == Overload::subsets ? "dispatchers know at most " + count + " replicas, which gives these"
        : steady.overload == Overload::set ? "so many requests have one key that they give the " + count + " replicas of its set"
        : steady.replicas == 1 ? "so many requests can go nowhere else that they give the slowest replica"
                               : "so many requests can go nowhere else that they give the " + count + " slowest replicas";
    Json out = {{"id", "no-steady-state"},
                {"field", steady.overload == Overload::subsets ? "information.subset" : steady.field},
                {"message", "There is no steady state: " + who + " a load of " + percent(steady.load) +
                                ", so queues there grow for as long as the run lasts."}};
    if (steady.overload == Overload::replica) out["replica"] = steady.replicas;
    return out;
}

Json tipped_over(const Settings& s) {
    const bool more = s.resilience.repeats();
    const bool fault = !s.resilience.faults.empty();
    const char* field = more ? (s.resilience.hedge != Hedge::never ? "hedge" : "retry") : fault ? "faults" : s.health.entries > 0 ? "cache" : "ejection";
    return {{"id", "no-steady-state"},
            {"field", field},
            {"message", std::string("There is no steady state: ") +
                            (more ? "with the extra calls that there are, " : fault ? "with what is wrong, " : s.health.entries > 0 ? "with as many misses as there are, " : "with so many replicas ejected, ") + "work arrives faster than the fleet can serve it, so queues grow for as long as the run lasts."}};
}

Json own_clock(double load) {
    return {{"id", "own-clock"},
            {"field", "load"},
            {"message", "The load that is set is not used: the recorded arrivals keep their own clock, on which they come to a "
                        "load of " + percent(load) + "."},
            {"load", load}};
}

Json short_of_relaxation(double covered) {
    return {{"id", "run-too-short"},
            {"field", "requests"},
            {"message", "The run is too short: it covers " + number_text(static_cast<double>(static_cast<std::int64_t>(covered * 10)) / 10) +
                            " relaxation times of this fleet, and 50 are needed before its waits can be believed; "
                            "they are more likely too small than too large."},
            {"covered", covered}};
}

Json halves_differ(double difference, double mean) {
    return {{"id", "run-too-short"},
            {"field", "requests"},
            {"message", std::string("The run is too short: waits in its second half are ") + (difference > 0 ? "longer" : "shorter") +
                            " than in its first by more than chance explains."},
            {"difference", difference * mean}};
}

/// Whether the halves of the kept part differ by more than three standard errors. With few replications the standard
/// error is itself uncertain, so 3 becomes the quantile of Student's t with the same tail.
bool differ(const Estimate& halves, std::size_t replications) {
    if (!halves.has_interval || halves.deviation == 0) return false;
    constexpr double three_sigma = 0.998650101968370;
    const double error = halves.deviation / std::sqrt(static_cast<double>(replications));
    const double t = halves.mean / error;
    return (t < 0 ? -t : t) > student_t(three_sigma, replications - 1);
}

Json warmup_not_over(double difference, double mean) {
    return {{"id", "warmup-not-over"},
            {"field", "warmup"},
            {"message", std::string("The warm-up is too short: waits in the first quarter of what is kept are ") + (difference < 0 ? "shorter" : "longer") +
                            " than later by more than chance explains."},
            {"difference", difference * mean}};
}

/// Mean wait in the first quarter of the kept stretches minus that of the others, of each replication; empty where there are
/// too few stretches to tell.
std::vector<double> first_quarter(const Settings& s, const Tables& tables) {
    constexpr std::uint32_t fewest = 8;
    std::uint32_t from = 0;
    while (from < s.stretches && Series::first(from, s.stretches, s.requests) < s.warm) ++from;
    const std::uint32_t quarter = (s.stretches - from) / 4;
    std::vector<double> out;
    if (s.stretches - from < fewest) return out;
    for (const auto& row : tables.rows) {
        double sums[2] = {0, 0};
        for (std::uint32_t k = from; k < s.stretches; ++k) {
            const double x = row[s.first_series_column() + k * series_columns + series_wait];
            if (x < 0) return {};
            sums[k >= from + quarter] += x;
        }
        out.push_back(sums[0] / quarter - sums[1] / (s.stretches - from - quarter));
    }
    return out;
}

}  // namespace

bool grows(const Settings& s, const Tables& tables) {
    if (!s.resilience.repeats() && s.resilience.faults.empty() && s.health.ejection == Ejection::none && s.health.entries == 0) return false;
    // In a steady state the number at the replicas keeps within bounds, whatever the run length. Where it does not, it rises by a
    // share of the requests, in both halves of the run, and by more than chance explains.
    std::vector<double> rises = tables.column(growth);
    for (const double rise : tables.column(growth + 1)) rises.push_back(rise);
    const double least = tables.rows.size() < 4 ? 0.02 : 0.002;
    for (std::size_t half = 0; half < 2; ++half)
        if (estimate(tables.column(growth + half)).mean < least) return false;
    const Estimate rise = estimate(rises);
    return rise.deviation == 0 || differ(rise, rises.size());
}

Json warnings(const Json& config, const Tables& tables) {
    Json out = Json::array();
    const Settings s(config);
    if (own_mean_gap(config.at("arrivals"))) out.push_back(own_clock(s.load));
    const Steady steady = steady_state(config, s);
    if (!steady.exists()) {
        out.push_back(steady.overload == Overload::fleet ? fleet_overloaded(steady, s) : part_overloaded(steady, s));
        return out;
    }
    if (grows(s, tables)) {
        out.push_back(tipped_over(s));
        return out;
    }
    double time = 0;
    for (const double x : tables.column(kept_time)) time += x;
    const double covered = time / steady.relaxation;
    const Estimate halves = estimate(tables.column(half_difference));
    if (covered < enough_cover) {
        out.push_back(short_of_relaxation(covered));
    } else if (differ(halves, tables.rows.size())) {
        out.push_back(halves_differ(halves.mean, s.mean));
    } else if (const auto quarter = first_quarter(s, tables); differ(estimate(quarter), quarter.size())) {
        out.push_back(warmup_not_over(estimate(quarter).mean, s.mean));
    }
    return out;
}

}  // namespace p2c::fleet
