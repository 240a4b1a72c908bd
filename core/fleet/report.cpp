#include "report.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/math.h"
#include "dispatchers.h"
#include "model/policies.h"
#include "profile/joined.h"
#include "profile/profile.h"
#include "model/services.h"
#include "series.h"
#include "settings.h"
#include "steady.h"
#include "theory.h"
#include "warnings.h"

namespace p2c::fleet {

namespace {

constexpr std::uint64_t enough_beyond = 100;  // samples beyond a percentile for it to be trusted

/// All that the metrics are made from.
struct Context {
    const Settings& settings;
    const Tables& tables;
    bool steady;
    bool profile;                            ///< no request was followed
    std::optional<JoinedLoads> joined = {};  ///< over all replications, then
};

/// A quantile of waits (first = wait) or latencies over all replications, in mean service times.
double pooled_quantile(const Context& c, const Quantile& q, std::size_t first) {
    if (!c.joined) {
        const Histogram& all = c.tables.histograms[first == wait ? 0 : 1];
        return all.at_rank(c.settings.rank(q, all.total()));
    }
    const double p = static_cast<double>(q.numerator) / static_cast<double>(q.denominator);
    return first == wait ? c.joined->wait_quantile(p) : c.joined->latency_quantile(p);
}

std::optional<JoinedLoads> joined_loads(const Tables& tables) {
    const Tally& tally = tables.tallies[joined_tally];
    std::vector<double> out;
    for (std::int64_t k = tally.first(); k < tally.last(); ++k) out.push_back(static_cast<double>(tally.sum(k)));
    return JoinedLoads(out);
}

/// What is not known of some replication, and negative there, is null.
Json scaled(const Context& c, std::size_t column, double factor) {
    std::vector<double> values = c.tables.column(column);
    if (std::any_of(values.begin(), values.end(), [](double x) { return x < 0; })) return {{"value", nullptr}, {"reason", "few-samples"}};
    for (double& x : values) x *= factor;
    return metric(estimate(values));
}

/// A percentile: without grounds null, with few of them flagged; always beside that of the merged histogram.
Json percentile(const Context& c, const Quantile& q, std::size_t column, std::size_t first) {
    const Json pooled = pooled_quantile(c, q, first) * c.settings.mean;
    if (!c.steady) return {{"value", nullptr}, {"reason", "no-steady-state"}, {"pooled", pooled}};
    const std::uint64_t kept = c.settings.kept();
    if (kept * (q.denominator - q.numerator) < q.denominator)
        return {{"value", nullptr}, {"reason", "few-samples"}, {"pooled", pooled}};
    Json out = scaled(c, column, c.settings.mean);
    out["pooled"] = pooled;
    if (kept - nearest_rank(q, kept) < enough_beyond) out["flag"] = "few-samples";
    return out;
}

Json unsteady(const Context& c, std::size_t column, double factor) {
    if (c.steady) return scaled(c, column, factor);
    return {{"value", nullptr}, {"reason", "no-steady-state"}, {"pooled", scaled(c, column, factor).at("value")}};
}

Json times(const Context& c, std::size_t first) {
    Json out;
    if (c.settings.resilient() && c.tables.histograms[0].total() == 0) {
        for (const char* name : {"mean", "p50", "p90", "p99", "p999", "max"}) out[name] = {{"value", nullptr}, {"reason", "lost"}};
        return out;
    }
    out["mean"] = unsteady(c, first, c.settings.mean);
    std::size_t column = first;
    for (const Quantile& q : quantiles) out[q.name] = percentile(c, q, ++column, first);
    if (c.profile) {
        out["max"] = {{"value", nullptr}, {"reason", "not-followed"}};
        return out;
    }
    out["max"] = unsteady(c, ++column, c.settings.mean);
    if (!c.steady) out["max"]["pooled"] = c.tables.histograms[first == wait ? 0 : 1].max() * c.settings.mean;
    return out;
}

/// Null where a replication's percentile is one of the lost; where none can be, that of the served.
Json latencies_of_all(const Context& c, const Json& served) {
    Json out;
    if (!c.settings.lossy()) {
        for (const Quantile& q : quantiles) out[q.name] = served.at(q.name);
        return out;
    }
    std::size_t column = latency_all;
    for (const Quantile& q : quantiles) {
        const std::vector<double> values = c.tables.column(column);
        const bool lost = std::any_of(values.begin(), values.end(), [](double x) { return x < 0; });
        out[q.name] = lost ? Json{{"value", nullptr}, {"reason", "lost"}} : scaled(c, column, c.settings.mean);
        ++column;
    }
    return out;
}

/// Where requests are sent once to replicas that work, all of it is 0.
void add_resilience(Json& m, const Context& c) {
    const struct {
        const char* name;
        Column column;
    } shares[] = {{"failed", failed}, {"abandoned", abandoned}, {"hedged", hedged}, {"extraCalls", extra_calls}, {"wasted", wasted}, {"hitRate", hit_rate}};
    const bool any = c.settings.resilient();
    for (const auto& s : shares) m[s.name] = any ? scaled(c, s.column, 1) : Json{{"value", 0}, {"low", 0}, {"high", 0}};
    const auto leaves = static_cast<double>(c.settings.resilience.leaves);
    for (const auto& [name, column, plain] : {std::tuple("p50", leaf_p50, latency + 1), std::tuple("p99", leaf_p99, latency + 3)})
        m["leafLatency"][name] = !c.steady ? Json{{"value", nullptr}, {"reason", "no-steady-state"}} : scaled(c, any ? static_cast<std::size_t>(column) : plain, c.settings.mean);
    // Where some leaves are not waited for, others decide.
    const bool all = c.settings.resilience.spare == 0;
    m["leafTarget"] = all ? Json{{"value", det::pow(0.99, 1 / leaves)}} : Json{{"value", nullptr}, {"reason", "spare-leaves"}};
    m["leafAchieved"] = !all ? Json{{"value", nullptr}, {"reason", "spare-leaves"}} : any ? scaled(c, leaf_achieved, 1) : Json{{"value", 0.99}};
    std::vector<double> rates = c.tables.column(any ? goodput : realised_rate);
    if (std::any_of(rates.begin(), rates.end(), [](double x) { return x < 0; })) {
        m["goodput"] = {{"value", nullptr}, {"reason", "few-samples"}};
        return;
    }
    const std::vector<double> lost = c.settings.lossy() && !any ? c.tables.column(dropped) : std::vector<double>(rates.size(), 0);
    for (std::size_t i = 0; i < rates.size(); ++i) rates[i] *= (1 - lost[i]) / c.settings.mean;
    m["goodput"] = metric(estimate(rates));
}

/// Share of the dispatchers that know the replica that fewest know, and the one that most do, of those that are there in the end.
void add_coverage(Json& m, const Context& c) {
    const Information& info = c.settings.information;
    std::vector<double> fewest, most;
    const Changes& changes = c.settings.changes;
    const std::uint32_t present = changes.at < c.settings.requests ? changes.after : changes.before;
    Dispatchers dispatchers(info, static_cast<std::uint32_t>(info.subset > 0 ? c.settings.replicas : 1));
    for (std::size_t r = 0; info.subset > 0 && info.subset < present && r < c.tables.rows.size(); ++r) {
        std::vector<double> known(present, 0);
        dispatchers.begin(c.settings.seed, c.tables.from + r, changes.before);
        dispatchers.change(present);
        for (std::uint32_t d = 0; d < info.dispatchers; ++d)
            for (std::uint32_t k = 0; k < info.subset; ++k) known[dispatchers.replica(d, k)] += 1.0 / info.dispatchers;
        fewest.push_back(*std::min_element(known.begin(), known.end()));
        most.push_back(*std::max_element(known.begin(), known.end()));
    }
    m["coverage"] = {{"min", fewest.empty() ? Json{{"value", 1}} : metric(estimate(fewest))}, {"max", most.empty() ? Json{{"value", 1}} : metric(estimate(most))}};
}

Json levels(const Tally& tally, double scale) {
    Json out = Json::array();
    for (std::int64_t k = tally.first(); k < tally.last(); ++k) out.push_back(metric(tally.at(k, scale)));
    return out;
}

Json tail_series(const Context& c, const Tally& tally) {
    Json s = {{"time", Json::array()}, {"value", Json::array()}, {"low", Json::array()},
              {"high", Json::array()}, {"beyond", Json::array()}};
    if (!c.steady) return s;
    const auto kept = static_cast<double>(c.settings.kept());
    for (std::int64_t k = tally.first(); k < tally.last() && tally.sum(k) > 0; ++k) {
        const Json m = metric(tally.at(k, c.profile ? queue_scale : kept));
        s["time"].push_back(tail_time(k) * c.settings.mean);
        s["value"].push_back(m.at("value"));
        s["low"].push_back(m.at("low"));
        s["high"].push_back(m.at("high"));
        const double beyond = static_cast<double>(tally.sum(k)) * (kept / queue_scale);
        s["beyond"].push_back(c.profile ? Json(beyond) : Json(tally.sum(k)));
    }
    return s;
}

/// One number of every stretch: {"value","low","high"}, each a list with an entry per stretch.
Json stretch_series(const Context& c, SeriesColumn which, double factor) {
    Json out = {{"value", Json::array()}, {"low", Json::array()}, {"high", Json::array()}};
    for (std::uint32_t s = 0; s < c.settings.stretches; ++s) {
        const Json m = scaled(c, c.settings.first_series_column() + s * series_columns + which, factor);
        out["value"].push_back(m.at("value"));
        out["low"].push_back(m.value("low", Json()));
        out["high"].push_back(m.value("high", Json()));
    }
    return out;
}

/// The run from its start to its end: `first` is the number of the first request of each stretch, `warmup` that of the first
/// one that is kept.
Json through_run(const Context& c) {
    Json first = Json::array();
    for (std::uint32_t s = 0; s < c.settings.stretches; ++s) first.push_back(Series::first(s, c.settings.stretches, c.settings.requests));
    return {{"first", first},
            {"warmup", c.settings.warm},
            {"wait", stretch_series(c, series_wait, c.settings.mean)},
            {"latency", stretch_series(c, series_latency, c.settings.mean)},
            {"meanLoad", stretch_series(c, series_load, 1)},
            {"dropped", stretch_series(c, series_dropped, 1)}};
}

}  // namespace

Json report(const Json& config, const Tables& tables) {
    const Settings settings(config);
    Context c{settings, tables, steady_state(config, settings).exists() && !grows(settings, tables), uses_profile(config)};
    if (c.profile) c.joined = joined_loads(tables);
    const auto kept = static_cast<double>(settings.kept());
    Json m;
    m["wait"] = times(c, wait);
    m["latency"] = times(c, latency);
    m["latencyAll"] = latencies_of_all(c, m.at("latency"));
    m["dropped"] = settings.lossy() ? scaled(c, dropped, 1) : Json{{"value", 0}, {"low", 0}, {"high", 0}};
    add_resilience(m, c);
    add_coverage(m, c);
    m["utilisation"] = scaled(c, utilisation, 1);
    m["realisedLoad"] = scaled(c, realised_load, 1);
    m["realisedRate"] = scaled(c, realised_rate, 1 / settings.mean);
    m["meanLoad"] = unsteady(c, mean_load, 1);
    m["probesPerRequest"] = scaled(c, probes, 1);
    m["serviceMedian"] = {{"value", make_service(config.at("service"))->median() * settings.mean}};
    m["share"] = levels(tables.tallies[share], kept);  // empty where replicas are not told apart
    m["replicaUtilisation"] = levels(tables.tallies[replica_busy], queue_scale);
    m["queueTail"] = c.steady ? levels(tables.tallies[queue_tail], queue_scale) : Json::array();
    Json series = {{"waitTail", tail_series(c, tables.tallies[wait_tail])}, {"latencyTail", tail_series(c, tables.tallies[latency_tail])}};
    if (settings.stretches > 0) series["throughRun"] = through_run(c);
    return {{"metrics", m},
            {"series", series},
            {"theory", theory(config)},
            {"warnings", warnings(config, tables)}};
}

}  // namespace p2c::fleet
