#include "fleet.h"

#include <algorithm>

#include "base/limits.h"
#include "board.h"
#include "engine.h"
#include "model/stages.h"
#include "model/fleet_policies.h"
#include "profile/profile.h"
#include "report.h"

namespace p2c {

namespace {

using namespace fleet;

std::vector<Param> params() {
    return {
        part("policy", "Policy", "policies", Json{{"id", "choices"}})
            .in("policy").as("primary").about("Where each request is sent."),
        real("load", "Load", 0, max_load, 0.9)
            .above_low().slider(0.05, 0.995, "headroom").marks({0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99})
            .measured_in("%").as("primary").in("traffic")
            .about("Offered load over the capacity of the whole fleet. At 100 % and above there is no steady state."),
        integer("replicas", "Replicas", 1, 1e12, 64)
            .slider(1, 1024, "log").marks({1, 4, 16, 64, 256, 1024}).in("traffic").about("Servers behind the balancer."),
        integer("workers", "Workers each", 1, 1024, 1)
            .slider(1, 16).marks({1, 4, 8, 16}).in("traffic").about("Requests that a replica serves at the same time."),
        part("arrivals", "Arrivals", "arrivals", Json{{"id", "poisson"}}).in("traffic").about("When requests come."),
        part("service", "Service times", "services", Json{{"id", "exponential"}})
            .in("traffic").about("How much work a request is."),
        part("machines", "Replicas are", "machines", Json{{"id", "equal"}}).in("traffic").about("How fast replicas are."),
        part("queues", "Queues", "queues", Json{{"id", "unbounded"}}).in("traffic").as("detail").about("How many requests may wait."),
        part("deadline", "Deadline", "deadlines", Json{{"id", "none"}}).in("traffic").as("detail").about("How long requests wait at most."),
        part("keys", "Keys", "keys", Json{{"id", "distinct"}}).in("traffic").as("detail").about("What sticky policies go by."),
        part("changes", "Replicas change", "changes", Json{{"id", "none"}}).in("traffic").as("detail").about("Whether replicas join or leave in mid-run."),
        information_param(),
        integer("requests", "Requests", 2, most_requests, 200000)
            .slider(10000, 10000000, "log").marks({10000, 100000, 1000000, 10000000}).in("run")
            .or_word(automatic, "until the interval that precision asks for is reached")
            .about("Requests of one run, warm-up included."),
        precision_param({{"wait.mean", "Wait, mean", ""}, {"wait.p50", "Wait, p50", ""}, {"wait.p90", "Wait, p90", ""},
                         {"wait.p99", "Wait, p99", ""}, {"wait.p999", "Wait, p99.9", ""},
                         {"latency.mean", "Latency, mean", ""}, {"latency.p50", "Latency, p50", ""},
                         {"latency.p90", "Latency, p90", ""}, {"latency.p99", "Latency, p99", ""},
                         {"latency.p999", "Latency, p99.9", ""}, {"dropped", "Dropped", ""}}),
        real("warmup", "Warm-up", 0, 0.99, 0.2)
            .slider(0, 0.5).marks({0, 0.1, 0.2, 0.5}).measured_in("%").in("run").as("detail")
            .about("Share of the requests at the start that is not counted, while the queues fill."),
        integer("replications", "Runs", 1, max_replications, 20)
            .slider(2, 50, "log").marks({2, 5, 10, 20, 50}).in("run")
            .about("Independent repetitions; intervals come from the spread between them."),
        integer("series", "Stretches", 0, 1000, 0)
            .slider(0, 200).marks({0, 50, 100, 200}).in("run").as("detail")
            .about("Stretches of equally many requests into which a run is cut, warm-up included, to be seen from its start to its "
                   "end; 0 is none."),
        seed_param(),
        choice("engine", "Engine",
               {{"auto", "Automatic", "Chosen by the core from the configuration."},
                {"lazy", "Lazy", "Completions are looked up when a replica is looked at."},
                {"event-queue", "Event queue", "Every completion is an event; slower, same numbers."},
                {"profile", "Profile", "Keeps only how many replicas have each load: for a trillion replicas; same law."}},
               "auto")
            .in("run").as("detail").about("How the fleet is simulated; lazy and event queue give the same numbers, bit for bit."),
    };
}

void times(std::vector<Metric>& out, const std::string& name, const std::string& label, const std::string& what) {
    out.push_back({name + ".mean", label + ", mean", "time", "Mean " + what + "."});
    out.push_back({name + ".p50", label + ", p50", "time", "Median " + what + "."});
    out.push_back({name + ".p90", label + ", p90", "time", "90th percentile of the " + what + "."});
    out.push_back({name + ".p99", label + ", p99", "time", "99th percentile of the " + what + "."});
    out.push_back({name + ".p999", label + ", p99.9", "time", "99.9th percentile of the " + what + "."});
    out.push_back({name + ".max", label + ", longest", "time", "Longest " + what + " of a run."});
}

std::vector<Metric> metrics() {
    std::vector<Metric> out;
    times(out, "wait", "Wait", "time before service starts");
    times(out, "latency", "Latency", "time from arrival to completion");
    for (const char* q : {"p50", "p90", "p99", "p999"})
        out.push_back({std::string("latencyAll.") + q, std::string("Latency of all, ") + (q == std::string("p999") ? "p99.9" : q), "time",
                       "Percentile of the latency of all requests, with those that were lost as infinitely late."});
    out.push_back({"dropped", "Dropped", "share", "Share of the requests that were dropped."});
    out.push_back({"utilisation", "Utilisation", "share", "Share of the workers' time spent serving."});
    out.push_back({"realisedLoad", "Realised load", "share", "Work that arrived over capacity."});
    out.push_back({"realisedRate", "Realised rate", "1/time", "Requests that arrived per unit of time."});
    out.push_back({"meanLoad", "Mean load", "requests", "Requests at a replica, waiting and in service, time average."});
    out.push_back({"probesPerRequest", "Probes per request", "reads", "Loads read per request."});
    out.push_back({"serviceMedian", "Median service time", "time", "Median of the service law."});
    out.push_back({"share", "Share", "share", "Share of the requests that each replica got."});
    out.push_back({"replicaUtilisation", "Utilisation of each", "share", "Share of each replica's workers' time spent serving."});
    out.push_back({"queueTail", "Queue tail", "share", "Share of replicas with load at least i, time average, i = 0, 1, …"});
    return out;
}

bool joins_idle(const Json& config) { return config.at("policy").at("id") == "join-idle"; }

/// Whether completions can be looked up when a replica is looked at.
bool lazy_can(const Json& config, const Settings& s) {
    return !s.changes.any() && s.information.plain() && !s.information.needs_events() && !(s.losses.at_expiry && s.losses.any()) && !joins_idle(config);
}

/// Whether what is compared can be set against a weight: a number of requests or their work, not a time until a start.
void check_weighed(const Json& config, const Settings& s) {
    if (!fleet_trait(config.at("policy")).weighs_loads || (s.information.signal != Signal::work && s.information.signal != Signal::latency)) return;
    throw ConfigError("information.signal", "information.signal must be \"in-flight\", \"waiting\" or \"outstanding\" for a policy that goes by "
                                            "loads and weights; it is " + quote(config.at("information").at("signal")) + ".");
}

/// What goes by keys or weights, and what that takes: dispatchers with subsets keep orders and weights of their own.
void check_keys_and_weights(const Json& config, const Settings& s) {
    const Json& policy = config.at("policy");
    if (policy.at("id") == "least-weighted" && s.information.speeds)
        throw ConfigError("policy.id", "policy.id must not be \"least-weighted\" where information.speeds has loads compared over the "
                                       "speeds already; it is \"least-weighted\".");
    const double kept = s.information.subset > 0 ? s.information.dispatchers : 1;
    if (goes_by_keys(policy) && config.at("keys").at("id") == "zipf")
        check_memory(config.at("keys").at("count").get<double>() * 128 * kept, "keys.count",
                     kept > 1 ? "the orders of the keys at " + number_text(kept) + " dispatchers" : std::string("the orders of the keys"));
    if (goes_by_weights(policy)) check_memory(16 * kept * s.information.subset, "information.subset", "the weights that dispatchers know");
}

void check_kept(const Json& config, const Settings& s) {
    if (s.kept() < 2)
        throw ConfigError("warmup", "warmup must leave at least 2 requests; " + number_text(config.at("warmup").get<double>()) +
                                        " of " + std::to_string(s.requests) + " leaves " + std::to_string(s.kept()) + ".");
}

void check_rows(const Json& config, const Settings& s) {
    const auto runs = config.at("replications").get<double>();
    check_memory(runs * static_cast<double>(s.columns() * sizeof(double)), "replications", "the rows of " + number_text(runs) + " replications");
}

/// Counts of replicas and requests take no room there.
void check_profile(const Json& config) {
    const std::string reason = why_not_profile(config);
    if (!reason.empty()) throw ConfigError("engine", "engine cannot be \"profile\" here: " + reason + "; \"auto\" finds one that can.");
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
        throw ConfigError("replicas", "replicas must be at most " + number_text(max_memory / 512) + " where each is followed (" + why + "); it is " + number_text(replicas) + ".");
    if (requests > most_followed)
        throw ConfigError("requests", "requests must be at most " + number_text(most_followed) + " where each is followed (" + why + "); it is " + number_text(requests) + ".");
}

void check(const Json& config) {
    check_stages(config);
    if (uses_profile(config)) return check_profile(config);
    check_followed(config);
    const auto n = config.at("replicas").get<std::uint32_t>();
    check_machines(config.at("machines"), n);
    check_changes(config.at("changes"), n);
    const Settings s(config);
    const std::uint32_t present = std::min(s.changes.before, s.changes.after);
    if (s.changes.any() && s.information.subset > 0)
        throw ConfigError("information.subset", "information.subset must be \"all\" where replicas join or leave; it is " + quote(config.at("information").at("subset").at("id")) + ".");
    if (s.changes.any() && joins_idle(config))
        throw ConfigError("policy.id", "policy.id must not be \"join-idle\" where replicas join or leave; it is \"join-idle\".");
    check_information(config.at("information"), n);
    const std::uint32_t seen = s.information.subset > 0 ? s.information.subset : present;
    const char* of_what = s.information.subset > 0 ? "replicas that a dispatcher knows" : s.changes.any() ? "replicas always present" : "replicas";
    check_policy(config.at("policy"), seen, of_what);
    check_fleet_policy(config.at("policy"), seen, of_what);
    check_weighed(config, s);
    check_keys_and_weights(config, s);
    if (joins_idle(config) && !s.information.plain())
        throw ConfigError("policy.id", "policy.id must not be \"join-idle\" unless one dispatcher knows all replicas and hears their "
                                       "reports at once; it is \"join-idle\".");
    if (config.at("engine") == "lazy" && !lazy_can(config, s))
        throw ConfigError("engine", "engine must be \"auto\" or \"event-queue\" where requests expire in the queue, replicas join, leave or "
                                    "report that they are idle, dispatchers see something else than the present or information.signal is "
                                    "\"outstanding\" or \"latency\"; it is \"lazy\".");
    check_memory(board_bytes(s.information, n, s.rate(s.load), static_cast<double>(s.requests)), "information", "what " + std::to_string(s.information.dispatchers) + " dispatchers know");
    if (config.at("policy").value("relativeTo", "zero") == "average")
        throw ConfigError("policy.relativeTo", "policy.relativeTo must be \"zero\" in a fleet, where nobody knows the average "
                                               "load; it is \"average\".");
    if (s.load > max_load)
        throw ConfigError("arrivals.clock", "arrivals.clock must be \"scaled\" for these values: on their own clock they come "
                                            "to a load of " + number_text(s.load) + ", and at most " +
                                            number_text(max_load) + " is run.");
    check_kept(config, s);
    if (s.stretches > s.requests)
        throw ConfigError("series", "series must be at most requests, which is " + std::to_string(s.requests) + "; it is " + std::to_string(s.stretches) + ".");
    const double backlog = s.load > 1 ? static_cast<double>(s.requests) * (1 - 1 / s.load) * 16 : 0;
    check_memory(backlog, "requests", "the backlog that " + std::to_string(s.requests) + " requests leave at this load");
    check_rows(config, s);
}

/// Replicas from which looking at all of them costs more than keeping them in order.
constexpr std::uint32_t worth_ranking = 10;

bool ranks(const Json& config, const Settings& s) { return config.at("policy").at("id") == "least" && can_rank(s); }

bool is_event_queue(const Json& config) {
    const Settings s(config);
    if (config.at("engine") == "lazy") return false;
    return config.at("engine") == "event-queue" || !lazy_can(config, s) || (ranks(config, s) && s.replicas >= worth_ranking);
}

std::string engine(const Json& config) {
    if (uses_profile(config)) return "profile";
    return is_event_queue(config) ? "event-queue" : "lazy";
}

std::unique_ptr<Simulation> create(const Json& config) {
    if (uses_profile(config)) return make_profile(config);
    if (joins_idle(config)) return make_join_idle(config);
    const Settings s(config);
    if (s.changes.any() || !s.information.plain() || s.information.needs_events()) return make_informed(config);
    if (is_event_queue(config) && ranks(config, s)) return make_ranked(config);
    return is_event_queue(config) ? make_event_queue(config) : make_lazy(config);
}

}  // namespace

Experiment fleet_experiment() {
    return {"fleet", "A fleet of queues",
            "Requests arrive at a balancer, which sends each to one of many replicas; what matters is how long they wait.",
            params(), metrics(), check, create, engine, fleet::report};
}

}  // namespace p2c
