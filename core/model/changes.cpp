#include "changes.h"

#include <string>

#include "base/refuse.h"

namespace p2c {

Parts describe_changes() {
    constexpr auto count = [](Text help) { return integer("count", "Replicas", 0, 1e6, 1).slider(0, 32).marks({0, 1, 2, 4, 8, 16, 32}).about(help); };
    constexpr Param at = real("at", "At", 0, 1, 0.5).slider(0, 1).marks({0, 0.25, 0.5, 0.75, 1}).measured_in("%")
                        .about("Share of the requests, warm-up included, that come before it; it happens as the next one arrives.");
    static constexpr Param join[] = {
        count("How many join; they are the last ones."),
        at,
    };
    static constexpr Option queue_options[] = {
        {"drain", "Drain", "What they have is served."},
        {"fail", "Fail", "What they have, waiting and in service, is lost."},
    };
    static constexpr Param leave[] = {
        count("How many leave; they are the last ones."),
        at,
        choice("queue", "Their queues", queue_options, "drain")
            .about("What becomes of their requests."),
    };
    static constexpr Part all[] = {
        {"none", "None", "no change", "All replicas are there from the start to the end.", {}, "fleet"},
        {"join", "Some join", "replicas that join",
         "The last few replicas are absent at first and join empty. Load is taken on the whole fleet, and what is averaged over "
         "replicas counts the absent as empty.", join, "fleet"},
        {"leave", "Some leave", "replicas that leave",
         "The last few replicas leave and get no more requests; dispatchers forget what they remember, and "
         "the keys of those that left go on to the next in their order. Load is taken on the whole fleet, and "
         "what is averaged over replicas counts the absent as empty.", leave, "fleet"},
    };
    return all;
}

Changes::Changes(const Json& config, std::uint32_t replicas, std::uint64_t requests) : before(replicas), after(replicas), at(requests) {
    if (config.at("id") == "none") return;
    const auto count = config.at("count").get<std::uint32_t>();
    at = static_cast<std::uint64_t>(static_cast<double>(requests) * config.at("at").get<double>());
    (config.at("id") == "join" ? before : after) -= count;
    fails = any() && config.at("id") == "leave" && config.at("queue") == "fail";
}

void check_changes(const Json& config, std::uint32_t replicas) {
    if (config.at("id") == "none" || config.at("count").get<double>() < replicas) return;
    refuse("changes.count", {"changes.count must be below replicas, which is ", replicas, ", for one must be there at all times; it is ", config.at("count").get<std::uint64_t>(), "."});
}

}  // namespace p2c
