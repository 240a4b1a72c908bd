// Book-keeping: nothing is lost, nothing is invented, shares and rates are those asked for.
#include <cmath>
#include <random>

#include "../../support/fleet.h"

using namespace check;

namespace {

double sum(const std::vector<double>& values) {
    double total = 0;
    for (double value : values) total += value;
    return total;
}

const std::vector<Json> kPolicies = {random_policy(),  round_robin(), choices(2),
                                     choices(3, true), least(),       one_plus_beta(0.5)};

// Every equation that holds at every moment.
void check_state(const p2c::Run& run, int workers) {
    const auto counts = run.snapshot("counts"), load = run.snapshot("load"), busy = run.snapshot("inService");
    int wrong = 0;
    for (std::size_t i = 0; i < load.size(); ++i) wrong += busy[i] != std::min(load[i], double(workers));
    CHECK(wrong == 0);  // no worker rests while a request waits at its replica
    CHECK(counts[0] == counts[1] + counts[2] + counts[3]);
    CHECK(sum(busy) == counts[2]);
    CHECK(sum(load) == counts[2] + counts[3]);
}

}  // namespace

TEST_CASE("a request is lost or counted twice at some stop", "[fleet]") {
    std::mt19937 budgets(1);
    for (const char* engine : {"lazy", "event-queue"})
        for (const int workers : {1, 3})
            for (const Json& policy : kPolicies) {
                const Json config =
                    fleet(7, 0.9, policy,
                          {{"workers", workers}, {"requests", 3000}, {"replications", 2}, {"engine", engine}});
                INFO(engine << ", " << workers << " workers, " << policy.dump());
                auto run = p2c::create_run(config.dump());
                double arrived = 0;
                do {
                    check_state(*run, workers);
                    arrived = std::max(arrived, run->snapshot("counts")[0]);
                } while (run->step(1 + budgets() % 200));
                CHECK(arrived > 2000);
                CHECK(arrived <= 3000);
            }
}

TEST_CASE("one step dispatches another number of requests than one", "[fleet]") {
    for (const char* engine : {"lazy", "event-queue"}) {
        auto run = p2c::create_run(fleet(5, 0.8, choices(2), {{"engine", engine}}).dump());
        CHECK(run->snapshot("looks").empty());
        int wrong = 0;
        double clock = -1;
        for (int i = 1; i <= 500; ++i) {
            run->step(1);
            const auto looks = run->snapshot("looks");
            wrong += run->snapshot("counts")[0] != i;
            wrong += looks.size() != 3 || (looks[0] != looks[1] && looks[0] != looks[2]) || looks[1] == looks[2];
            const auto now = run->snapshot("clock");
            wrong += !(now[0] > clock) || !(now[2] > now[0]);
            clock = now[0];
        }
        CHECK(wrong == 0);
        CHECK(run->snapshot("clock")[1] == Approx(0.8 * 5));
    }
}

TEST_CASE("Little's law does not hold", "[fleet]") {
    // Mean load per replica = rate per replica × mean latency. Requests in flight at the ends of the measured time,
    // some tens of thousands of times fewer than all, are what is left between the two sides.
    for (const Json& policy : kPolicies)
        for (const int workers : {1, 4}) {
            const Json result =
                run(fleet(16, 0.8, policy, {{"workers", workers}, {"requests", 100000}, {"replications", 2}}));
            INFO(policy.dump() << ", " << workers << " workers");
            CHECK(value(result, "meanLoad") ==
                  Approx(value(result, "realisedRate") / 16 * value(result, "latency.mean")).epsilon(1e-3));
            CHECK(value(result, "utilisation") * workers ==
                  Approx(value(result, "realisedRate") / 16 *
                         (value(result, "latency.mean") - value(result, "wait.mean")))
                      .epsilon(1e-3));
            double tail = 0;
            for (const Json& level : result.at("metrics").at("queueTail")) tail += level.at("value").get<double>();
            CHECK(tail - 1 == Approx(value(result, "meanLoad")).epsilon(1e-9));
        }
}

TEST_CASE("the rate or the load that was asked for is not delivered", "[fleet]") {
    for (const double load : {0.3, 0.9})
        for (const Json& service :
             {Json{{"id", "exponential"}}, lognormal(0.9), deterministic(), Json{{"id", "exponential"}, {"mean", 2.5}}})
            for (const int workers : {1, 2}) {
                const Json found =
                    run(fleet(10, load, choices(2), {{"workers", workers}, {"service", service}, {"requests", 12500}}));
                const double mean = service.value("mean", 1.0), rate = load * 10 * workers / mean;
                INFO("load " << load << ", " << service.dump() << ", " << workers << " workers");
                CHECK(deviation(measure(found, "realisedRate"), rate) < kErrors);
                CHECK(deviation(measure(found, "realisedLoad"), load) < kErrors);
            }
}

TEST_CASE("some replicas get more than their share", "[fleet]") {
    for (const Json& policy : kPolicies) {
        const Json found = run(fleet(8, 0.7, policy, {{"requests", 15000}}));
        double total = 0;
        for (int i = 0; i < 8; ++i) {
            const Estimate share = measure(found, "share." + std::to_string(i));
            INFO(policy.dump() << ", replica " << i);
            CHECK(std::abs(share.mean - 0.125) <= kErrors * share.error + 1e-12);
            total += share.mean;
        }
        CHECK(total == Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("least of all by lowest index does not overload the first replica", "[fleet]") {
    // Nearly empty fleet of 10 at load .1: the first takes all that find it idle, 1/(1 + 10·.1) = .5; at random .1
    // each.
    const auto shares = [](const char* ties) {
        return measure(run(fleet(10, 0.1, least(ties), {{"requests", 10000}})), "share.0");
    };
    // Replica 0 is idle or busy whatever the others do: exactly M/M/1/1 while another is idle, which at load .1 is
    // always but for 1e-7.
    CHECK(deviation(shares("first-index"), 0.5) < kErrors);
    CHECK(deviation(shares("random"), 0.1) < kErrors);
}

TEST_CASE("ties by lowest index of two looks are not biased as they must be", "[fleet]") {
    // All but empty: replica i of 10 gets 2(9 − i)/90 with the lower index on ties.
    const auto shares = [](const char* ties) {
        return run(fleet(10, 1e-4, choices(2, false, ties), {{"requests", 10000}}));
    };
    const Json biased = shares("first-index"), fair = shares("random");
    for (int i = 0; i < 10; ++i) {
        const Estimate low = measure(biased, "share." + std::to_string(i)),
                       even = measure(fair, "share." + std::to_string(i));
        INFO("replica " << i);
        // One arrival in 10,000 meets a busy replica.
        CHECK(std::abs(low.mean - 2 * (9 - i) / 90.0) <= kErrors * low.error + 2e-4);
        CHECK(deviation(even, 0.1) < kErrors);
    }
}

TEST_CASE("a policy reads another number of replicas than it says", "[fleet]") {
    const auto probes = [](const Json& policy) {
        return value(run(fleet(20, 0.5, policy, {{"requests", 20000}, {"replications", 2}})), "probesPerRequest");
    };
    for (int d : {1, 2, 3, 4, 20}) CHECK(probes(choices(d)) == d);
    CHECK(probes(choices(3, true)) == 3);
    CHECK(probes(least()) == 20);
    CHECK(probes(random_policy()) == 0);
    CHECK(probes(round_robin()) == 0);
    CHECK(std::abs(probes(one_plus_beta(0.3)) - 1.3) < kErrors * std::sqrt(0.21 / 32000));
}

TEST_CASE("wait and latency are not a size apart", "[fleet]") {
    for (const Json& policy : kPolicies) {
        const Json result =
            run(fleet(6, 0.7, policy, {{"service", deterministic()}, {"requests", 20000}, {"replications", 3}}));
        CHECK(value(result, "latency.mean") == Approx(value(result, "wait.mean") + 1).epsilon(1e-9));
        CHECK(value(result, "latency.max") == Approx(value(result, "wait.max") + 1).epsilon(1e-9));
        CHECK(value(result, "serviceMedian") == 1);
        CHECK(value(result, "wait.p50") <= value(result, "wait.p90"));
        CHECK(value(result, "wait.p999") <= value(result, "wait.max"));
    }
}

TEST_CASE("one replica is not the same under every policy", "[fleet]") {
    const auto figures_of = [](const Json& policy) {
        Json result = run(fleet(1, 0.8, policy, {{"requests", 5000}, {"replications", 3}}));
        result["metrics"].erase("probesPerRequest");
        return figures(result);
    };
    const std::string random = figures_of(random_policy());
    for (const Json& policy : {round_robin(), choices(1), choices(2, true), choices(5, true), least(),
                               least("first-index"), one_plus_beta(0)})
        CHECK(figures_of(policy) == random);
}

TEST_CASE("one look is not random dispatch, request for request", "[fleet]") {
    const auto figures_of = [](const Json& policy) {
        Json result = run(fleet(9, 0.8, policy, {{"requests", 5000}, {"replications", 3}}));
        result["metrics"].erase("probesPerRequest");
        return figures(result);
    };
    CHECK(figures_of(choices(1)) == figures_of(random_policy()));
    CHECK(figures_of(one_plus_beta(0)) == figures_of(random_policy()));
    CHECK(figures_of(one_plus_beta(1)) == figures_of(choices(2)));
    CHECK(figures_of(choices(2)) != figures_of(random_policy()));
}

TEST_CASE("arrivals are not a Poisson process", "[fleet]") {
    auto run = p2c::create_run(fleet(4, 0.5, random_policy(), {{"requests", 100000}}).dump());
    std::vector<double> gaps;
    double before = run->snapshot("clock")[2];
    for (int i = 0; i < 20000; ++i) {
        run->step(1);
        const double next = run->snapshot("clock")[2];
        gaps.push_back((next - before) * 0.5 * 4);
        before = next;
    }
    CHECK(fit_continuous(gaps, [](double x) { return 1 - std::exp(-x); }) > kAlarm);
    // The coefficient of variation of N exponential gaps is 1 ± 1/√N, and neighbours are uncorrelated to 1/√N.
    const Estimate mean = estimate(gaps);
    const double n = double(gaps.size());
    CHECK(std::abs(mean.error * std::sqrt(n) / mean.mean - 1) < kErrors / std::sqrt(n));
    double product = 0;
    for (std::size_t i = 1; i < gaps.size(); ++i) product += (gaps[i] - mean.mean) * (gaps[i - 1] - mean.mean);
    CHECK(std::abs(product / (n * n * mean.error * mean.error)) < kErrors / std::sqrt(n));
}
