// Runs whose length is found by running: which stages there are, when they end, and that nothing else changes.
#include "../support/fleet.h"
#include "../support/refusal.h"

using namespace check;

namespace {

Json automatic(const Json& more = Json::object()) {
    return with({{"experiment", "fleet"}, {"replicas", 8}, {"load", 0.8}, {"requests", "auto"}, {"replications", 5}, {"seed", 4}}, more);
}

Json precision(double relative, double cap = 1e7, const char* metric = "wait.mean") {
    return {{"precision", {{"metric", metric}, {"relative", relative}, {"cap", cap}}}};
}

/// Half the interval over the value.
double width(const Json& result, const std::string& path) {
    const Json& m = metric(result, path);
    return (m.at("high").get<double>() - m.at("low").get<double>()) / 2 / m.at("value").get<double>();
}

}  // namespace

TEST_CASE("an automatic run ends before its interval is narrow enough, or later than it must", "[stages]") {
    for (const char* name : {"wait.mean", "wait.p99", "latency.p50"})
        for (const double asked : {0.2, 0.03, 0.01}) {
            const Json found = run(automatic(precision(asked, 1e7, name)));
            const Json& note = found.at("auto");
            INFO(name << " " << note.dump());
            CHECK(note.at("met") == true);
            CHECK(note.at("reached").get<double>() == width(found, name));
            CHECK(width(found, name) <= asked);
            CHECK_FALSE(warns(found, "run-too-short"));
            const Json& stages = note.at("stages");
            CHECK(stages.back() == found.at("config").at("requests"));
            for (std::size_t k = 0; k < stages.size(); ++k) CHECK(stages[k] == 25000 << k);
            // One stage less was not enough.
            if (stages.size() == 1) continue;
            const Json before = run(automatic(with(precision(asked, 1e7, name), {{"requests", stages[stages.size() - 2]}})));
            CHECK((width(before, name) > asked || warns(before, "run-too-short") || metric(before, name).contains("flag")));
        }
}

TEST_CASE("an automatic run is not the run of the length that it finds", "[stages]") {
    Json found = run(automatic(precision(0.03)));
    const Json same = run(automatic(with(precision(0.03), {{"requests", found.at("config").at("requests")}})));
    found.erase("auto");
    CHECK(found == same);
}

TEST_CASE("an automatic run depends on its steps or on who drives the stages", "[stages]") {
    const Json config = automatic(precision(0.03));
    const std::string text = run_text(config);
    CHECK(run_text(config, {}, 777) == text);
    std::string result;
    for (;;) {
        const p2c::Stage stage = p2c::next_stage(config.dump(), result);
        CHECK(stage.from <= stage.to);
        CHECK(stage.to <= 1);
        if (stage.config.empty()) {
            result = stage.result;
            break;
        }
        const Json next = Json::parse(stage.config);
        result = p2c::merge({run_text(next, {0, 2}), run_text(next, {2, 5})});
    }
    CHECK(result == text);
    const Json plain = automatic({{"requests", 1000}});
    CHECK(Json::parse(p2c::next_stage(plain.dump(), "").config) == plain);
    CHECK(p2c::next_stage(plain.dump(), run_text(plain)).result == run_text(plain));
}

TEST_CASE("an automatic run never ends", "[stages]") {
    const Json capped = run(automatic(precision(1e-6, 60000)));
    CHECK(capped.at("auto").at("met") == false);
    CHECK(capped.at("auto").at("stages") == Json({25000, 50000, 60000}));
    const Json hopeless = run(automatic(with(precision(0.02), {{"load", 1.2}})));
    CHECK(hopeless.at("auto").at("met") == false);
    CHECK(hopeless.at("auto").at("reached").is_null());
    CHECK(hopeless.at("auto").at("stages").size() == 1);
}

TEST_CASE("an automatic run of some replications, or of one, is not refused in a sentence", "[stages]") {
    check_refused(automatic({{"replications", 1}}).dump(), "replications");
    check_refused(automatic({{"requests", "all"}}).dump(), "requests");
    check_refused(automatic(precision(0)).dump(), "precision.relative");
    CHECK_THROWS_AS(p2c::create_run(automatic().dump(), {0, 2}), p2c::ConfigError);
}
