#include "losses.h"

#include <limits>

namespace p2c {

namespace {

constexpr Param longest_wait() {
    return real("wait", "Longest wait", 0, 1e9, 10)
        .slider(0.1, 1000, "log").marks({0.1, 1, 10, 100, 1000})
        .about("A request that would wait longer than this, in the unit of the mean service, is dropped.");
}

}  // namespace

Parts describe_queues() {
    static constexpr Param bounded[] = {
        integer("waiting", "Places to wait", 0, 1e9, 10)
            .slider(0, 1000, "log0").marks({0, 1, 10, 100, 1000})
            .about("Requests that may wait at a replica, those in service not counted."),
    };
    static constexpr Part all[] = {
        {"unbounded", "Unbounded", "unbounded queues", "Every request may wait.", {}, "fleet"},
        {"bounded", "Bounded", "bounded queues", "A request that finds a full queue is dropped.", bounded, "fleet"},
    };
    return all;
}

Parts describe_deadlines() {
    static constexpr Param on_arrival[] = {
        longest_wait(),
    };
    static constexpr Param at_expiry[] = {
        longest_wait(),
    };
    static constexpr Part all[] = {
        {"none", "None", "no deadline", "Requests wait as long as it takes.", {}, "fleet"},
        {"on-arrival", "On arrival", "dropped on arrival",
         "A request whose wait would pass the deadline is dropped when it arrives, and takes no place.", on_arrival, "fleet"},
        {"at-expiry", "At expiry", "dropped at expiry",
         "A request waits until the deadline passes, and is dropped then: until then it counts as waiting.", at_expiry, "fleet"},
    };
    return all;
}

Losses::Losses(const Json& config, double mean)
    : most_waiting(std::numeric_limits<std::uint32_t>::max()),
      deadline(std::numeric_limits<double>::infinity()),
      at_expiry(config.at("deadline").at("id") == "at-expiry") {
    if (config.at("queues").at("id") == "bounded") most_waiting = config.at("queues").at("waiting").get<std::uint32_t>();
    if (config.at("deadline").at("id") != "none") deadline = config.at("deadline").at("wait").get<double>() / mean;
}

bool Losses::any() const {
    return most_waiting < std::numeric_limits<std::uint32_t>::max() || deadline < std::numeric_limits<double>::infinity();
}

}  // namespace p2c
