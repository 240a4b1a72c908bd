#include "fanout.h"

#include "base/limits.h"
#include "base/refuse.h"
#include "report.h"
#include "settings.h"
#include "simulate.h"

namespace p2c {

namespace {

using namespace fanout;

Params params() {
    static constexpr Param stalls[] = {
        real("probability", "Stalled", 0, 1, 0.01)
           .slider(0.0001, 0.1, "log").marks({0.001, 0.01, 0.1}).measured_in("%").about("Share of calls that take longer by a stall."),
        real("from", "Shortest stall", 0, 1e9, 50).slider(0, 200).about("In the unit of the mean."),
        real("to", "Longest stall", 0, 1e9, 150).slider(0, 200).about("Stalls are uniform between the two."),
    };
    static constexpr Param all[] = {
        integer("leaves", "Leaves", 1, 10000, 100)
            .slider(1, 1000, "log").marks({1, 10, 100, 1000}).as("primary").in("request").about("Calls of which a request consists."),
        integer("spare", "Leaves not waited for", 0, 9999, 0)
            .slider(0, 20).in("request").as("detail").about("The request ends when all but so many have answered."),
        part("service", "A leaf takes", "services", R"({"id":"lognormal","sigma":0.4,"mean":3.974901627494749})")
            .in("leaf").about("Latency of one call, stalls left out."),
        group("stalls", "Stalls", stalls)
            .in("leaf").about("What now and then comes on top."),
        part("secondCall", "Second call", "secondCalls", "none")
            .in("hedge").as("primary").about("A leaf that takes long is asked once more, elsewhere, and the first answer counts."),
        integer("requests", "Requests", 2, 1e8, 20000)
            .slider(1000, 1000000, "log").marks({1000, 10000, 100000, 1000000}).in("run").about("Requests of one run."),
        integer("replications", "Runs", 1, max_replications, 10)
            .slider(2, 50, "log").marks({2, 5, 10, 20, 50}).in("run")
            .about("Independent repetitions; intervals come from the spread between them."),
        seed_param(),
    };
    return all;
}

Metrics metrics() {
    static constexpr Metric all[] = {
        {"request.mean", "Request, mean", "time", "Mean latency of requests."},
        {"request.p50", "Request, p50", "time", "Percentile of the latency of requests."},
        {"request.p90", "Request, p90", "time", "Percentile of the latency of requests."},
        {"request.p95", "Request, p95", "time", "Percentile of the latency of requests."},
        {"request.p99", "Request, p99", "time", "Percentile of the latency of requests."},
        {"request.p999", "Request, p99.9", "time", "Percentile of the latency of requests."},
        {"request.max", "Request, longest", "time", "Longest latency of requests in a run."},
        {"leaf.mean", "Leaf, mean", "time", "Mean latency of leaves, second calls included."},
        {"leaf.p50", "Leaf, p50", "time", "Percentile of the latency of leaves, second calls included."},
        {"leaf.p90", "Leaf, p90", "time", "Percentile of the latency of leaves, second calls included."},
        {"leaf.p95", "Leaf, p95", "time", "Percentile of the latency of leaves, second calls included."},
        {"leaf.p99", "Leaf, p99", "time", "Percentile of the latency of leaves, second calls included."},
        {"leaf.p999", "Leaf, p99.9", "time", "Percentile of the latency of leaves, second calls included."},
        {"leaf.max", "Leaf, longest", "time", "Longest latency of leaves, second calls included in a run."},
        {"extraCalls", "Extra calls", "share", "Second calls, over the leaves."},
        {"slowRequests", "Slow requests", "share", "Requests of which a first call takes longer than the p99 of one call."},
        {"leafTarget", "Leaf target", "share", "Share of the leaves that must be in time so that 99 % of the requests are: 0.99^(1/leaves)."},
    };
    return all;
}

void check(const Json& config) {
    const auto leaves = config.at("leaves").get<double>();
    const auto requests = config.at("requests").get<double>();
    const Json& spare = config.at("spare");
    if (spare.get<double>() >= leaves)
        refuse("spare", {"spare must be less than leaves, which is ", leaves, "; it is ", spare.dump(), "."});
    const Json& stalls = config.at("stalls");
    if (stalls.at("to").get<double>() < stalls.at("from").get<double>())
        refuse("stalls.to", {"stalls.to must be at least stalls.from, which is ", stalls.at("from").dump(), "; it is ", stalls.at("to").dump(), "."});
    if (requests * leaves > 1e11)
        refuse("requests", {"requests × leaves must be at most 100000000000 calls; they come to ", requests * leaves, "."});
    const auto runs = config.at("replications").get<double>();
    check_memory(runs * static_cast<double>(columns * sizeof(double)), "replications", "the rows of " + number_text(runs) + " replications");
}

std::string engine(const Json&) { return "direct"; }

}  // namespace

Parts describe_second_calls() {
    static constexpr Param after_quantile[] = {
        real("quantile", "Percentile", 0.001, 0.9999, 0.95)
            .slider(0.5, 0.999, "headroom").marks({0.5, 0.9, 0.95, 0.99, 0.999}).measured_in("%")
            .about("Share of single calls that have answered by then, by the exact law."),
    };
    static constexpr Param after_time[] = {
        real("delay", "Delay", 0, 1e9, 10).slider(0.1, 100, "log").marks({0.1, 1, 10, 100}).about("In the unit of the mean. 0 sends two at once."),
    };
    static constexpr Part all[] = {
        {"none", "Never", "one call", "Every leaf is asked once.", {}, "fanout"},
        {"after-quantile", "After a percentile", "second call after a percentile",
         "A leaf that has not answered when most would have is asked once more.", after_quantile, "fanout"},
        {"after-time", "After a time", "second call after a time", "A leaf that has not answered after this long is asked once more.", after_time, "fanout"},
    };
    return all;
}

Experiment fanout_experiment() {
    return {"fanout", "Fan-out",
            "A request asks many leaves at once and ends with the slowest; now and then one stalls. Calls are independent and nothing "
            "queues: what a second call costs the others is left out here.",
            params(), metrics(), check, simulate, engine, fanout::report};
}

}  // namespace p2c
