#include "registry.h"

#include "base/refuse.h"
#include "bins/bins.h"
#include "fanout/fanout.h"
#include "fleet/fleet.h"
#include "hashing/hashing.h"
#include "model/arrivals.h"
#include "model/ball_information.h"
#include "model/capacities.h"
#include "model/changes.h"
#include "model/fleet_policies.h"
#include "model/graphs.h"
#include "model/health.h"
#include "model/information.h"
#include "model/keys.h"
#include "model/losses.h"
#include "model/machines.h"
#include "model/policies.h"
#include "model/resilience.h"
#include "model/services.h"
#include "model/weights.h"

namespace p2c {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all{bins_experiment(), fleet_experiment(),
#ifndef P2C_SMALL
        hashing_experiment(), fanout_experiment(),
#endif
    };
    return all;
}

namespace {

Parts all_policies() {
    static const std::vector<Part> all = [] {
        std::vector<Part> joined(describe_policies().begin(), describe_policies().end());
        joined.insert(joined.end(), describe_fleet_policies().begin(), describe_fleet_policies().end());
        return joined;
    }();
    return all;
}

}  // namespace

const Families& families() {
    static const Families all{
        {"policies", all_policies()}, {"services", describe_services()}, {"arrivals", describe_arrivals()},
        {"freshness", describe_freshness()}, {"noise", describe_noise()}, {"weights", describe_weights()},
        {"capacities", describe_capacities()}, {"graphs", describe_graphs()},
#ifndef P2C_SMALL
        {"schemes", describe_schemes()},
#endif
        {"updates", describe_updates()}, {"scopes", describe_scopes()}, {"subsets", describe_subsets()},
        {"machines", describe_machines()}, {"queues", describe_queues()}, {"deadlines", describe_deadlines()},
        {"changes", describe_changes()}, {"hedges", describe_hedges()}, {"retries", describe_retries()},
        {"patience", describe_patience()}, {"budgets", describe_budgets()}, {"faults", describe_faults()}, {"fanouts", describe_fanouts()},
        {"ejections", describe_ejections()}, {"penalties", describe_penalties()}, {"caches", describe_caches()},
        {"keys", describe_keys()},
#ifndef P2C_SMALL
        {"secondCalls", describe_second_calls()},
#endif
    };
    return all;
}

namespace {

const Experiment& find_experiment(const Json& input) {
    std::vector<std::string> ids;
    for (const Experiment& e : experiments()) {
        if (input.contains("experiment") && input.at("experiment") == e.id) return e;
        ids.push_back(in_quotes(e.id));
    }
    const std::string given = input.contains("experiment") ? "it is " + quote(input.at("experiment")) : "it is missing";
    refuse("experiment", {"experiment must be ", join_or(ids), "; ", given, "."});
}

}  // namespace

Resolved resolve_config(const std::string& text) { return resolve_config(parse_json(text, "The configuration")); }

Resolved resolve_config(const Json& input) {
    if (!input.is_object())
        refuse("", {"The configuration must be a JSON object such as {\"experiment\":\"bins\"}; it is ", input, "."});
    if (input.contains("schema") && input.at("schema") != 1)
        refuse("schema", {"schema must be 1, the only version there is; it is ", input.at("schema"), "."});
    const Experiment& experiment = find_experiment(input);
    Json config = resolve(experiment.params, families(), experiment.id, input, "");
    experiment.check(config);
    return {&experiment, std::move(config)};
}

}  // namespace p2c
