#include "machines.h"

#include <string>

#include "base/refuse.h"

namespace p2c {

Parts describe_machines() {
    static constexpr Param some_slow[] = {
        integer("slow", "Slow replicas", 1, 1e6, 1).slider(1, 32, "log").marks({1, 2, 4, 8, 16, 32}).about("How many are slow; they come first."),
        real("factor", "Times slower", 1, 1e6, 5)
            .slider(1, 100, "log").marks({1, 2, 5, 10, 100})
            .about("How many times longer a service takes there; their speed is 1 over this."),
    };
    static constexpr Param speeds[] = {
        list("speeds", "Speeds", 0, 1e6).above_low().about("Speed of replica 0, 1, …; 2 serves twice as fast as 1. Empty: all 1."),
    };
    static constexpr Part all[] = {
        {"equal", "Equal", "equal replicas", "All replicas have speed 1.", {}, "fleet"},
        {"some-slow", "Some slow", "some slow replicas", "The first few replicas are slower than the others, whose speed is 1.", some_slow, "fleet"},
        {"speeds", "A list", "speeds from a list", "Speeds one by one; a list that is shorter than the fleet starts over.", speeds, "fleet"},
    };
    return all;
}

Machines::Machines(const Json& config, std::uint64_t n) : capacity_(static_cast<double>(n)) {
    if (config.at("id") == "some-slow") {
        const auto slow = config.at("slow").get<std::uint32_t>();
        const auto factor = config.at("factor").get<double>();
        slowness_.assign(n, 1);
        for (std::uint32_t i = 0; i < slow; ++i) slowness_[i] = factor;
        capacity_ = slow / factor + static_cast<double>(n - slow);
    } else if (config.at("id") == "speeds" && !config.at("speeds").empty()) {
        const Json& speeds = config.at("speeds");
        capacity_ = 0;
        for (std::uint32_t i = 0; i < n; ++i) {
            const auto speed = speeds[i % speeds.size()].get<double>();
            slowness_.push_back(1 / speed);
            capacity_ += speed;
        }
    }
}

void check_machines(const Json& config, std::uint64_t n) {
    if (config.at("id") == "some-slow" && config.at("slow").get<double>() > static_cast<double>(n))
        refuse("machines.slow", {"machines.slow must be at most replicas, which is ", n, "; it is ", config.at("slow").get<std::uint64_t>(), "."});
}

}  // namespace p2c
