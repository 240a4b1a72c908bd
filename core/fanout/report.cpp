#include "report.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/math.h"
#include "leaf.h"
#include "settings.h"

namespace p2c::fanout {

namespace {

constexpr std::uint64_t enough_beyond = 100;  // samples beyond a percentile for it to be trusted
constexpr double edge = 1.2;                  // a percentile that sampling noise moves by more than this factor stands on one

/// Eight points an octave, as far as there are samples.
constexpr int points_per_octave = 8;

double probability(const Quantile& q) { return static_cast<double>(q.numerator) / static_cast<double>(q.denominator); }

/// The merged percentile, and the interval between order statistics that holds the true one with probability .95 (the
/// number of samples below it is binomial), whatever the law.
void add_pooled(Json& metric, const Quantile& q, const Histogram& all) {
    const auto n = static_cast<double>(all.total());
    const double p = probability(q);
    const double spread = 1.959964 * std::sqrt(n * p * (1 - p));
    const auto rank = [&](double x) { return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::max(x, 1.0)), 1, all.total()); };
    metric["pooled"] = all.at_rank(nearest_rank(q, all.total()));
    metric["pooledLow"] = all.at_rank(rank(n * p - spread));
    metric["pooledHigh"] = all.at_rank(rank(n * p + spread + 1));
}

Json percentile(const Tables& tables, std::size_t column, const Quantile& q, const Histogram& all, std::uint64_t each) {
    Json out = metric(estimate(tables.column(column)));
    if (each * (q.denominator - q.numerator) < q.denominator) out = {{"value", nullptr}, {"reason", "few-samples"}};
    else if (each - nearest_rank(q, each) < enough_beyond) out["flag"] = "few-samples";
    add_pooled(out, q, all);
    return out;
}

Json times(const Tables& tables, std::size_t first, const Histogram& all, std::uint64_t each) {
    Json out;
    out["mean"] = metric(estimate(tables.column(first)));
    std::size_t column = first;
    for (const Quantile& q : reported) out[q.name] = percentile(tables, ++column, q, all, each);
    out["max"] = metric(estimate(tables.column(++column)));
    return out;
}

/// Shares that take longer, at points evenly apart on a logarithmic axis; exact ones beside them.
template <class Beyond> Json tail(const Histogram& h, const Beyond& exact) {
    Json s = {{"time", Json::array()}, {"value", Json::array()}, {"low", Json::array()}, {"high", Json::array()},
              {"beyond", Json::array()}, {"exact", Json::array()}};
    const auto n = static_cast<double>(h.total());
    std::uint64_t beyond = h.total();
    std::size_t i = h.first();
    for (int point = -20 * points_per_octave; beyond > 0 && point < 32 * points_per_octave; ++point) {
        const double time = det::from_bits((static_cast<std::uint64_t>(point / points_per_octave - (point % points_per_octave < 0) + 1023) << 52) |
                                           (static_cast<std::uint64_t>((point % points_per_octave + points_per_octave) % points_per_octave) << 49));
        for (const std::size_t up_to = h.bucket(time); i < up_to && i < h.last(); ++i) beyond -= h.counts()[i];
        if (beyond == h.total() || beyond == 0) continue;
        const double share = static_cast<double>(beyond) / n;
        const double error = 1.959964 * std::sqrt(share * (1 - share) / n);
        s["time"].push_back(time);
        s["value"].push_back(share);
        s["low"].push_back(std::max(0.0, share - error));
        s["high"].push_back(std::min(1.0, share + error));
        s["beyond"].push_back(beyond);
        s["exact"].push_back(exact(time));
    }
    return s;
}

/// Distribution functions of leaves and requests.
struct Exact {
    Exact(const Json& config) : leaf(config), settings(config) {}
    double request(double x) const { return enough_answered(settings.leaves, settings.needed, leaf.answered(x)); }

    Leaf leaf;
    Settings settings;
};

Json theory(const Exact& exact) {
    Json out;
    for (const Quantile& q : reported) {
        const double p = probability(q);
        out["leaf"][q.name] = exact.leaf.answered_quantile(p);
        out["request"][q.name] = quantile_of([&](double x) { return exact.request(x); }, p);
    }
    out["extraCalls"] = exact.leaf.hedges() ? 1 - exact.leaf.one(exact.leaf.delay()) : 0;
    out["slowRequests"] = 1 - det::power(0.99, exact.settings.leaves);
    out["source"] = "Leaves are independent: their distribution function to the power of their number.";
    out["exact"] = true;
    return out;
}

/// Percentiles of the law that lie where a sample of this size may show something else.
Json edges(const Exact& exact, std::uint64_t requests) {
    Json out = Json::array();
    for (const Quantile& q : reported) {
        const double p = probability(q);
        const double error = 2 * std::sqrt(p * (1 - p) / static_cast<double>(requests));
        if (p + error >= 1) continue;
        const auto at = [&](double x) { return quantile_of([&](double t) { return exact.request(t); }, x); };
        const double low = at(p - error);
        const double high = at(p + error);
        if (high < edge * low) continue;
        const auto shown = [](double x) { return number_text(static_cast<double>(static_cast<std::int64_t>(x * 10 + 0.5)) / 10); };
        out.push_back({{"id", "knife-edge"},
                       {"field", "requests"},
                       {"message", std::string("The ") + q.name + " of requests stands on an edge of the law: samples of " +
                                       std::to_string(requests) + " requests show anything from " + shown(low) + " to " + shown(high) +
                                       "; no single number should be quoted."},
                       {"metric", std::string("request.") + q.name},
                       {"low", low},
                       {"high", high}});
    }
    return out;
}

}  // namespace

Json report(const Json& config, const Tables& tables) {
    const Exact exact(config);
    const std::uint64_t requests = exact.settings.requests;
    Json m;
    m["request"] = times(tables, request, tables.histograms[0], requests);
    m["leaf"] = times(tables, leaf, tables.histograms[1], requests * exact.settings.leaves);
    m["extraCalls"] = metric(estimate(tables.column(extra)));
    m["slowRequests"] = metric(estimate(tables.column(slow)));
    m["leafTarget"] = {{"value", quantile_of([&](double q) { return det::power(q, exact.settings.leaves); }, 0.99)}};
    return {{"metrics", m},
            {"series", {{"requestTail", tail(tables.histograms[0], [&](double x) { return 1 - exact.request(x); })},
                        {"leafTail", tail(tables.histograms[1], [&](double x) { return 1 - exact.leaf.answered(x); })}}},
            {"theory", theory(exact)},
            {"warnings", edges(exact, requests)}};
}

}  // namespace p2c::fanout
