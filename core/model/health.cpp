#include "health.h"

#include <array>
#include <string>

#include "simulation.h"

namespace p2c {

namespace {

constexpr std::array<Param, 5> inspections(Param above) {
    return {above,
            real("every", "Inspected every", 0.1, 1e9, 30).slider(1, 100, "log").marks({1, 10, 100}).about("In the unit of the mean service."),
            integer("least", "Answers", 1, 1e6, 10).slider(1, 1000, "log").marks({1, 10, 100, 1000}).as("detail").about("Since the last inspection; of a replica with fewer nothing is said."),
            real("most", "At most", 0, 0.9, 0.3).slider(0, 0.9).marks({0, 0.1, 0.3, 0.5, 0.9}).measured_in("%").about("Share of the replicas that may be ejected at a time, and of those that any dispatcher knows."),
            real("time", "For", 0, 1e9, 100).above_low().slider(1, 1000, "log").marks({1, 10, 100, 1000}).about("A replica is back after this long, in the unit of the mean service.")};
}

}  // namespace

Parts describe_ejections() {
    static constexpr auto by_errors = inspections(real("above", "Errors above", 0, 1, 0.2).slider(0.01, 1, "log").marks({0.01, 0.1, 0.5, 1}).measured_in("%").about("Share of its answers."));
    static constexpr auto by_latency = inspections(real("above", "Times the median", 1, 1e6, 3).slider(1, 20, "log").marks({1, 2, 3, 5, 10, 20}).about("Of the mean latencies of all replicas."));
    static constexpr Part all[] = {
        {"none", "None", "no ejection", "Every replica is sent requests, whatever it does with them.", {}, "fleet"},
        {"by-errors", "By errors", "ejected by errors", "A replica with too many errors since the last inspection is sent nothing for a while; the worst go first.", by_errors, "fleet"},
        {"by-latency", "By latency", "ejected by latency", "A replica whose mean latency since the last inspection is many times that of its peers is sent nothing for a while.", by_latency, "fleet"},
    };
    return all;
}

Parts describe_penalties() {
    static constexpr Param errors[] = {
        real("requests", "Requests", 0, 1e6, 5).slider(0, 100, "log0").marks({0, 1, 10, 100}).about("That an error adds to the load that is seen."),
        real("decay", "Falls within", 0, 1e9, 10).above_low().slider(1, 100, "log").marks({1, 10, 100}).about("Time in which it falls to 1/e, in the unit of the mean service."),
    };
    static constexpr Part all[] = {
        {"none", "None", "no penalty", "An error says nothing of the next request.", {}, "fleet"},
        {"errors", "For errors", "a penalty for errors", "An error makes a replica look more loaded for a while.", errors, "fleet"},
    };
    return all;
}

Parts describe_caches() {
    static constexpr Param lru[] = {
        integer("entries", "Entries", 1, 1e6, 100).slider(1, 10000, "log").marks({1, 10, 100, 1000, 10000}).about("Keys that a replica keeps; the one not asked for longest goes first."),
        real("hit", "A hit costs", 0, 1, 0.1).slider(0, 1).marks({0, 0.1, 0.5, 1}).measured_in("%").about("Of the size of the request."),
    };
    static constexpr Part all[] = {
        {"none", "None", "no cache", "Replicas remember nothing of the keys that they have served.", {}, "fleet"},
        {"lru", "Of the last keys", "a cache", "A replica keeps the keys that it served last; a request whose key it has as it starts costs less. Load is set on the cost of a miss.", lru, "fleet"},
    };
    return all;
}

Health::Health(const Json& config, double mean) {
    const Json& e = config.at("ejection");
    if (e.at("id") != "none") {
        ejection = e.at("id") == "by-errors" ? Ejection::errors : Ejection::latency;
        above = e.at("above").get<double>();
        every = e.at("every").get<double>() / mean;
        least = e.at("least").get<std::uint32_t>();
        most = e.at("most").get<double>();
        time = e.at("time").get<double>() / mean;
    }
    const Json& p = config.at("penalty");
    if (p.at("id") != "none") {
        penalty = p.at("requests").get<double>();
        decay = p.at("decay").get<double>() / mean;
    }
    slow_start = config.at("slowStart").get<double>() / mean;
    const Json& c = config.at("cache");
    if (c.at("id") == "none") return;
    entries = c.at("entries").get<std::uint32_t>();
    hit = c.at("hit").get<double>();
}

void check_health(const Json& config, double replicas) {
    if (config.at("cache").at("id") == "none") return;
    const auto entries = config.at("cache").at("entries").get<double>();
    check_memory(replicas * entries * 28, "cache.entries", "the caches of " + number_text(replicas) + " replicas with " + number_text(entries) + " entries each");
}

}  // namespace p2c
