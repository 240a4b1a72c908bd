// Golden scenarios: fingerprints that every build, native or wasm, optimised or not, must give.
#include "../support/black_box.h"
#include "../support/catch.h"

TEST_CASE("a golden scenario's numbers changed", "[golden]") {
    const check::Json scenarios = check::reference("golden/scenarios.json");
    CHECK(scenarios.size() >= 20);
    for (const auto& [name, scenario] : scenarios.items()) {
        INFO(name << ": an unwanted change is a bug; a wanted one is written by scripts/golden and stated");
        CHECK(check::run(scenario.at("config")).at("fingerprint") == scenario.at("fingerprint"));
    }
}
