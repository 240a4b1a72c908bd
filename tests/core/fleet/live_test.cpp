// Live runs: driven by model time, load changed while queues live on.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

TEST_CASE("a live run's clock is not the time that was asked for", "[fleet]") {
    for (const char* engine : {"lazy", "event-queue"}) {
        auto run = p2c::create_run(fleet(16, 0.8, choices(2), {{"engine", engine}, {"requests", 1000}}).dump());
        double arrived = 0;
        for (double time = 0.25; time < 200; time += 0.25) {
            CHECK(run->advance_to(time));
            const auto clock = run->snapshot("clock");
            const auto counts = run->snapshot("counts");
            if (clock[0] != time || !(clock[2] > time) || counts[0] < arrived ||
                counts[0] != counts[1] + counts[2] + counts[3]) {
                FAIL_CHECK("at time " << time);
                break;
            }
            arrived = counts[0];
        }
        CHECK(std::abs(arrived - 0.8 * 16 * 199.75) <
              kErrors * std::sqrt(0.8 * 16 * 199.75));  // past the 1,000 of the configuration
        const Json result = Json::parse(run->result());
        CHECK(result.at("live") == true);
        CHECK_FALSE(result.contains("fingerprint"));
    }
}

TEST_CASE("a live run depends on how often it is looked at", "[fleet]") {
    const std::string config = fleet(5, 0.9, choices(2)).dump();
    auto often = p2c::create_run(config), once = p2c::create_run(config),
         other = p2c::create_run(with(Json::parse(config), {{"engine", "event-queue"}}).dump());
    for (int i = 1; i <= 1000; ++i) often->advance_to(i * 0.1);
    once->advance_to(100.0);
    other->advance_to(100.0);
    for (const char* name : {"load", "inService", "counts", "looks"}) {
        CHECK(often->snapshot(name) == once->snapshot(name));
        CHECK(often->snapshot(name) == other->snapshot(name));
    }
}

TEST_CASE("changing the load of a live run empties its queues or is not felt", "[fleet]") {
    auto run = p2c::create_run(fleet(10, 0.9, random_policy()).dump());
    run->advance_to(500);
    const auto before = run->snapshot("load");
    run->set("load", 0.2);
    CHECK(run->snapshot("load") == before);
    CHECK(Json::parse(run->result()).at("config").at("load") == 0.2);
    CHECK(run->snapshot("clock")[1] == Approx(2));
    const double arrived = run->snapshot("counts")[0];
    run->advance_to(1500);
    CHECK(std::abs(run->snapshot("counts")[0] - arrived - 2000) < kErrors * std::sqrt(2000.0));
    // After 1,000 mean sizes at .2 the queues of .9 are gone: mean load .25, standard deviation .6 each.
    double sum = 0;
    for (double load : run->snapshot("load")) sum += load;
    CHECK(sum / 10 < 0.25 + kErrors * 0.6 / std::sqrt(10.0));
}

TEST_CASE("a settled live run is off the exact wait, or an unsettled one shows a figure", "[fleet]") {
    auto run = p2c::create_run(fleet(20, 0.5, random_policy()).dump());
    run->advance_to(1);
    const Json early = Json::parse(run->result());
    CHECK(early.at("metrics").at("wait").at("p99").at("value").is_null());
    CHECK(early.at("settled") == false);
    for (int i = 1; i <= 300; ++i) run->advance_to(i * 10.0);
    const Json late = Json::parse(run->result());
    CHECK(late.at("settled") == true);
    CHECK(late.at("covered").get<double>() == Approx(3000 * std::pow(1 - std::sqrt(0.5), 2)).epsilon(0.02));
    // M/M/1 at .5: the 90th percentile of the wait is 2 ln 5. A 95 % interval is 1.96 standard errors or a little more
    // to each side, so twice its half width is about 4 errors.
    const Json& wait = late.at("metrics").at("wait").at("p90");
    const double half = (wait.at("high").get<double>() - wait.at("low").get<double>()) / 2;
    CHECK(half > 0);
    CHECK(std::abs(wait.at("value").get<double>() - 2 * std::log(5.0)) < 2.1 * half);
}

TEST_CASE("means of a live run are off the exact ones, or hold what came before the load changed", "[fleet]") {
    for (const char* engine : {"lazy", "event-queue"}) {
        INFO(engine);
        auto run = p2c::create_run(fleet(20, 0.9, random_policy(), {{"engine", engine}, {"service", {{"id", "exponential"}, {"mean", 3}}}}).dump());
        const auto metrics = [&] { return Json::parse(run->result()).at("metrics"); };
        run->advance_to(300);
        run->set("load", 0.5);
        const Json none = metrics();
        CHECK(none.at("wait").at("mean").at("reason") == "few-samples");
        run->advance_to(600);  // what was queued at .9 leaves
        run->set("load", 0.5);
        run->advance_to(610);
        CHECK(metrics().at("wait").at("mean").at("low").is_null());  // not yet eight batches
        for (int i = 1; i <= 300; ++i) run->advance_to(600 + i * 30.0);
        // M/M/1 at .5, sizes of mean 3: waits of mean 3, latencies of mean 6; a half width is 1.96 errors or a little more.
        const Json late = metrics();
        for (const auto& [name, exact] : {std::pair{"wait", 3.0}, std::pair{"latency", 6.0}}) {
            const Json& mean = late.at(name).at("mean");
            const double half = (mean.at("high").get<double>() - mean.at("low").get<double>()) / 2;
            INFO(name << ": " << mean.dump());
            CHECK(half > 0);
            CHECK(half < 0.1 * exact);
            CHECK(std::abs(mean.at("value").get<double>() - exact) < 2.1 * half);
        }
    }
}

TEST_CASE("bins claim to have a clock", "[bins]") {
    auto run = p2c::create_run(R"({"experiment":"bins","bins":4})");
    CHECK_FALSE(run->advance_to(1));
}
