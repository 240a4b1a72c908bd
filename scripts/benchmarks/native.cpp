// Nanoseconds per ball or request of the configurations on standard input (a JSON array of {"config", …}), natively:
// processor time, the best of several passes. Usage: p2c_bench PASSES < cases.json
#include <ctime>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "lab.h"

namespace {

double seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double units(const nlohmann::json& config) {
    if (config.at("experiment") == "bins") return config.at("bins").get<double>() * config.at("ballsPerBin").get<double>();
    return config.at("requests").get<double>();
}

double nanoseconds(const nlohmann::json& config, int passes) {
    double best = 1e300;
    for (int i = 0; i < passes; ++i) {
        const auto run = p2c::create_run(config.dump());
        const double start = seconds();
        while (run->step(100000)) {
        }
        best = std::min(best, seconds() - start);
    }
    return 1e9 * best / units(config);
}

}  // namespace

int main(int, char** arguments) {
    const int passes = std::max(1, std::atoi(arguments[1]));
    const auto cases = nlohmann::json::parse(std::string(std::istreambuf_iterator<char>(std::cin), {}));
    nlohmann::json out = nlohmann::json::array();
    for (const auto& bench : cases) out.push_back(nanoseconds(bench.at("config"), passes));
    std::cout << out.dump() << "\n";
}
