#include "theory.h"

#include <algorithm>
#include <cmath>  // ceil only
#include <optional>

#include "base/math.h"
#include "base/special.h"
#include "items.h"
#include "model/simulation.h"
#include "one_choice.h"
#include "rule.h"

namespace p2c::bins {

namespace {

constexpr std::size_t most_checkpoints = 64;  // beyond this many laws of one choice would cost too much
constexpr double few_bins = 64;               // below this a limit is not trusted

struct Words {
    const char* source;
    bool exact;
    std::string why;  ///< empty when it holds
};

Json with_words(Json out, const Words& words) {
    out["source"] = words.source;
    out["exact"] = words.exact;
    out["holds"] = words.why.empty();
    if (!words.why.empty()) out["why"] = words.why;
    return out;
}

Json law_json(const MaxLaw& law, const Words& words) {
    return with_words({{"value", law.mean},
                       {"deviation", law.deviation},
                       {"p50", law.quantile(0.5)},
                       {"p90", law.quantile(0.9)},
                       {"p99", law.quantile(0.99)},
                       {"mode", law.mode()},
                       {"from", law.from},
                       {"step", law.step},
                       {"probability", law.probability}},
                      words);
}

/// The law of the maximum of n bins with these shares, as if they were independent.
MaxLaw law_of(const Profile& profile, double bins) {
    const auto within = [&](double k) { return det::exp(-bins * profile.at(k + 1)); };  // P(max ≤ k)
    MaxLaw law;
    law.from = profile.full;
    while (within(law.from) < 1e-12) ++law.from;
    double before = 0;
    double square = 0;
    for (double k = law.from; 1 - before > 1e-12; ++k) {
        law.probability.push_back(within(k) - before);
        law.mean += (k - law.from) * law.probability.back();
        square += (k - law.from) * (k - law.from) * law.probability.back();
        before = within(k);
    }
    law.deviation = std::sqrt(std::max(0.0, square - law.mean * law.mean));
    law.mean += law.from;
    return law;
}

/// P(Binomial(m, 1/n) ≥ k) for k = first … last − 1, summed from the small end.
Json binomial_tail(double balls, double bins, std::int64_t first, std::int64_t last) {
    const auto density = [&](double k) {
        return bins == 1 ? (k == balls ? 1.0 : 0.0) : det::binomial(k, balls, 1 / bins);
    };
    double k = static_cast<double>(last);
    double sum = 0;
    double term = k <= balls ? density(k) : 0;
    for (double j = k; j <= balls && sum + term != sum; term *= (balls - j) / ((j + 1) * (bins - 1)), ++j) sum += term;
    std::vector<double> out;
    for (--k; k >= static_cast<double>(first); --k) {
        if (k <= balls) sum += density(k);
        out.push_back(std::min(sum, 1.0));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

void one_choice(const Question& q, double bins, Json& out) {
    const Words words{"Exact law: Poisson variables given their sum (Kolchin, Sevastyanov and Chistyakov 1978).", true,
                      ""};
    const auto law = one_choice_max(bins, q.balls);
    if (!law) return;
    out["exact"] = true;
    out["source"] = words.source;
    out["gap"] = with_words({{"value", law->mean - q.balls / bins}}, words);
    out["max"] = law_json(*law, words);
    out["profile"] = binomial_tail(q.balls, bins, q.first, q.last);
    if (q.checkpoints.size() > most_checkpoints) return;
    out["gapAt"] = Json::array();
    for (const double balls : q.checkpoints) {
        const auto then = balls == q.balls ? law : one_choice_max(bins, balls);
        out["gapAt"].push_back(then ? Json(then->mean - balls / bins) : Json(nullptr));
    }
}

void level_bins(const Question& q, double bins, Json& out) {
    const Words words{"Loads that never differ by more than one.", true, ""};
    const auto gap = [&](double balls) { return std::ceil(balls / bins) - balls / bins; };
    const double top = std::ceil(q.balls / bins);
    out["exact"] = true;
    out["source"] = words.source;
    out["gap"] = with_words({{"value", gap(q.balls)}}, words);
    out["max"] = law_json({top, 0, top, 1, {1}}, words);
    out["profile"] = Json::array();
    for (std::int64_t k = q.first; k < q.last; ++k)
        out["profile"].push_back(std::clamp((q.balls - static_cast<double>(k - 1) * bins) / bins, 0.0, 1.0));
    out["gapAt"] = Json::array();
    for (const double balls : q.checkpoints) out["gapAt"].push_back(gap(balls));
}

void fluid_limit(const Question& q, double bins, const FluidRule& rule, Json& out) {
    std::vector<double> times{q.balls / bins};
    for (const double balls : q.checkpoints) times.push_back(balls / bins);
    const auto states = fluid(rule, times);
    const Profile& profile = states[0].profile;
    Words words{
        "Fluid limit ds_k/dt = A(s_{k−1}) − A(s_k) of infinitely many bins (Mitzenmacher 1996), and P(max ≥ k) = 1 − "
        "exp(−n s_k).",
        false, bins >= few_bins ? "" : "There are fewer than 64 bins, too few for the limit of infinitely many."};
    out["exact"] = false;
    out["source"] = words.source;
    if (states[0].known) {
        out["gap"] = with_words({{"value", profile.mean_max(bins) - q.balls / bins}}, words);
        out["max"] = law_json(law_of(profile, bins), words);
        out["profile"] = Json::array();
        for (std::int64_t k = q.first; k < q.last; ++k) out["profile"].push_back(profile.at(static_cast<double>(k)));
    }
    out["gapAt"] = Json::array();
    for (std::size_t i = 1; i < states.size(); ++i)
        out["gapAt"].push_back(states[i].known ? Json(states[i].profile.mean_max(bins) - times[i]) : Json(nullptr));
}

}  // namespace

Json theory(const Question& q) {
    const auto bins = q.config.at("bins").get<double>();
    const Json& policy = q.config.at("policy");
    Json out = Json::object();
    if (plain(q.config)) {
        if (is_level(policy, bins)) {
            level_bins(q, bins, out);
        } else if (is_one_choice(policy)) {
            one_choice(q, bins, out);
        } else if (const auto rule = fluid_rule(policy)) {
            fluid_limit(q, bins, *rule, out);
        }
    }
    out["items"] = theory_items(q.config, bins, q.balls);
    return out;
}

Json known_laws() {
    Json out = Json::array();
    for (const Json& item : theory_items({{"policy", {{"id", "random"}}}}, 100, 100)) out.push_back(law_words(item));
    return out;
}

}  // namespace p2c::bins
