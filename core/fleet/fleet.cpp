#include "fleet.h"

#include "base/limits.h"
#include "checks.h"
#include "engine.h"
#include "model/fleet_policies.h"
#include "model/stages.h"
#include "profile/profile.h"
#include "report.h"

namespace p2c {

namespace {

using namespace fleet;

Params params() {
    static constexpr Option known[] = {
        {"wait.mean", "Wait, mean", ""}, {"wait.p50", "Wait, p50", ""}, {"wait.p90", "Wait, p90", ""}, {"wait.p99", "Wait, p99", ""},
        {"wait.p999", "Wait, p99.9", ""}, {"latency.mean", "Latency, mean", ""}, {"latency.p50", "Latency, p50", ""},
        {"latency.p90", "Latency, p90", ""}, {"latency.p99", "Latency, p99", ""}, {"latency.p999", "Latency, p99.9", ""},
        {"dropped", "Dropped", ""},
    };
    static constexpr Param precision[] = {
        choice("metric", "Metric", known, "wait.mean").about("The metric that must be known."),
        real("relative", "Interval", 0, 1, 0.02).above_low().slider(0.005, 0.2, "log").marks({0.01, 0.02, 0.05, 0.1}).measured_in("%")
            .about("Largest half width of its 95 % interval, as a share of its value."),
        integer("cap", "At most", 2, 1e9, 1e7).slider(1e5, 1e8, "log").marks({1e5, 1e6, 1e7, 1e8}).about("Requests of one run at most."),
    };
    static constexpr Option calibration_options[] = {
        {"mean", "The mean size", "Load is work that arrives over capacity."},
        {"median", "The median size", "A famous mistake: where a few sizes are large, more work arrives than the load says."},
    };
    static constexpr Option percentile_options[] = {
        {"nearest", "Nearest ranks", "The smallest value that at least p of all are not above."},
        {"floor", "At the index ⌊pN⌋", "A famous mistake: counted from 0, that is one value too far where pN is whole."},
    };
    static constexpr Option engine_options[] = {
        {"auto", "Automatic", "Chosen by the core from the configuration."},
        {"lazy", "Lazy", "Completions are looked up when a replica is looked at."},
        {"event-queue", "Event queue", "Every completion is an event; slower, same numbers."},
        {"profile", "Profile", "Keeps only how many replicas have each load: for a trillion replicas; same law."},
    };
    static constexpr Param all[] = {
        part("policy", "Policy", "policies", "choices")
            .in("policy").as("primary").about("Where each request is sent."),
        real("load", "Load", 0, max_load, 0.9)
            .above_low().slider(0.05, 0.995, "headroom").marks({0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99})
            .measured_in("%").as("primary").in("traffic")
            .about("Offered load over the capacity of the whole fleet. At 100 % and above there is no steady state."),
        integer("replicas", "Replicas", 1, 1e12, 64)
            .slider(1, 1024, "log").marks({1, 4, 16, 64, 256, 1024}).in("traffic").about("Servers behind the balancer."),
        integer("workers", "Workers each", 1, 1024, 1)
            .slider(1, 16).marks({1, 4, 8, 16}).in("traffic").about("Requests that a replica serves at the same time."),
        part("arrivals", "Arrivals", "arrivals", "poisson").in("traffic").about("When requests come."),
        part("service", "Service times", "services", "exponential")
            .in("traffic").about("How much work a request is."),
        choice("calibration", "Load is set by", calibration_options, "mean")
            .in("traffic").as("detail").about("What size the rate of arrivals is worked out from."),
        part("machines", "Replicas are", "machines", "equal").in("traffic").about("How fast replicas are."),
        part("queues", "Queues", "queues", "unbounded").in("traffic").as("detail").about("How many requests may wait."),
        part("deadline", "Deadline", "deadlines", "none").in("traffic").as("detail").about("How long requests wait at most."),
        part("keys", "Keys", "keys", "distinct").in("traffic").as("detail").about("What sticky policies go by."),
        part("changes", "Replicas change", "changes", "none").in("traffic").as("detail").about("Whether replicas join or leave in mid-run."),
        part("hedge", "Hedge", "hedges", "none").in("resilience").as("detail").about("Whether a request is sent again while it has no answer."),
        part("retry", "Retry", "retries", "none").in("resilience").as("detail").about("Whether a request is sent again when it has failed."),
        part("patience", "Client deadline", "patience", "none").in("resilience").as("detail").about("How long clients wait for an answer."),
        part("budget", "Budget", "budgets", "none").in("resilience").as("detail").about("How many hedges and retries there may be."),
        boolean("sizeShared", "Calls of a request are equally large", false)
            .in("resilience").as("detail").about("A slow request rather than a slow replica; else every call draws a size of its own."),
        parts("faults", "Faults", "faults", 8).once("fault").in("resilience").as("detail").about("What goes wrong with the replicas; several at once if so: services take as many times as long as all of them say. A single one is also read as fault."),
        part("fanout", "Fan-out", "fanouts", "none").in("resilience").as("detail").about("Whether a request is many calls."),
        part("ejection", "Ejection", "ejections", "none").in("resilience").as("detail").about("Whether replicas that do badly are sent nothing for a while."),
        part("penalty", "Penalty", "penalties", "none").in("resilience").as("detail").about("What an error adds to the load that is seen."),
        real("slowStart", "Slow start", 0, 1e9, 0).slider(0, 100, "log0").marks({0, 1, 10, 100}).in("resilience").as("detail")
            .about("Time in which the weight of a replica that is new, or back, rises from a tenth to 1, in the unit of the mean service; while it is busy, its load is compared as (load + 1) over the weight. 0 is none."),
        part("cache", "Cache", "caches", "none").in("resilience").as("detail").about("Whether replicas serve keys faster that they have served of late."),
        group("information", "What the balancer knows", information_params).in("knowledge").about("What the balancer sees."),
        integer("requests", "Requests", 2, most_requests, 200000)
            .slider(10000, 10000000, "log").marks({10000, 100000, 1000000, 10000000}).in("run")
            .or_word(automatic, "until the interval that precision asks for is reached")
            .about("Requests of one run, warm-up included."),
        group("precision", "Precision", precision).in("run").as("detail")
            .about("What automatic requests go by: each stage has twice as many as the last, until this is met."),
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
        choice("percentile", "Percentiles are", percentile_options, "nearest")
            .in("run").as("detail").about("How a percentile is read from the sorted values of a run."),
        seed_param(),
        choice("engine", "Engine", engine_options, "auto")
            .in("run").as("detail").about("How the fleet is simulated; lazy and event queue give the same numbers, bit for bit."),
    };
    return all;
}

Metrics metrics() {
    static constexpr Text of_all = "Percentile of the latency of all requests, with those that were lost as infinitely late.";
    static constexpr Text losing[] = {"queues", "deadline", "changes", "faults"};
    static constexpr Text failing[] = {"queues", "deadline", "changes", "faults", "retry", "patience"};
    static constexpr Text fan[] = {"fanout"}, patience[] = {"patience"}, again[] = {"hedge", "retry"}, cache[] = {"cache"}, subset[] = {"information.subset"};
    static constexpr Text futile[] = {"hedge", "retry", "patience", "faults", "fanout"};
    static constexpr Metric all[] = {
        {"wait.mean", "Wait, mean", "time", "Mean time before service starts."},
        {"wait.p50", "Wait, p50", "time", "Median time before service starts."},
        {"wait.p90", "Wait, p90", "time", "90th percentile of the time before service starts."},
        {"wait.p99", "Wait, p99", "time", "99th percentile of the time before service starts."},
        {"wait.p999", "Wait, p99.9", "time", "99.9th percentile of the time before service starts."},
        {"wait.max", "Wait, longest", "time", "Longest time before service starts of a run."},
        {"latency.mean", "Latency, mean", "time", "Mean time from arrival to completion."},
        {"latency.p50", "Latency, p50", "time", "Median time from arrival to completion."},
        {"latency.p90", "Latency, p90", "time", "90th percentile of the time from arrival to completion."},
        {"latency.p99", "Latency, p99", "time", "99th percentile of the time from arrival to completion."},
        {"latency.p999", "Latency, p99.9", "time", "99.9th percentile of the time from arrival to completion."},
        {"latency.max", "Latency, longest", "time", "Longest time from arrival to completion of a run."},
        {"latencyAll.p50", "Latency of all, p50", "time", of_all, {}, failing},
        {"latencyAll.p90", "Latency of all, p90", "time", of_all, {}, failing},
        {"latencyAll.p99", "Latency of all, p99", "time", of_all, {}, failing},
        {"latencyAll.p999", "Latency of all, p99.9", "time", of_all, {}, failing},
        {"dropped", "Dropped", "share", "Share of the requests that were dropped.", {}, losing},
        {"leafLatency.p50", "Leaf, p50", "time", "Median latency of the leaves of a request that were waited for.", {}, fan},
        {"leafLatency.p99", "Leaf, p99", "time", "99th percentile of it.", {}, fan},
        {"leafTarget", "Leaf target", "share", "Share of the leaves that must answer in time for 99 % of the requests to, if leaves were independent: 0.99^(1/leaves).", {}, fan},
        {"leafAchieved", "Leaf achieved", "share", "Share of the leaves that answered within the p99 of the requests.", {}, fan},
        {"failed", "Failed", "share", "Share of the requests that ended with an error.", {}, failing},
        {"abandoned", "Given up", "share", "Share of the requests whose client gave up.", {}, patience},
        {"hedged", "Hedged", "share", "Share of the requests, or of their leaves, that were sent again while they had no answer.", {}, again},
        {"extraCalls", "Extra calls", "calls", "Calls per request, or per leaf, beyond the first: hedges and retries.", {}, again},
        {"wasted", "Wasted work", "share", "Share of the time in service that went into calls that were not the answer.", {}, futile},
        {"hitRate", "Hit rate", "share", "Share of the calls that found their key in the cache.", {}, cache},
        {"goodput", "Goodput", "1/time", "Requests that got a good answer per unit of time.", {}, failing},
        {"utilisation", "Utilisation", "share", "Share of the workers' time spent serving."},
        {"realisedLoad", "Realised load", "share", "Work that arrived over capacity."},
        {"realisedRate", "Realised rate", "1/time", "Requests that arrived per unit of time."},
        {"meanLoad", "Mean load", "requests", "Requests at a replica, waiting and in service, time average."},
        {"probesPerRequest", "Probes per request", "reads", "Loads read per request."},
        {"serviceMedian", "Median service time", "time", "Median of the service law."},
        {"coverage.min", "Known by, least", "share", "Share of the dispatchers that know the replica that fewest know.", {}, subset},
        {"coverage.max", "Known by, most", "share", "Share of the dispatchers that know the replica that most know.", {}, subset},
        {"share", "Share", "share", "Requests that each replica got, over all requests; with second calls and leaves, calls."},
        {"replicaUtilisation", "Utilisation of each", "share", "Share of each replica's workers' time spent serving."},
        {"queueTail", "Queue tail", "share", "Share of replicas with load at least i, time average, i = 0, 1, …"},
    };
    return all;
}

/// Replicas from which looking at all of them costs more than keeping them in order, or their sum.
constexpr std::uint32_t worth_keeping = 10;

bool looks_at_all(const Json& config) { return config.at("policy").at("id") == "least"; }
bool ranks(const Json& config, const Settings& s) { return looks_at_all(config) && can_rank(s); }
bool totals(const Json& config, const Settings& s) { return fleet_trait(config.at("policy")).adds_loads && can_total(s); }

/// Whether something is kept of all replicas, for which completions must be events.
bool keeps(const Json& config, const Settings& s) { return s.replicas >= worth_keeping && (ranks(config, s) || totals(config, s)); }

bool is_event_queue(const Json& config) {
    const Settings s(config);
    if (config.at("engine") == "lazy") return false;
    return config.at("engine") == "event-queue" || !lazy_can(config, s) || keeps(config, s);
}

std::string engine(const Json& config) {
    if (uses_profile(config)) return "profile";
    return is_event_queue(config) ? "event-queue" : "lazy";
}

std::unique_ptr<Simulation> create(const Json& config) {
    if (uses_profile(config)) return make_profile(config);
    if (joins_idle(config)) return make_join_idle(config);
    const Settings s(config);
    if (s.resilient()) return make_resilient(config);
    if (is_event_queue(config) && (s.information.plain() || keeps(config, s))) {
        if (ranks(config, s)) return make_ranked(config);
        if (totals(config, s)) return make_totalled(config);
    }
    if (s.replicas >= worth_keeping && looks_at_all(config) && can_rank_board(s)) return make_ranked_board(config);
    if (s.changes.any() || !s.information.plain() || s.information.needs_events()) return make_informed(config);
    return is_event_queue(config) ? make_event_queue(config) : make_lazy(config);
}

}  // namespace

Experiment fleet_experiment() {
    return {"fleet", "A fleet of queues",
            "Requests arrive at a balancer, which sends each to one of many replicas; what matters is how long they wait.",
            params(), metrics(), check, create, engine, fleet::report};
}

}  // namespace p2c
