// Nanoseconds per ball or request of the configurations on standard input (a JSON array of {"config", "most", "calls", …}), natively:
// processor time, the best of several passes. A case without a configuration is the yardstick. Usage: p2c_bench PASSES < cases.json
#include <ctime>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lab.h"
#include "yardstick.h"

namespace {

double seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Balls or requests of a pass; `most` ends it early.
double units(const nlohmann::json& bench) {
    const auto& config = bench.at("config");
    const double runs = config.at("replications");
    const double one = config.at("experiment") == "bins" ? config.at("bins").get<double>() * config.at("ballsPerBin").get<double>()
                                                         : config.at("requests").get<double>();
    return std::min(runs * one, bench.value("most", 1e300));
}

double nanoseconds(const nlohmann::json& bench, int passes) {
    const double all = units(bench), chunk = std::max(1e5, all / 256);
    double best = 1e300;
    for (int i = 0; i < passes; ++i) {
        const auto run = p2c::create_run(bench.at("config").dump());
        const double start = seconds();
        for (double done = chunk; run->step(chunk) && done < all; done += chunk) {
        }
        best = std::min(best, seconds() - start);
    }
    return 1e9 * best / all / bench.value("calls", 1.0);
}

volatile std::uint32_t fullest;  // somebody has to want it

double yardstick_nanoseconds(int passes) {
    constexpr std::uint64_t balls = 3'000'000;
    double best = 1e300;
    for (int i = 0; i < passes; ++i) {
        const double start = seconds();
        fullest = yardstick::throw_balls(balls);
        best = std::min(best, seconds() - start);
    }
    return 1e9 * best / balls;
}

}  // namespace

int main(int, char** arguments) {
    const int passes = std::max(1, std::atoi(arguments[1]));
    const auto cases = nlohmann::json::parse(std::string(std::istreambuf_iterator<char>(std::cin), {}));
    nlohmann::json out = nlohmann::json::array();
    for (const auto& bench : cases) out.push_back(bench.contains("config") ? nanoseconds(bench, passes) : yardstick_nanoseconds(passes));
    std::cout << out.dump() << "\n";
}
