#include "checks.h"

#include <algorithm>
#include <string>

#include "base/limits.h"
#include "base/refuse.h"
#include "board.h"
#include "model/fleet_policies.h"
#include "model/stages.h"
#include "profile/profile.h"

namespace p2c::fleet {

namespace {

constexpr double least_load = 1e-300;

/// Whether what is compared can be set against a weight: a number of requests or their work, not a time until a start.
void check_weighed(const Json& config, const Settings& s) {
    if (!fleet_trait(config.at("policy")).weighs_loads || (s.information.signal != Signal::work && s.information.signal != Signal::latency)) return;
    refuse("information.signal", {"information.signal must be \"in-flight\", \"waiting\" or \"outstanding\" for a policy that goes by "
        "loads and weights; it is ", config.at("information").at("signal"), "."});
}

/// What goes by keys or weights, and what that takes: dispatchers with subsets keep orders and weights of their own.
void check_keys_and_weights(const Json& config, const Settings& s) {
    const Json& policy = config.at("policy");
    if (policy.at("id") == "least-weighted" && s.information.speeds)
        refuse("policy.id", {"policy.id must not be \"least-weighted\" where information.speeds has loads compared over the "
        "speeds already; it is \"least-weighted\"."});
    const double kept = s.information.subset > 0 ? s.information.dispatchers : 1;
    if (goes_by_keys(policy) && config.at("keys").at("id") == "zipf")
        check_memory(config.at("keys").at("count").get<double>() * 128 * kept, "keys.count",
                     kept > 1 ? "the orders of the keys at " + number_text(kept) + " dispatchers" : std::string("the orders of the keys"));
    if (goes_by_weights(policy)) check_memory(16 * kept * s.information.subset, "information.subset", "the weights that dispatchers know");
}

/// Who hedges chooses among the other replicas.
void check_further_calls(const Json& config, const Settings& s) {
    if (s.resilient() && joins_idle(config))
        refuse("policy.id", {"policy.id must not be \"join-idle\" where requests are hedged, retried or of many leaves, clients give up, or replicas fail, are ejected, start slowly or have caches; it is \"join-idle\"."});
    if (s.resilient() && s.information.signal == Signal::sent)
        refuse("information.signal", {"information.signal must not be \"sent\" where requests are hedged, retried or of many leaves, clients give up, or replicas fail, are ejected, start slowly or have caches; it is \"sent\"."});
    // Looks must be distinct also when as many replicas are ejected as may be, and leave out those that have a call already.
    const std::uint32_t all = s.information.subset > 0 ? s.information.subset : std::min(s.changes.before, s.changes.after);
    const std::uint32_t ejected = s.health.ejection == Ejection::none ? 0 : s.health.most_of(all), known = all - ejected;
    if (ejected > 0) {
        check_policy(config.at("policy"), known, "replicas that are not ejected");
        check_fleet_policy(config.at("policy"), known, "replicas that are not ejected");
    }
    if (s.resilience.hedge == Hedge::never) return;
    const std::uint32_t others = s.resilience.hedge == Hedge::tied ? 1 : s.resilience.calls - 1;
    check_policy(config.at("policy"), known - std::min(known, others), "replicas that a further call can go to");
    // Policies that go by keys walk on along all.
    if (goes_by_weights(config.at("policy"))) check_fleet_policy(config.at("policy"), known - std::min(known, others), "replicas that a further call can go to");
}

/// Bytes of what is left at the replicas in the end if all calls are sent that may be.
double backlog(const Settings& s) {
    const Resilience& r = s.resilience;
    double calls = r.hedge != Hedge::never && r.cancel != Cancel::service ? r.calls : 1;
    if (r.burst < Resilience::never) calls = std::min(calls, 1 + r.budget);
    double load = s.load * calls;
    for (const Fault& f : r.faults) {
        if (f.kind == FaultKind::all_slow) load *= f.factor;
        if (f.kind == FaultKind::failing) load *= std::max(1.0, f.probability * f.takes);
        if (f.kind == FaultKind::stalls) load *= 1 + f.probability * f.stall_to;
    }
    const double bytes = s.resilient() ? 256 : 16;
    return load > 1 ? static_cast<double>(s.requests) * r.leaves * calls * (1 - 1 / load) * bytes : 0;
}

void check_kept(const Json& config, const Settings& s) {
    if (s.kept() < 2)
        refuse("warmup", {"warmup must leave at least 2 requests; ", config.at("warmup").get<double>(), " of ", s.requests, " leaves ", s.kept(), "."});
}

void check_rows(const Json& config, const Settings& s) {
    const auto runs = config.at("replications").get<double>();
    check_memory(runs * static_cast<double>(s.columns() * sizeof(double)), "replications", "the rows of " + number_text(runs) + " replications");
}

/// Counts of replicas and requests take no room there.
void check_profile(const Json& config) {
    const std::string reason = why_not_profile(config);
    if (!reason.empty()) refuse("engine", {"engine cannot be \"profile\" here: ", reason, "; \"auto\" finds one that can."});
    const Settings s(config);
    check_policy(config.at("policy"), static_cast<std::uint32_t>(std::min(config.at("replicas").get<double>(), 4e9)), "replicas");
    check_kept(config, s);
    check_rows(config, s);
}

/// What is within the bounds of the catalogue for the sake of the profile engine only.
void check_followed(const Json& config) {
    const auto replicas = config.at("replicas").get<double>();
    const double requests = is_automatic(config) ? 0 : config.at("requests").get<double>();  // those have a limit of their own
    const std::string reason = why_not_profile(config);
    const std::string why = reason.empty() ? "\"profile\" takes more" : "the profile engine, which takes more, cannot be used here: " + reason;
    if (replicas * 512 > max_memory)
        refuse("replicas", {"replicas must be at most ", max_memory / 512, " where each is followed (", why, "); it is ", replicas, "."});
    if (requests > most_followed)
        refuse("requests", {"requests must be at most ", most_followed, " where each is followed (", why, "); it is ", requests, "."});
}

}  // namespace

bool joins_idle(const Json& config) { return config.at("policy").at("id") == "join-idle"; }

bool lazy_can(const Json& config, const Settings& s) {
    return !s.resilient() && !s.changes.any() && s.information.plain() && !s.information.needs_events() && !(s.losses.at_expiry && s.losses.any()) && !joins_idle(config);
}

void check(const Json& config) {
    // Below that the gap between two arrivals is no finite number.
    if (const auto load = config.at("load").get<double>(); load < least_load) refuse("load", {"load must be at least ", least_load, "; it is ", config.at("load"), "."});
    check_stages(config);
    if (uses_profile(config)) return check_profile(config);
    check_followed(config);
    const auto n = config.at("replicas").get<std::uint32_t>();
    check_machines(config.at("machines"), n);
    check_changes(config.at("changes"), n);
    check_resilience(config, n);
    check_health(config, n);
    check_information(config.at("information"), n);
    const Settings s(config);
    const std::uint32_t present = std::min(s.changes.before, s.changes.after);
    if (s.information.subset > present)
        refuse("information.subset.size", {"information.subset.size must be at most the number of replicas always present, which is ", present, "; it is ", s.information.subset, "."});
    if (s.changes.any() && joins_idle(config))
        refuse("policy.id", {"policy.id must not be \"join-idle\" where replicas join or leave; it is \"join-idle\"."});
    const std::uint32_t seen = s.information.subset > 0 ? s.information.subset : present;
    const char* of_what = s.information.subset > 0 ? "replicas that a dispatcher knows" : s.changes.any() ? "replicas always present" : "replicas";
    check_policy(config.at("policy"), seen, of_what);
    check_fleet_policy(config.at("policy"), seen, of_what);
    check_weighed(config, s);
    check_keys_and_weights(config, s);
    check_further_calls(config, s);
    if (joins_idle(config) && !s.information.plain())
        refuse("policy.id", {"policy.id must not be \"join-idle\" unless one dispatcher knows all replicas and hears their "
        "reports at once; it is \"join-idle\"."});
    if (config.at("engine") == "lazy" && !lazy_can(config, s))
        refuse("engine", {"engine must be \"auto\" or \"event-queue\" where requests expire in the queue, are sent again or of many "
        "leaves, replicas change, fail, have caches or report, or dispatchers see something else than the "
        "requests or work there at present; it is \"lazy\"."});
    check_memory(board_bytes(s.information, n, s.rate(s.load) * s.resilience.leaves, static_cast<double>(s.requests) * s.resilience.leaves), "information", "what " + std::to_string(s.information.dispatchers) + " dispatchers know");
    if (config.at("policy").value("relativeTo", "zero") == "average")
        refuse("policy.relativeTo", {"policy.relativeTo must be \"zero\" in a fleet, where nobody knows the average "
        "load; it is \"average\"."});
    if (s.load > max_load && config.at("calibration") == "median" && s.load != config.at("load"))
        refuse("calibration", {"calibration must be \"mean\" for these sizes: set by their median the load comes to ", s.load, ", and at most ", max_load, " is run; it is \"median\"."});
    if (s.load > max_load)
        refuse("arrivals.clock", {"arrivals.clock must be \"scaled\" for these values: on their own clock they come "
        "to a load of ", s.load, ", and at most ", max_load, " is run."});
    check_kept(config, s);
    if (s.stretches > s.requests)
        refuse("series", {"series must be at most requests, which is ", s.requests, "; it is ", s.stretches, "."});
    check_memory(backlog(s), "requests", "the backlog that " + std::to_string(s.requests) + " requests leave at this load");
    check_rows(config, s);
}

}  // namespace p2c::fleet
