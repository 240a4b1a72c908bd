#include "resilience.h"

#include <algorithm>
#include <string>

#include "base/refuse.h"

namespace p2c {

namespace {

constexpr Param further_calls() {
    return integer("copies", "Calls", 2, 4, 2).slider(2, 4).about("Calls of a request at most, the first included; each goes to a replica that has none yet, chosen as the first one was, or the next in the order of its key.");
}

constexpr Option cancels[] = {
                   {"service", "Cancel all", "The other calls are taken out of the queue and cut short in service."},
                   {"queue", "Cancel those that wait", "A call in service is served to its end."},
                   {"none", "Cancel nothing", "The other calls are served as if nobody had answered."},
};

constexpr Param cancelling(Text help, Text fallback) { return choice("cancel", "Once answered", cancels, fallback).about(help); }

constexpr Param idempotent() {
    return real("idempotent", "Idempotent", 0, 1, 1).slider(0, 1).marks({0, 0.5, 1}).as("detail").about("Share of the requests that may be sent twice.").measured_in("%");
}

constexpr Param begins(double share) {
    return real("from", "From", 0, 1, share).slider(0, 1).marks({0, 0.25, 0.5, 0.75, 1}).measured_in("%").about("Share of the requests that come before it begins.");
}

constexpr Param ends(double share) {
    return real("to", "To", 0, 1, share).slider(0, 1).marks({0, 0.25, 0.5, 0.75, 1}).measured_in("%").about("Share of the requests that come before it ends.");
}

constexpr Param count_of() { return integer("replicas", "Replicas", 0, 1e6, 1).slider(0, 32).marks({0, 1, 2, 4, 8, 16, 32}).about("How many."); }
constexpr Param first_of() { return integer("replica", "From replica", 0, 1e6, 0).slider(0, 32).as("detail").about("Number of the first of them, from 0."); }

constexpr Param probability(Text help, double fallback) {
    return real("probability", "Share", 0, 1, fallback).slider(0, 1).marks({0, 0.01, 0.1, 0.5, 1}).about(help).measured_in("%");
}

constexpr Param factor(double fallback) {
    return real("factor", "Factor", 1, 1e6, fallback).slider(1, 100, "log").marks({1, 2, 5, 10, 100}).about("Services that start meanwhile take so many times as long.");
}

constexpr Param duration(Text name, Text label, double fallback, Text help) {
    return real(name, label, 0, 1e9, fallback).slider(0.1, 100, "log0").marks({0, 0.1, 1, 10, 100}).about(help);
}

void check_stalls(const Json& value, const std::string& path) {
    if (value.at("shortest").get<double>() <= value.at("longest").get<double>()) return;
    refuse_in(path, ".longest", {" must be at least ", path, ".shortest, which is ", value.at("shortest").get<double>(), "; it is ", value.at("longest").get<double>(), "."});
}

void check_window(const Json& value, const std::string& path) {
    if (value.at("from").get<double>() <= value.at("to").get<double>()) return;
    refuse_in(path, ".to", {" must be at least ", path, ".from, which is ", value.at("from").get<double>(), "; it is ", value.at("to").get<double>(), "."});
}

void check_spare(const Json& value, const std::string& path) {
    if (value.at("spare").get<double>() < value.at("leaves").get<double>()) return;
    refuse_in(path, ".spare", {" must be below ", path, ".leaves, which is ", value.at("leaves").get<double>(), "; it is ", value.at("spare").get<double>(), "."});
}

Cancel cancel_from(const std::string& id) { return id == "service" ? Cancel::service : id == "queue" ? Cancel::queue : Cancel::none; }

void check_stalls_and_window(const Json& value, const std::string& path) {
    check_stalls(value, path);
    check_window(value, path);
}

}  // namespace

Parts describe_hedges() {
    static constexpr Param after_time[] = {
        duration("after", "After", 4, "From the first call to the second, in the unit of the mean service; and from each further one to the next."),
        further_calls(),
        cancelling("What becomes of the calls that are not needed any more.", "service"),
        idempotent(),
    };
    static constexpr Param after_quantile[] = {
        real("quantile", "Percentile", 0.001, 0.9999, 0.95).slider(0.5, 0.999, "headroom").marks({0.5, 0.9, 0.95, 0.99, 0.999}).measured_in("%")
            .about("Of the latencies of all requests answered so far."),
        further_calls(),
        cancelling("What becomes of the calls that are not needed any more.", "service"),
        idempotent(),
    };
    static constexpr Param tied[] = {
        duration("offset", "Offset", 0, "From the first call to the second, which is not sent if the first has started by then; in the unit of the mean service."),
        idempotent(),
    };
    static constexpr Part all[] = {
        {"none", "None", "no hedge", "Every request is sent once.", {}, "fleet"},
        {"after-time", "After a time", "hedges after a time", "A request that has no answer after this long is sent to another replica as well; the first answer counts.", after_time, "fleet"},
        {"after-quantile", "After a percentile", "hedges after a percentile",
         "As after a time, which is the percentile of the latencies of all requests answered so far; before 1,000 are answered nothing is sent.", after_quantile, "fleet"},
        {"tied", "Tied", "tied requests", "A request waits at two replicas at once; the first to start takes it out of the other queue.", tied, "fleet"},
    };
    return all;
}

Parts describe_retries() {
    static constexpr Param again[] = {
        integer("attempts", "Attempts", 2, 16, 3).slider(2, 10).about("Tries at most, the first included."),
        duration("backoff", "Backoff", 1, "Before the first retry, in the unit of the mean service."),
        real("growth", "Growth", 1, 10, 2).slider(1, 4).as("detail").about("Each further retry waits so many times as long."),
        real("jitter", "Jitter", 0, 1, 0.5).slider(0, 1).measured_in("%").as("detail").about("Each wait is the backoff times a uniform number between 1 minus this and 1."),
    };
    static constexpr Part all[] = {
        {"none", "None", "no retries", "A request that fails or is dropped has failed.", {}, "fleet"},
        {"again", "Again", "retries", "A request whose calls have all failed or been dropped is sent again.", again, "fleet"},
    };
    return all;
}

Parts describe_patience() {
    static constexpr Param after[] = {
        duration("time", "After", 50, "From the arrival, in the unit of the mean service."),
        boolean("cancels", "Replicas hear of it", true).about("The calls of who gave up are cancelled; else they are served for nobody."),
    };
    static constexpr Part all[] = {
        {"none", "None", "patient clients", "Clients wait as long as it takes.", {}, "fleet"},
        {"after", "After a time", "clients that give up", "A client that has no answer by then gives up, retries included.", after, "fleet"},
    };
    return all;
}

Parts describe_budgets() {
    static constexpr Param share[] = {
        real("share", "Share", 0, 1, 0.1).slider(0, 1).marks({0, 0.05, 0.1, 0.2, 0.5, 1}).measured_in("%").about("What a request adds; a further call takes 1."),
        integer("burst", "Burst", 1, 1e6, 10).slider(1, 1000, "log").marks({1, 10, 100, 1000}).as("detail").about("Tokens that the bucket holds; it starts full, and what would overflow is gone."),
    };
    static constexpr Part all[] = {
        {"none", "None", "no budget", "Every hedge and every retry is sent.", {}, "fleet"},
        {"share", "Share of the requests", "a budget", "Hedges and retries share a bucket of tokens; what finds it empty is not sent.", share, "fleet"},
    };
    return all;
}

Parts describe_fanouts() {
    static constexpr Param leaves[] = {
        integer("leaves", "Leaves", 1, 1000, 100).slider(1, 1000, "log").marks({1, 10, 100, 1000}).about("Leaves of a request."),
        integer("spare", "Not waited for", 0, 999, 0).slider(0, 100, "log0").marks({0, 1, 10, 100}).about("Leaves whose answers the request does without."),
        cancelling("What becomes of the leaves that are not waited for.", "none"),
    };
    static constexpr Part all[] = {
        {"none", "None", "no fan-out", "A request is one call.", {}, "fleet"},
        {"leaves", "To many leaves", "fan-out",
         "A request asks many leaves at one instant, one after the other, each dispatched like a request of its own, and ends with the slowest. "
         "Requests come at a rate that keeps the load; requests is their number.", leaves, "fleet", check_spare},
    };
    return all;
}

Parts describe_faults() {
    static constexpr Option of_options[] = {
        {"call", "Calls", "A second call may be spared."},
        {"request", "Requests", "All calls of a request stall."},
    };
    static constexpr Param slow[] = {count_of(), factor(5), first_of(), begins(0.4), ends(0.6)};
    static constexpr Param failing[] = {
        count_of(),
        probability("Share of their requests that fail.", 0.5),
        duration("takes", "Takes", 0.1, "A failure takes this long, in the unit of the mean service."),
        first_of(),
        begins(0),
        ends(1),
    };
    static constexpr Param stalls[] = {
        probability("Share of the services that stall.", 0.01),
        duration("shortest", "At least", 10, "In the unit of the mean service."),
        duration("longest", "At most", 30, "In the unit of the mean service."),
        choice("of", "Stalls belong to", of_options, "call").about("Whether another replica helps."),
        begins(0),
        ends(1),
    };
    static constexpr Param all_slow[] = {factor(2), begins(0.4), ends(0.6)};
    static constexpr Part all[] = {
        {"slow", "Some turn slow", "replicas that turn slow", "A few replicas are slower for a while.", slow, "fleet", check_window},
        {"failing", "Some fail fast", "replicas that fail fast", "A few replicas answer a share of their requests with an error, at once: to who counts requests in flight they look idle.",
         failing, "fleet", check_window},
        {"stalls", "Stalls", "stalls", "A share of the services takes longer, on every replica.",
         stalls, "fleet", check_stalls_and_window},
        {"all-slow", "All turn slow", "a slow dependency", "Something that all replicas depend on is slow for a while.", all_slow, "fleet", check_window},
    };
    return all;
}

namespace {

Fault fault_from(const Json& f, double mean, std::uint64_t requests) {
    Fault out;
    const auto& id = f.at("id").get_ref<const std::string&>();
    out.kind = id == "slow" ? FaultKind::slow : id == "failing" ? FaultKind::failing : id == "stalls" ? FaultKind::stalls : FaultKind::all_slow;
    out.replica = f.value("replica", 0U);
    out.replicas = out.kind == FaultKind::all_slow ? ~0U : f.value("replicas", 0U);
    out.factor = f.value("factor", 1.0);
    out.probability = f.value("probability", 0.0);
    out.takes = f.value("takes", 0.0) / mean;
    out.stall_from = f.value("shortest", 0.0) / mean;
    out.stall_to = f.value("longest", 0.0) / mean;
    out.stall_per_request = f.value("of", "call") == "request";
    out.first = static_cast<std::uint64_t>(static_cast<double>(requests) * f.at("from").get<double>());
    out.last = static_cast<std::uint64_t>(static_cast<double>(requests) * f.at("to").get<double>());
    return out;
}

}  // namespace

Resilience::Resilience(const Json& config, double mean, std::uint64_t requests) {
    const Json& h = config.at("hedge");
    if (h.at("id") != "none") {
        hedge = h.at("id") == "tied" ? Hedge::tied : h.at("id") == "after-time" ? Hedge::time : Hedge::quantile;
        calls = h.value("copies", 2U);
        idempotent = h.at("idempotent").get<double>();
        if (hedge == Hedge::time) after = h.at("after").get<double>() / mean;
        if (hedge == Hedge::tied) after = h.at("offset").get<double>() / mean;
        if (hedge == Hedge::quantile) quantile = h.at("quantile").get<double>();
        cancel = cancel_from(h.value("cancel", "service"));
    }
    size_shared = config.at("sizeShared").get<bool>();
    const Json& r = config.at("retry");
    if (r.at("id") != "none") {
        attempts = r.at("attempts").get<std::uint32_t>();
        backoff = r.at("backoff").get<double>() / mean;
        growth = r.at("growth").get<double>();
        jitter = r.at("jitter").get<double>();
    }
    const Json& p = config.at("patience");
    if (p.at("id") != "none") {
        patience = p.at("time").get<double>() / mean;
        patience_cancels = p.at("cancels").get<bool>();
    }
    if (config.at("budget").at("id") != "none") {
        budget = config.at("budget").at("share").get<double>();
        burst = config.at("budget").at("burst").get<double>();
    }
    const Json& fan = config.at("fanout");
    if (fan.at("id") != "none") {
        leaves = fan.at("leaves").get<std::uint32_t>();
        spare = fan.at("spare").get<std::uint32_t>();
        leaf_cancel = cancel_from(fan.at("cancel").get<std::string>());
    }
    const Json& all = config.at("faults");
    for (const Json& f : all) faults.push_back(fault_from(f, mean, requests));
}

namespace {

void check_replicas(const Json& fault, const std::string& path, std::uint32_t replicas) {
    if (!fault.contains("replicas")) return;
    const auto first = fault.at("replica").get<std::uint32_t>(), count = fault.at("replicas").get<std::uint32_t>();
    if (first + count <= replicas) return;
    refuse_in(path, ".replicas", {" must be at most ", replicas - std::min(first, replicas), " from replica ", first, " of ", replicas, " on; it is ", count, "."});
}

}  // namespace

void check_resilience(const Json& config, std::uint32_t replicas) {
    const Json& hedge = config.at("hedge");
    if (hedge.at("id") != "none") {
        const auto calls = hedge.value("copies", 2U);
        if (replicas < 2) refuse("hedge.id", {"hedge.id must be \"none\" where there is one replica, for each call goes to another; it is ", hedge.at("id"), "."});
        if (calls > replicas)
            refuse("hedge.copies", {"hedge.copies must be at most the number of replicas, which is ", replicas, "; it is ", calls, "."});
    }
    const Json& faults = config.at("faults");
    for (std::size_t j = 0; j < faults.size(); ++j) check_replicas(faults[j], "faults." + std::to_string(j), replicas);
}

}  // namespace p2c
