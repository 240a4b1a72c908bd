// Bad input: everything is refused while a run is created, in one sentence that names the field.
#include <algorithm>
#include <limits>
#include <string>

#include "../support/refusal.h"

using check::Json;
using check::check_refused;
using check::check_sentence;
using check::Refusal;
using check::refusal;
using p2c::ConfigError;

TEST_CASE("a number out of its range, of the wrong type or not a number is accepted or clamped", "[input]") {
    for (const char* name : {"bins", "replications"})
        for (const char* wrong : {"0", "-1", "1.5", "\"ten\"", "true", "null", "[]", "{}", "1e300"})
            check_refused("bins", "\"" + std::string(name) + "\":" + wrong, name);
    for (const char* wrong : {"0", "-1", "\"ten\"", "true", "null", "[1]", "1e300"})
        check_refused("bins", std::string("\"ballsPerBin\":") + wrong, "ballsPerBin");
    for (const char* name : {"replicas", "workers", "requests", "replications"})
        for (const char* wrong : {"0", "-1", "1.5", "\"ten\"", "false", "null", "[]", "1e300"})
            check_refused("fleet", "\"" + std::string(name) + "\":" + wrong, name);
    for (const char* wrong : {"0", "5e-324", "-0.5", "1e300", "\"high\"", "null"})
        check_refused("fleet", std::string("\"load\":") + wrong, "load");
    for (const char* wrong : {"-0.1", "1", "2", "\"a fifth\""})
        check_refused("fleet", std::string("\"warmup\":") + wrong, "warmup");
    for (const char* wrong : {"-1", "0.5", "9007199254740993", "1e20", "\"lucky\""}) {
        check_refused("bins", std::string("\"seed\":") + wrong, "seed");
        check_refused("fleet", std::string("\"seed\":") + wrong, "seed");
    }
}

TEST_CASE("a parameter inside a part is not checked or is named without its path", "[input]") {
    for (const char* wrong : {"0", "-2", "2.5", "\"two\"", "true"})
        for (const char* experiment : {"bins", "fleet"})
            check_refused(experiment, std::string("\"policy\":{\"id\":\"choices\",\"d\":") + wrong + "}", "policy.d");
    for (const char* wrong : {"-0.1", "1.1", "\"half\""})
        check_refused("bins", std::string("\"policy\":{\"id\":\"one-plus-beta\",\"beta\":") + wrong + "}",
                      "policy.beta");
    check_refused("bins", R"("policy":{"id":"choices","replacement":1})", "policy.replacement");
    check_refused("bins", R"("policy":{"id":"choices","ties":"last"})", "policy.ties");
    check_refused("fleet", R"("policy":{"id":"least","ties":"first-look"})", "policy.ties");
    check_refused("fleet", R"("service":{"id":"exponential","mean":0})", "service.mean");
    check_refused("fleet", R"("service":{"id":"deterministic","mean":-1})", "service.mean");
    check_refused("fleet", R"("service":{"id":"lognormal","sigma":-1})", "service.sigma");
    check_refused("fleet", R"("service":{"id":"lognormal","sigma":1e6})", "service.sigma");
    check_refused("fleet", R"("information":{"signal":"mood"})", "information.signal");
    check_refused("fleet", R"("information":{"signal":3})", "information.signal");
    check_refused("fleet", R"("policy":"choices")", "policy");
    check_refused("fleet", R"("service":[])", "service");
    check_refused("fleet", R"("information":7)", "information");
    check_refused("bins", R"("checkpoints":5)", "checkpoints");
    check_refused("bins", R"("checkpoints":["x"])", "checkpoints[0]");
    check_refused("bins", R"("checkpoints":[1,-1])", "checkpoints[1]");
}

TEST_CASE("more looks than places hang the draw of distinct ones", "[input]") {
    check_refused("bins", R"("bins":4,"policy":{"id":"choices","d":5})", "policy.d");
    check_refused("fleet", R"("replicas":4,"policy":{"id":"choices","d":5})", "policy.d");
    check_refused("fleet", R"("replicas":1,"policy":{"id":"choices","d":2})", "policy.d");
}

TEST_CASE("a key that does not exist is ignored", "[input]") {
    check_refused("bins", R"("bin":100)", "bin");
    check_refused("bins", R"("load":0.5)", "load");
    check_refused("bins", R"("replicas":5)", "replicas");
    check_refused("fleet", R"("ballsPerBin":5)", "ballsPerBin");
    check_refused("fleet", R"("policy":{"id":"random","d":2})", "policy.d");
    check_refused("fleet", R"("policy":{"id":"choices","memory":1})", "policy.memory");
    check_refused("fleet", R"("service":{"id":"exponential","sigma":1})", "service.sigma");
    check_refused("fleet", R"("arrivals":{"id":"poisson","rate":1})", "arrivals.rate");
    check_refused("fleet", R"("information":{"signal":"work","age":1})", "information.age");
}

TEST_CASE("an id that does not exist is taken for the default", "[input]") {
    check_refused(R"({"experiment":"dice"})", "experiment");
    check_refused(R"({"experiment":null})", "experiment");
    check_refused(R"({})", "experiment");
    check_refused("bins", R"("policy":{"id":"best"})", "policy.id");
    check_refused("bins", R"("policy":{"d":2,"id":7})", "policy.id");
    check_refused("fleet", R"("service":{"id":"cauchy"})", "service.id");
    check_refused("fleet", R"("arrivals":{"id":"bus"})", "arrivals.id");
    check_refused("bins", R"("engine":"lazy")", "engine");
    check_refused("fleet", R"("engine":"direct")", "engine");
}

TEST_CASE("text that is not a configuration brings the parser down", "[input]") {
    const std::string deep(1 << 20, '[');
    std::string nested;
    for (int i = 0; i < 100000; ++i) nested += R"({"policy":)";
    for (const std::string& text :
         {std::string(), std::string(" "), std::string("{"), std::string("nonsense"), std::string("[]"),
          std::string("7"), std::string("null"), std::string("\"bins\""),
          std::string("{\"experiment\":\"bins\"} extra"), std::string("\xff\xfe"), std::string(1, '\0'),
          std::string("{\"experiment\":\"bins\",\"bins\":NaN}"),
          std::string("{\"experiment\":\"fleet\",\"load\":Infinity}"),
          std::string("{\"experiment\":\"fleet\",\"load\":-1e999}"),
          std::string("{\"experiment\":\"fleet\",\"load\":1e999}"), deep, nested, deep + std::string(1 << 20, ']'),
          "{\"experiment\":\"bins\",\"bins\":" + deep + std::string(1 << 20, ']') + "}"}) {
        const Refusal found = refusal(text);
        INFO(text.substr(0, 80));
        check_sentence(found);
    }
}

TEST_CASE("of a key that occurs twice one value is lost in silence", "[input]") {
    check_refused(R"({"experiment":"bins","bins":10,"bins":20})", "bins");
    check_refused(R"({"experiment":"bins","policy":{"id":"choices","d":2,"d":3}})", "policy.d");
    check_refused(R"({"experiment":"bins","information":{"noise":{"id":"none"},"freshness":{"id":"batched","balls":2,"balls":3}}})",
                  "information.freshness.balls");
    check_refused(R"({"experiment":"bins","checkpoints":[1,[2],{},{"a":[],"a":1}]})", "checkpoints[3].a");
    check_sentence(refusal("{\"experiment\":\"bins\",\"a\\nb\":1,\"a\\nb\":2}"));
    check_sentence(refusal("{\"" + std::string(5000, 'x') + "\":1,\"" + std::string(5000, 'x') + "\":2}"));
}

TEST_CASE("names that do not exist are echoed without bound or break the line", "[input]") {
    check_sentence(refusal("{\"experiment\":\"bins\",\"" + std::string(5000, 'x') + "\":1}"));
    check_sentence(refusal("{\"experiment\":\"" + std::string(5000, 'x') + "\"}"));
    check_sentence(refusal("{\"experiment\":\"bins\",\"a\\nb\":1}"));
    check_sentence(refusal("{\"experiment\":\"bins\",\"policy\":{\"id\":\"a\\nb\"}}"));
}

TEST_CASE("a run that cannot fit into memory is started, or refused without its size", "[input]") {
    const auto too_large = [](const char* text, const char* field) {
        const Refusal found = refusal(text);
        check_sentence(found);
        CHECK(found.field == field);
        CHECK(found.message.find(" GB") != std::string::npos);
    };
    too_large(R"({"experiment":"bins","bins":1000000000,"ballsPerBin":100,"engine":"direct"})", "bins");
    too_large(R"({"experiment":"fleet","load":10,"requests":1000000000})", "requests");
}

TEST_CASE("a range of replications beyond what the configuration asks for is run", "[input]") {
    const std::string config = R"({"experiment":"bins","bins":4,"ballsPerBin":1,"replications":5})";
    for (const p2c::Range range :
         {p2c::Range{0, 6}, p2c::Range{5, 5}, p2c::Range{5, 0}, p2c::Range{3, 2}, p2c::Range{4294967295u, 0}})
        CHECK_THROWS_AS(p2c::create_run(config, range), ConfigError);
    CHECK_NOTHROW(p2c::create_run(config, {4, 5}));
}

TEST_CASE("an unknown column or parameter of a run is answered with nothing", "[input]") {
    for (const char* experiment : {"bins", "fleet"}) {
        auto run = p2c::create_run(std::string("{\"experiment\":\"") + experiment + "\"}");
        try {
            run->snapshot("colour");
            FAIL_CHECK("accepted");
        } catch (const ConfigError& error) {
            CHECK(error.field == "snapshot");
        }
        CHECK_THROWS_AS(run->set("colour", 1), ConfigError);
    }
    auto fleet = p2c::create_run(R"({"experiment":"fleet"})");
    for (const double wrong :
         {0.0, -1.0, 1e300, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        CHECK_THROWS_AS(fleet->set("load", wrong), ConfigError);
}

TEST_CASE("defaults are not filled in, or a filled in configuration is not accepted back", "[input]") {
    for (const char* experiment : {"bins", "fleet"}) {
        Json config = {{"experiment", experiment}, {"replications", 1}};
        if (config["experiment"] == "fleet") config["requests"] = 1000;
        const Json first = check::run(config);
        const Json& filled = first.at("config");
        CHECK(filled.at("policy").contains("id"));
        CHECK(filled.at("seed") == 1);
        CHECK(check::run(filled).dump() == first.dump());
    }
}
