#include "rule.h"

namespace p2c::bins {

namespace {

constexpr double most_looks = 64;  // more of them would make the equations too stiff for a result's time

/// True when a part of the configuration is absent or is the one named.
bool part_is(const Json& config, const char* part, const char* id) {
    return !config.contains(part) || config.at(part).at("id") == id;
}

}  // namespace

bool plain(const Json& config) {
    if (!part_is(config, "weights", "unit") || !part_is(config, "capacities", "equal") ||
        !part_is(config, "graph", "complete"))
        return false;
    if (!config.contains("information")) return true;
    return part_is(config.at("information"), "freshness", "fresh") &&
           part_is(config.at("information"), "noise", "none");
}

bool is_one_choice(const Json& policy) {
    const Json& id = policy.at("id");
    return id == "random" || ((id == "choices" || id == "groups") && policy.at("d") == 1) ||
           (id == "one-plus-beta" && policy.at("beta") == 0);
}

bool is_level(const Json& policy, double bins) {
    const Json& id = policy.at("id");
    return bins == 1 || id == "round-robin" || id == "least" ||
           (id == "choices" && policy.at("d") == bins && policy.at("replacement") == false);
}

double choices_of(const Json& policy) {
    if (policy.at("id") == "one-plus-beta" && policy.at("beta") == 1) return 2;
    if (policy.at("id") != "choices" || policy.at("d") == 1) return 0;
    return policy.at("d").get<double>();
}

double beta_of(const Json& policy) {
    if (policy.at("id") != "one-plus-beta" || policy.at("beta") == 1) return 0;
    return policy.at("beta").get<double>();
}

std::optional<FluidRule> fluid_rule(const Json& policy) {
    const Json& id = policy.at("id");
    FluidRule rule;
    if (choices_of(policy) > 0) {
        rule.looks = static_cast<std::uint32_t>(std::min(choices_of(policy), most_looks + 1));
    } else if (beta_of(policy) > 0) {
        rule.looks = 2;
        rule.beta = beta_of(policy);
    } else if (id == "groups" && policy.at("d") > 1) {
        rule.looks = static_cast<std::uint32_t>(std::min(policy.at("d").get<double>(), most_looks + 1));
        rule.left = policy.at("ties") == "left";  // fair ties make the groups alike: then it is d choices
    } else if (id == "thinning" && policy.at("relativeTo") == "zero" && policy.at("threshold") >= 1) {
        rule.threshold = static_cast<double>(static_cast<std::int64_t>(policy.at("threshold").get<double>()));
        if (rule.threshold != policy.at("threshold").get<double>()) return std::nullopt;
    } else {
        return std::nullopt;
    }
    // The cost of always-go-left grows with the square of its groups.
    if (rule.looks > (rule.left ? most_looks / 8 : most_looks)) return std::nullopt;
    return rule;
}

}  // namespace p2c::bins
