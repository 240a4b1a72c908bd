// A run from its start to its end, and how busy each replica is.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

Json through(const Json& config) { return run(config).at("series").at("throughRun"); }

}  // namespace

TEST_CASE("the stretches of a run do not add up to the run", "[fleet]") {
    // 3,000 requests in 7 stretches: 429 or 428 each; nothing is discarded, so that all of them are the run.
    const Json losing = {{"queues", {{"id", "bounded"}, {"waiting", 2}}}};
    for (const char* engine : {"lazy", "event-queue"})
        for (const Json& more : {Json::object(), losing}) {
            const Json config = with(fleet(6, 0.9, choices(2), {{"requests", 3000}, {"replications", 1}, {"warmup", 0}, {"series", 7}, {"engine", engine}}), more);
            const Json result = run(config);
            const Json& series = result.at("series").at("throughRun");
            double waits = 0, latencies = 0, lost = 0, served = 0;
            for (std::size_t s = 0; s < 7; ++s) {
                const double from = series.at("first").at(s), to = s < 6 ? series.at("first").at(s + 1).get<double>() : 3000;
                CHECK(from == std::ceil(double(s) * 3000 / 7));
                const double dropped = series.at("dropped").at("value").at(s).get<double>() * (to - from);
                lost += dropped;
                served += to - from - dropped;
                waits += series.at("wait").at("value").at(s).get<double>() * (to - from - dropped);
                latencies += series.at("latency").at("value").at(s).get<double>() * (to - from - dropped);
            }
            CHECK(waits / served == Approx(value(result, "wait.mean")).epsilon(1e-12));
            CHECK(latencies / served == Approx(value(result, "latency.mean")).epsilon(1e-12));
            CHECK(lost / 3000 == Approx(value(result, "dropped")).margin(1e-12));
        }
}

TEST_CASE("one stretch is not the run, or stretches change what they show", "[fleet]") {
    const Json config = fleet(6, 0.9, choices(2), {{"requests", 3000}, {"replications", 2}, {"warmup", 0}});
    const Json whole = run(config), one = run(with(config, {{"series", 1}}));
    CHECK(one.at("metrics") == whole.at("metrics"));
    CHECK_FALSE(whole.at("series").contains("throughRun"));
    // From time 0 rather than the first arrival.
    CHECK(one.at("series").at("throughRun").at("meanLoad").at("value").at(0).get<double>() == Approx(value(one, "meanLoad")).epsilon(1e-3));
    const Json cut = with(config, {{"warmup", 0.3}, {"series", 11}});
    CHECK(run(cut).at("metrics") == run(with(cut, {{"series", 0}})).at("metrics"));
    // Chunks, engines and what dispatchers see it through leave it as it is.
    const std::string text = run_text(cut);
    CHECK(run_text(cut, {}, 17) == text);
    const auto figures_of = [&](const Json& more) { return figures(run(with(cut, more))); };
    CHECK(figures_of({{"engine", "event-queue"}}) == figures_of(Json::object()));
    // Two shards make the bits of one run.
    CHECK(p2c::merge({run_text(cut, {0, 1}), run_text(cut, {1, 2})}) == text);
}

TEST_CASE("a run that starts empty does not show it", "[fleet]") {
    // M/M/1 at .9: the first twentieth waits less than the last half, and the load of every stretch is what comes of it.
    const Json config = fleet(64, 0.9, random_policy(), {{"requests", 64000}, {"replications", 10}, {"warmup", 0}, {"series", 20}});
    const Json result = run(config);
    const Json& series = result.at("series").at("throughRun");
    CHECK(series.at("wait").at("high").at(0).get<double>() < series.at("wait").at("low").at(19).get<double>());
    CHECK(series.at("meanLoad").at("high").at(0).get<double>() < series.at("meanLoad").at("low").at(19).get<double>());
    CHECK(series.at("warmup") == 0);
}

TEST_CASE("a warm-up that is not over is not named, or one that is over is", "[fleet]") {
    // A quarter of what is kept differs more clearly than a half, where the run is long enough otherwise.
    const Json config = fleet(64, 0.8, random_policy(), {{"requests", 64000}, {"replications", 20}, {"warmup", 0}, {"series", 20}});
    CHECK((warns(run(config), "warmup-not-over") || warns(run(config), "run-too-short")));
    CHECK_FALSE(warns(run(with(config, {{"warmup", 0.4}})), "warmup-not-over"));
    CHECK_FALSE(warns(run(with(config, {{"series", 0}})), "warmup-not-over"));
}

TEST_CASE("a replica is busier than its load", "[fleet]") {
    for (const int workers : {1, 3}) {
        const Json config = fleet(5, 0.6, random_policy(), {{"workers", workers}, {"requests", 40000}, {"replications", 10}});
        const Json result = run(config);
        double sum = 0;
        for (int i = 0; i < 5; ++i) {
            const Estimate found = measure(result, "replicaUtilisation." + std::to_string(i));
            INFO(workers << " workers, replica " << i << ": " << found.mean << " +- " << found.error);
            CHECK(deviation(found, 0.6) < kErrors);
            sum += found.mean;
        }
        CHECK(sum / 5 == Approx(value(result, "utilisation")).epsilon(1e-11));
    }
    // At random a replica of half the speed is twice as busy, and a small window cuts services at both of its ends.
    for (const double warmup : {0.2, 0.99}) {
        const Json slow = fleet(4, 0.5, random_policy(), {{"warmup", warmup}, {"requests", 4000}, {"replications", 3}, {"workers", 2}, {"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 2}}}});
        const Json lazy = run(slow);
        CHECK(figures(lazy) == figures(run(with(slow, {{"engine", "event-queue"}}))));
        CHECK(lazy.at("metrics").at("replicaUtilisation") == run(with(slow, {{"information", {{"jitter", 1e-9}}}})).at("metrics").at("replicaUtilisation"));
        double sum = 0;
        for (int i = 0; i < 4; ++i) sum += value(lazy, "replicaUtilisation." + std::to_string(i));
        CHECK(sum / 4 == Approx(value(lazy, "utilisation")).epsilon(1e-11));
        if (warmup < 0.5) CHECK(value(lazy, "replicaUtilisation.0") > 1.7 * value(lazy, "replicaUtilisation.1"));
    }
}
