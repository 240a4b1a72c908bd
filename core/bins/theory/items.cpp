#include "items.h"

#include <cmath>  // sqrt only
#include <string>

#include "base/math.h"
#include "base/special.h"
#include "rule.h"

namespace p2c::bins {

namespace {

struct Facts {
    const Json& policy;
    bool plain;
    double bins, balls;
    double log_n;     ///< ln n
    double loglog_n;  ///< ln ln n, 0 below n = 3

    bool one_choice() const { return is_one_choice(policy); }
    bool as_many() const { return balls == bins; }
};

struct Item {
    const char *id, *label, *of, *source, *range;
};

/// The first condition that fails, as a sentence.
std::string first_failure(std::initializer_list<std::pair<bool, const char*>> conditions) {
    for (const auto& [met, sentence] : conditions)
        if (!met) return sentence;
    return "";
}

constexpr const char* not_plain = "The balls, bins or information are not the plain ones that this law is about.";
constexpr const char* not_one = "The policy is not one choice.";
constexpr const char* not_as_many = "There are not as many balls as bins.";
constexpr const char* too_few = "There are too few bins for ln ln n to say anything.";

Json entry(const Item& item, const std::string& why) {
    Json out = {{"id", item.id},       {"label", item.label}, {"of", item.of},       {"source", item.source},
                {"range", item.range}, {"exact", false},      {"holds", why.empty()}};
    if (!why.empty()) out["why"] = why;
    return out;
}

Json entry(const Item& item, double value, bool defined, const std::string& why) {
    Json out = entry(item, why);
    out["value"] = defined ? Json(value) : Json(nullptr);
    return out;
}

Json one_choice_leading(const Facts& f) {
    return entry(
        {"one-choice-leading", "ln n / ln ln n", "max", "Gonnet 1981; Raab and Steger 1998",
         "One choice, as many balls as bins, leading term as n grows; at n = 1,000,000 it says 5.26 where the mean is "
         "8.79."},
        f.log_n / f.loglog_n, f.bins >= 16,
        first_failure(
            {{f.plain, not_plain}, {f.one_choice(), not_one}, {f.as_many(), not_as_many}, {f.bins >= 16, too_few}}));
}

/// x with Γ(x) = n.
double inverse_gamma(double n) {
    double low = 2;
    double high = 200;
    for (int k = 0; k < 60; ++k) {
        const double middle = (low + high) / 2;
        (det::log_factorial(middle - 1) < det::log(n) ? low : high) = middle;
    }
    return low;
}

Json one_choice_gonnet(const Facts& f) {
    return entry(
        {"one-choice-gonnet", "Γ⁻¹(n) − 3/2", "max", "Gonnet 1981",
         "One choice, as many balls as bins, up to a term that vanishes as n grows."},
        inverse_gamma(f.bins) - 1.5, f.bins >= 3,
        first_failure(
            {{f.plain, not_plain}, {f.one_choice(), not_one}, {f.as_many(), not_as_many}, {f.bins >= 16, too_few}}));
}

Json one_choice_heavy(const Facts& f) {
    const double per_bin = f.balls / f.bins;
    const double enough = f.log_n * f.log_n * f.log_n;
    return entry({"one-choice-heavy", "√(2 (m/n) ln n)", "gap", "Raab and Steger 1998",
                  "One choice, leading term for m/n far above (ln n)³, an overestimate: at n = 100 and m/n = 2,000 it "
                  "says 136 where the mean is 113."},
                 std::sqrt(2 * per_bin * f.log_n), true,
                 first_failure({{f.plain, not_plain},
                                {f.one_choice(), not_one},
                                {f.bins >= 3, "There are fewer than three bins."},
                                {per_bin >= enough, "There are too few balls per bin: fewer than (ln n)³."}}));
}

Json two_choices(const Facts& f) {
    const double d = choices_of(f.policy);
    return entry(
        {"choices-double-log", "ln ln n / ln d", "gap",
         "Azar, Broder, Karlin and Upfal 1999; Berenbrink, Czumaj, Steger and Vöcking 2006",
         "d ≥ 2 choices, any number of balls, up to a constant that is not known: it shows how the gap grows with n, "
         "not where it is."},
        f.loglog_n / det::log(d > 1 ? d : 2), f.bins >= 3,
        first_failure(
            {{f.plain, not_plain}, {d > 1, "The policy is not d choices with d ≥ 2."}, {f.bins >= 16, too_few}}));
}

/// The base of the logarithm of always-go-left: x^d = 1 + x + … + x^(d−1), between 1 and 2.
double go_left_base(double d) {
    double x = 2;
    for (int k = 0; k < 200; ++k) x = 2 - det::exp(-d * det::log(x));  // x = 2 − x^−d has the same root above 1
    return x;
}

Json go_left(const Facts& f) {
    const bool left = f.policy.at("id") == "groups" && f.policy.at("ties") == "left" && f.policy.at("d") > 1;
    const double d = left ? f.policy.at("d").get<double>() : 2;
    return entry(
        {"go-left-double-log", "ln ln n / (d ln φ_d)", "gap",
         "Vöcking 2003; Berenbrink, Czumaj, Steger and Vöcking 2006",
         "Always-go-left with d ≥ 2 groups, any number of balls, up to a constant that is not known."},
        f.loglog_n / (d * det::log(go_left_base(d))), f.bins >= 3,
        first_failure({{f.plain, not_plain}, {left, "The policy is not always-go-left."}, {f.bins >= 16, too_few}}));
}

Json one_plus_beta(const Facts& f) {
    const double beta = beta_of(f.policy);
    return entry({"one-plus-beta", "ln n / β", "gap", "Peres, Talwar and Wieder 2015",
                  "(1+β) with 0 < β < 1 and many balls per bin: the gap is of this order whatever the number of balls; "
                  "the constant is not "
                  "known, and is about a half at n = 100."},
                 f.log_n / (beta > 0 ? beta : 1), beta > 0,
                 first_failure({{f.plain, not_plain},
                                {beta > 0, "The policy is not (1+β) with 0 < β < 1."},
                                {f.balls >= f.bins * f.log_n, "There are too few balls per bin: fewer than ln n."}}));
}

Json thinning(const Facts& f) {
    return entry({"two-thinning", "√(8 ln n / ln ln n)", "max", "Feldheim and Gurel-Gurevich 2021",
                  "Two-thinning with the best threshold, as many balls as bins, leading term as n grows."},
                 std::sqrt(8 * f.log_n / f.loglog_n), f.bins >= 16,
                 first_failure({{f.plain, not_plain},
                                {f.policy.at("id") == "thinning", "The policy is not thinning."},
                                {f.as_many(), not_as_many},
                                {f.bins >= 16, too_few}}));
}

/// At most half the bins can hold 2m/n balls; a bin of each higher level needs d looks at the level below.
Json layered_induction(const Facts& f) {
    const double d = choices_of(f.policy);
    Json out = entry({"layered-induction", "Layered induction", "profile", "Azar, Broder, Karlin and Upfal 1999",
                      "d ≥ 2 choices, at most as many balls as bins: at most half the bins hold two balls, and the "
                      "share of each further level "
                      "is about the d-th power of the one below. A way to see the proof, an overestimate by far."},
                     first_failure({{f.plain, not_plain},
                                    {d > 1, "The policy is not d choices with d ≥ 2."},
                                    {f.balls <= f.bins, "There are more balls than bins."}}));
    out["from"] = 2;
    out["values"] = Json::array();
    for (double share = 0.5; share * f.bins > 1e-3; share = det::pow(share, d > 1 ? d : 2))
        out["values"].push_back(share);
    return out;
}

}  // namespace

Json theory_items(const Json& config, double bins, double balls) {
    const double log_n = det::log(bins);
    const Facts f{config.at("policy"), plain(config), bins, balls, log_n, bins >= 3 ? det::log(log_n) : 0};
    return {one_choice_leading(f), one_choice_gonnet(f), one_choice_heavy(f), two_choices(f),
            layered_induction(f),  go_left(f),           one_plus_beta(f),    thinning(f)};
}

}  // namespace p2c::bins
