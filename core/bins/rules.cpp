#include "rules.h"

#include "base/error.h"
#include "base/refuse.h"
#include "model/graphs.h"

namespace p2c::bins {

namespace {

bool two_choices(const Json& policy) { return policy.at("id") == "choices" && policy.at("d") == 2; }

void check_looks_on_graph(const Json& config) {
    if (config.at("graph").at("id") == "complete") return;
    const Json& policy = config.at("policy");
    if (!two_choices(policy))
        refuse("graph.id", {"graph.id must be \"complete\" unless the policy is choices with d = 2, whose two looks "
        "are then the ends of an edge; it is ", config.at("graph").at("id"), "."});
    if (policy.at("replacement").get<bool>())
        refuse("policy.replacement", {"policy.replacement must be false on a graph, for the two ends of an edge are "
        "never the same bin; it is true."});
}

void check_adversary(const Json& config) {
    const Json& noise = config.at("information").at("noise");
    if (noise.at("id") != "adversary") return;
    const Json& policy = config.at("policy");
    if (two_choices(policy) || policy.at("id") == "one-plus-beta") return;
    refuse("information.noise.id", {"information.noise.id must not be \"adversary\" unless the policy compares two loads, "
        "which only choices with d = 2 and one-plus-beta do."});
}

}  // namespace

void check_combination(const Json& config) {
    check_graph(config.at("graph"), config.at("bins").get<std::uint32_t>());
    check_looks_on_graph(config);
    check_adversary(config);
}

}  // namespace p2c::bins
