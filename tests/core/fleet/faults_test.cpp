// Replicas that fail, stall or turn slow, clients that try again or give up: exact shares and waits.
#include <cmath>

#include "../../support/fleet.h"
#include "model/policies.h"

using namespace check;

namespace {

Json failing(int replicas, double share, double takes = 0.1) { return {{"fault", {{"id", "failing"}, {"replicas", replicas}, {"probability", share}, {"takes", takes}}}}; }
Json again(int attempts) { return {{"retry", {{"id", "again"}, {"attempts", attempts}}}}; }
Json patience(double time, bool cancels) { return {{"patience", {{"id", "after"}, {"time", time}, {"cancels", cancels}}}}; }

}  // namespace

TEST_CASE("retries leave another share failed than that of failures in a row", "[fleet][faults]") {
    for (const int attempts : {2, 4}) {
        const Json result = run(brief(8, 0.5, random_policy(), with(failing(8, 0.5), again(attempts))));
        close(result, "failed", std::pow(0.5, attempts));
        close(result, "extraCalls", 1 - std::pow(0.5, attempts - 1));
    }
    const Json once = run(brief(8, 0.5, random_policy(), failing(8, 0.3)));
    close(once, "failed", 0.3);
    CHECK(value(once, "extraCalls") == 0);
    CHECK(metric(once, "latencyAll.p90").at("reason") == "lost");
}

TEST_CASE("a request that tries until it finds room tries another number of times", "[fleet][faults]") {
    // A share of 100 replicas has no room; a try looks at two, and fails if neither has (Brooker 2024): 1/(1 − C(b, 2)/C(100, 2)) tries.
    struct Room {
        std::uint32_t busy;
        double load(std::uint32_t i) const { return i < busy; }
    };
    for (const auto& [busy, tries] : {std::pair(50U, 1.3289), std::pair(95U, 10.206)}) {
        const double exact = 1 / (1 - busy * (busy - 1) / (100.0 * 99));
        CHECK(exact == Approx(tries).epsilon(1e-4));
        p2c::Choices two(Json{{"id", "choices"}, {"d", 2}, {"replacement", false}, {"ties", "random"}});
        Room view{busy};
        std::vector<double> found;
        for (std::uint64_t request = 0; request < 20000; ++request) {
            std::uint32_t call = 0, replica = 0;
            do {
                p2c::Draws draws = call == 0 ? p2c::Draws(7, 0, 100) : p2c::Draws(7, 0, 100, call);
                draws.seek(request);
                replica = two.choose(view, draws);
                ++call;
            } while (replica < busy);
            found.push_back(call);
        }
        const Estimate mean = estimate(found);
        INFO(mean.mean << " +- " << mean.error << " tries, exact " << exact);
        CHECK(deviation(mean, exact) < kErrors);
    }
}

TEST_CASE("a budget of a tenth is something less", "[fleet][faults]") {
    // Ten requests earn one token, exactly; the bucket of one starts full.
    const Json result = run(brief(64, 0.2, random_policy(), {{"hedge", {{"id", "after-time"}, {"after", 0}}}, {"budget", {{"id", "share"}, {"share", 0.1}, {"burst", 1}}}}));
    CHECK(value(result, "hedged") == Approx(0.1).epsilon(1e-9));
}

TEST_CASE("a run in which nobody is answered has waits, one that piles up alike every time has a steady state", "[fleet][faults]") {
    const Json nobody = run(brief(4, 0.3, random_policy(), with(failing(4, 1), {{"requests", 500}})));
    CHECK(metric(nobody, "latency.p99").at("reason") == "lost");
    CHECK(value(nobody, "failed") == 1);
    CHECK(warns(run(brief(4, 0.5, random_policy(), {{"requests", 2000}, {"replications", 4}, {"fault", {{"id", "all-slow"}, {"factor", 1000000}, {"from", 0}, {"to", 1}}}})), "no-steady-state"));
}

TEST_CASE("a budget lets more retries pass than it holds", "[fleet][faults]") {
    const Json result = run(brief(8, 0.5, random_policy(), with(with(failing(8, 0.5), again(4)), {{"budget", {{"id", "share"}, {"share", 0.1}, {"burst", 100}}}})));
    // 32,000 kept requests earn a tenth each; what the bucket holds when they begin and end is 0 to 100.
    CHECK(std::abs(value(result, "extraCalls") - 0.1) <= 100 / 32000.0);
}

TEST_CASE("clients that give up unheard are another share than that of long latencies", "[fleet][faults]") {
    // Nobody else notices: M/M/1's latency is exponential with rate 1 − ρ.
    close(run(brief(8, 0.8, random_policy(), patience(10, false))), "abandoned", std::exp(-0.2 * 10));
}

TEST_CASE("clients that are heard giving up are another share than the cut M/M/1 has", "[fleet][faults]") {
    // What is left of the work never exceeds the deadline D. Below it the density is that of M/M/1, λ π e^(−(1 − λ)x) beside the mass π
    // at 0, so that π = 1/(1 + λ(1 − e)/(1 − λ)) with e = e^(−(1 − λ)D), and who finds w and needs more than D − w gives up: π e.
    for (const double load : {0.7, 0.9, 1.5}) {
        const double e = std::exp(-(1 - load) * 5);
        const double exact = e / (1 + load * (1 - e) / (1 - load));
        const Json result = run(brief(8, load, random_policy(), patience(5, true)));
        close(result, "abandoned", exact);
        CHECK_FALSE(warns(result, "no-steady-state"));
    }
}

TEST_CASE("stalls add another wait than their moments say", "[fleet][faults]") {
    const double p = 0.02, a = 5, b = 15, load = 0.6;
    const Json result = run(brief(8, load, random_policy(), {{"fault", {{"id", "stalls"}, {"probability", p}, {"shortest", a}, {"longest", b}}}}));
    const double stall = p * (a + b) / 2, square = p * (a * a + a * b + b * b) / 3;
    const double mean = 1 + stall, second = 2 + 2 * stall + square;
    close(result, "wait.mean", load * second / (2 * (1 - load * mean)));
    close(result, "utilisation", load * mean);
}

TEST_CASE("a second call spares a request the stall that is its own", "[fleet][faults]") {
    const auto p99 = [](const char* of) {
        return value(run(brief(64, 0.3, choices(2), {{"fault", {{"id", "stalls"}, {"probability", 0.03}, {"shortest", 50}, {"longest", 50}, {"of", of}}},
                                                     {"hedge", {{"id", "after-time"}, {"after", 6}}}, {"requests", 50000}, {"replications", 4}})),
                     "latency.p99");
    };
    CHECK(p99("call") < 20);
    CHECK(p99("request") > 50);
}

TEST_CASE("a replica that is slow all the time is not a slow replica", "[fleet][faults]") {
    for (const Json& policy : {random_policy(), choices(2), least()}) {
        // The load of the one is taken on a slower fleet, so that the rates are set alike.
        const Json more = {{"requests", 3000}, {"replications", 2}};
        const Json fault = run(with(brief(5, 0.2, policy, more), {{"fault", {{"id", "slow"}, {"replicas", 1}, {"factor", 4}, {"from", 0}, {"to", 1}}}}));
        const Json slow = run(with(brief(5, 0.2 * 5 / 4.25, policy, more), {{"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 4}}}, {"retry", {{"id", "again"}}}}));
        CHECK(fault.at("metrics").at("wait") == slow.at("metrics").at("wait"));
        CHECK(fault.at("metrics").at("share") == slow.at("metrics").at("share"));
    }
}

TEST_CASE("a fault that does nothing changes a path", "[fleet][faults]") {
    for (const Json& policy : {random_policy(), choices(2), Json{{"id", "memory"}}, Json{{"id", "sticky"}}})
        for (const Json& more : {failing(4, 0), failing(0, 1), Json{{"fault", {{"id", "slow"}, {"factor", 1}}}}, Json{{"fault", {{"id", "slow"}, {"from", 1}, {"to", 1}}}},
                                 Json{{"fault", {{"id", "stalls"}, {"probability", 0}}}}, Json{{"fault", {{"id", "all-slow"}, {"factor", 1}}}}, again(3), patience(1e9, true)}) {
            INFO(policy.dump() << more.dump());
            const Json config = brief(8, 0.8, policy, {{"requests", 3000}, {"replications", 2}});
            CHECK(run(config).at("metrics").at("latency") == run(with(config, more)).at("metrics").at("latency"));
        }
}

TEST_CASE("what fails fast does not draw traffic", "[fleet][faults]") {
    // Half of its requests fail in a tenth of a mean service: to who counts requests in flight it looks idle.
    const Json result = run(brief(10, 0.7, choices(2), failing(1, 0.5)));
    const Estimate share = measure(result, "share.0");
    CHECK(share.mean - kErrors * share.error > 0.1);
    close(result, "failed", share.mean / 2, share.error);
}

TEST_CASE("what is wrong with a resilience setting is not said", "[fleet][faults][input]") {
    const auto refused = [](const Json& policy, const Json& more) -> std::string {
        try {
            p2c::check(with(brief(8, 0.5, policy), more).dump());
        } catch (const p2c::ConfigError& error) {
            return error.field;
        }
        return {};
    };
    const Json hedge = {{"hedge", {{"id", "after-time"}}}};
    CHECK(refused(random_policy(), hedge).empty());
    CHECK(refused(random_policy(), with(hedge, {{"replicas", 1}})) == "hedge.id");
    CHECK(refused(random_policy(), with(hedge, {{"replicas", 2}, {"hedge", {{"copies", 3}}}})) == "hedge.copies");
    CHECK(refused(random_policy(), {{"hedge", {{"id", "after-time"}, {"copies", 5}}}}) == "hedge.copies");
    CHECK(refused({{"id", "join-idle"}}, hedge) == "policy.id");
    CHECK(refused(choices(8), hedge) == "policy.d");
    CHECK(refused(random_policy(), failing(9, 0.5)) == "faults.0.replicas");
    CHECK(refused(random_policy(), {{"fault", {{"id", "slow"}, {"from", 0.7}, {"to", 0.6}}}}) == "fault.to");
    CHECK(refused(random_policy(), {{"fault", {{"id", "stalls"}, {"shortest", 7}, {"longest", 6}}}}) == "fault.longest");
    CHECK(refused(random_policy(), {{"ejection", {{"id", "by-errors"}, {"every", 1e-6}}}}) == "ejection.every");
    CHECK(refused(random_policy(), {{"requests", 100000}, {"load", 10}, {"fanout", {{"id", "leaves"}, {"leaves", 1000}}}}) == "requests");
    CHECK(refused(random_policy(), {{"retry", {{"id", "again"}, {"attempts", 1}}}}) == "retry.attempts");
    CHECK(refused(random_policy(), with(hedge, {{"engine", "lazy"}})) == "engine");
    CHECK(refused(random_policy(), with(hedge, {{"engine", "profile"}})) == "engine");
}
