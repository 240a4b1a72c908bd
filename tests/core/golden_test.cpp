// Golden scenarios: fingerprints that every build, native or wasm, optimised or not, must give.
#include <algorithm>

#include "../support/black_box.h"
#include "../support/catch.h"

namespace {

using check::Json;

/// Calls f with the path and the family of every part among these parameters.
template <class F>
void each_part(const Json& params, const std::string& path, F f) {
    for (const Json& param : params) {
        const std::string here = path + "/" + param.at("name").get<std::string>();
        if (param.at("kind") == "part" || param.at("kind") == "parts") f(Json::json_pointer(here), param.at("family").get<std::string>());
        if (param.at("kind") == "group") each_part(param.at("params"), here, f);
    }
}

/// Whether some scenario of this experiment runs the part; a part that is not named is the default.
bool covered(const Json& scenarios, const Json& experiment, const Json::json_pointer& path, const Json& part) {
    for (const auto& [name, scenario] : scenarios.items()) {
        if (scenario.at("config").at("experiment") != experiment) continue;
        const Json config = Json::parse(p2c::create_run(scenario.at("config").dump())->result()).at("config");
        const Json& value = config.at(path);
        const auto is_it = [&part](const Json& one) { return one.at("id") == part; };
        if (value.is_array() ? std::any_of(value.begin(), value.end(), is_it) : is_it(value)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a process, law or scheme has no golden scenario", "[golden]") {
    const Json catalogue = Json::parse(p2c::catalogue());
    const Json& scenarios = check::reference("golden/scenarios.json");
    for (const Json& experiment : catalogue.at("experiments")) {
        const Json& id = experiment.at("id");
        each_part(experiment.at("params"), "", [&](const Json::json_pointer& path, const std::string& family) {
            for (const Json& part : catalogue.at("families").at(family)) {
                const Json in = part.value("experiments", Json::array({id}));
                if (std::find(in.begin(), in.end(), id) == in.end()) continue;
                INFO(id << ", " << path.to_string() << ": " << part.at("id"));
                CHECK(covered(scenarios, id, path, part.at("id")));
            }
        });
    }
}

TEST_CASE("a golden scenario's numbers changed", "[golden]") {
    const check::Json scenarios = check::reference("golden/scenarios.json");
    CHECK(scenarios.size() >= 20);
    for (const auto& [name, scenario] : scenarios.items()) {
        INFO(name << ": an unwanted change is a bug; a wanted one is written by scripts/golden and stated");
        CHECK(check::run(scenario.at("config")).at("fingerprint") == scenario.at("fingerprint"));
    }
}
