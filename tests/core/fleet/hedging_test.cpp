// Second calls in a loaded fleet: exact laws of redundancy, the fixed point at which hedging tips over, and books that balance.
#include <algorithm>
#include <cmath>
#include <random>

#include "../../support/fleet.h"

using namespace check;

namespace {

Json hedge(double after, const char* cancel = "service", int copies = 2) {
    return {{"hedge", {{"id", "after-time"}, {"after", after}, {"cancel", cancel}, {"copies", copies}}}};
}
Json fan_out(int leaves, int spare = 0, const char* cancel = "none") { return {{"fanout", {{"id", "leaves"}, {"leaves", leaves}, {"spare", spare}, {"cancel", cancel}}}}; }
const Json tied = {{"hedge", {{"id", "tied"}}}};

double binomial(int n, int k) {
    double out = 1;
    for (int i = 1; i <= k; ++i) out = out * (n - k + i) / i;
    return out;
}

/// Mean latency where every request is at d of n replicas at once, sizes exponential and independent, and the first to end cancels
/// the others (Gardner, Harchol-Balter, Scheller-Wolf, Velednitsky and Zbarsky 2017, theorem 1).
double redundant(int n, int d, double load) {
    double sum = 0;
    for (int i = d; i <= n; ++i) sum += 1 / (n * binomial(n - 1, d - 1) / binomial(i - 1, d - 1) - n * load);
    return sum;
}

/// Share of requests that are hedged after `after` in a large fleet under random dispatch without cancelling: every queue is M/M/1 at
/// the load of all calls. The smallest solution, or nothing if there is none below 1.
double hedged_share(double load, double after) {
    double h = 0;
    for (int i = 0; i < 100000; ++i) h = std::min(1.0, std::exp(-after * (1 - load * (1 + h))));
    return h;
}

}  // namespace

TEST_CASE("two calls at once, the loser cut short, have another mean than redundancy has", "[fleet][hedging]") {
    for (const double load : {0.3, 0.7})
        for (const int copies : {2, 3}) {
            INFO(copies << " calls, load " << load);
            const Json result = run(brief(6, load, random_policy(), hedge(0, "service", copies)));
            close(result, "latency.mean", redundant(6, copies, load));
            CHECK(value(result, "extraCalls") == Approx(copies - 1).epsilon(1e-12));
        }
}

TEST_CASE("two replicas that serve every request at once are not one of twice the speed", "[fleet][hedging]") {
    const Json result = run(brief(2, 0.8, random_policy(), hedge(0)));
    close(result, "latency.mean", 1 / (2 - 1.6));
    const double p99 = std::log(100) / (2 - 1.6);
    close(result, "latency.p99", p99, 0.0005 * p99);
}

TEST_CASE("tied requests at all replicas are not served first come first served", "[fleet][hedging]") {
    // One queue for two workers: Erlang's C is (2ρ²/(1 + ρ)), and the mean wait is that over 2(1 − ρ).
    for (const double load : {0.5, 0.9}) {
        const double wait = 2 * load * load / (1 + load) / (2 - 2 * load);
        const Json result = run(brief(2, load, random_policy(), tied));
        close(result, "wait.mean", wait);
        CHECK(value(result, "wasted") == 0);
    }
}

TEST_CASE("tied requests wait otherwise than at the less loaded of the two", "[fleet][hedging]") {
    // Whoever starts first is who had less work left: two distinct looks at work left, in law.
    const Json found = run(brief(16, 0.9, random_policy(), tied)), expected = run(brief(16, 0.9, choices(2), signal("work")));
    for (const char* name : {"wait.mean", "wait.p99"}) {
        const Estimate a = measure(found, name), b = measure(expected, name);
        INFO(name << ": " << a.mean << " +- " << a.error << " against " << b.mean << " +- " << b.error);
        const double buckets = name == std::string("wait.p99") ? 0.0005 * (a.mean + b.mean) : 0;  // half a bucket of either histogram
        CHECK(std::abs(a.mean - b.mean) < kErrors * std::hypot(a.error, b.error) + buckets);
    }
    // Who finds the first replica busy is sent to a second: a share of the load.
    close(found, "hedged", 0.9);
}

TEST_CASE("cutting losers short costs work", "[fleet][hedging]") {
    // Exponential sizes have no memory: whatever is cut short, a request takes one mean service of all replicas together.
    for (const double after : {0.0, 1.0, 4.0}) {
        const Json result = run(brief(16, 0.7, random_policy(), hedge(after, "service", 3)));
        const Estimate load = measure(result, "realisedRate");
        close(result, "utilisation", load.mean / 16, load.error / 16);
    }
}

TEST_CASE("hedging tips over where it should not, or does not where it should", "[fleet][hedging]") {
    const double h = hedged_share(0.5, 4);
    const Json calm = run(brief(2000, 0.5, random_policy(), with(hedge(4, "none"), {{"requests", 400000}, {"replications", 10}})));
    // n = 2,000: a second call can go to a queue that lately had one of its like; 1/n is far below the error.
    close(calm, "hedged", h);
    close(calm, "utilisation", 0.5 * (1 + h));
    const double rate = 1 - 0.5 * (1 + h), p99 = (std::log(100) / rate + 4) / 2;  // both calls take long
    close(calm, "latency.p99", p99, 0.0005 * p99);  // half a bucket of the histogram
    CHECK_FALSE(warns(calm, "no-steady-state"));

    CHECK(hedged_share(0.7, 4) == 1);
    const Json over = run(brief(64, 0.7, random_policy(), hedge(4, "none")));
    CHECK(warns(over, "no-steady-state"));
    CHECK(metric(over, "latency.p99").at("reason") == "no-steady-state");
    // Queues grow by 0.7 × 2 − 1 a unit of time once all are hedged: nobody is answered within 4 any more, and nobody is idle. What was
    // before that is as long in a run of four times as many requests, and so a quarter of it.
    const Json longer = run(brief(64, 0.7, random_policy(), with(hedge(4, "none"), {{"requests", 160000}, {"warmup", 0.05}})));
    for (const char* name : {"hedged", "utilisation"}) {
        const Estimate less = measure(over, name), left = measure(longer, name);
        INFO(name << ": " << less.mean << " +- " << less.error << ", " << left.mean << " +- " << left.error);
        CHECK(left.mean <= 1);
        CHECK(std::abs((1 - left.mean) * 0.95 * 4 - (1 - less.mean) * 0.8) < kErrors * std::hypot(left.error * 0.95 * 4, less.error * 0.8));
    }

    const Json kept = run(brief(64, 0.7, random_policy(), with(hedge(4, "none"), {{"budget", {{"id", "share"}, {"share", 0.1}}}})));
    CHECK_FALSE(warns(kept, "no-steady-state"));
    CHECK(value(kept, "hedged") <= 0.1 + 1e-3);  // the bucket starts full: 10 tokens of 160,000
    const Estimate extra = measure(kept, "extraCalls");
    close(kept, "utilisation", 0.7 * (1 + extra.mean), 0.7 * extra.error);
}

TEST_CASE("64 replicas hedge another share of their requests than an independent simulation of them", "[fleet][hedging][long]") {
    for (const Json& row : reference("reference/hedging.json").at("rows")) {
        const Json& config = row.at("config");
        INFO(config.dump());
        const Json result = run(brief(64, config.at("load"), random_policy(), config));
        for (const char* name : {"hedged", "utilisation", "latency.p99"}) {
            const double exact = row.at(name).at(0), error = row.at(name).at(1);
            const double rounding = name == std::string("latency.p99") ? 0.0005 * exact : 0;  // half a bucket of the histogram
            close(result, name, exact, std::sqrt(error * error + rounding * rounding));
        }
    }
    // Where calls of a request are equally large, cutting the loser short saves less than the second call costs.
    CHECK(warns(run(brief(64, 0.9, random_policy(), with(hedge(4), {{"sizeShared", true}, {"requests", 400000}, {"replications", 4}}))), "no-steady-state"));
}

TEST_CASE("a hedge after a percentile goes to another share than is beyond it", "[fleet][hedging]") {
    // The first of two answers, the second call h later, comes after h just when the first call takes longer than h: as many are
    // hedged as lie beyond the percentile. Of all answers so far, that is: those of the empty start count less in a longer run.
    const Json result = run(brief(64, 0.6, random_policy(), {{"requests", 400000}, {"hedge", {{"id", "after-quantile"}, {"quantile", 0.95}}}}));
    close(result, "hedged", 0.05);
    CHECK(value(result, "latency.p99") < value(run(brief(64, 0.6, random_policy(), {{"requests", 400000}})), "latency.p99"));
    // Before a thousand are answered nothing is sent.
    CHECK(value(run(brief(4, 0.6, random_policy(), {{"hedge", {{"id", "after-quantile"}}}, {"requests", 999}})), "extraCalls") == 0);
}

TEST_CASE("requests that must not be sent twice are", "[fleet][hedging]") {
    const auto hedged = [](double share) {
        Json config = hedge(0);
        config["hedge"]["idempotent"] = share;
        return run(brief(8, 0.5, random_policy(), config));
    };
    CHECK(value(hedged(0), "hedged") == 0);
    close(hedged(0.3), "hedged", 0.3);
}

TEST_CASE("a hedge that is never due changes a path", "[fleet][hedging]") {
    const Json services = {{"service", {{"id", "lognormal"}, {"sigma", 1}}}};
    for (const Json& policy : {random_policy(), round_robin(), choices(2), choices(3), choices(12), least(), one_plus_beta(0.5), Json{{"id", "groups"}, {"d", 2}}, Json{{"id", "thinning"}}})
        for (const Json& more : {Json::object(), Json{{"workers", 3}}, signal("work"), signal("outstanding"), signal("latency"), Json{{"queues", {{"id", "bounded"}, {"waiting", 1}}}},
                                 Json{{"deadline", {{"id", "at-expiry"}, {"wait", 1}}}}, Json{{"information", {{"freshness", {{"id", "periodic"}, {"every", 2}}}}}},
                                 Json{{"information", {{"freshness", {{"id", "periodic"}, {"every", 2}, {"taken", "on-arrivals"}}}}}},
                                 Json{{"information", {{"freshness", {{"id", "delayed"}, {"by", 1}}}}}}, Json{{"information", {{"scope", {{"id", "dispatchers"}, {"count", 3}, {"sees", "own"}}}}}},
                                 Json{{"changes", {{"id", "leave"}, {"count", 3}, {"queue", "fail"}}}}}) {
            if (more.contains("changes") && policy == choices(12)) continue;
            INFO(policy.dump() << more.dump());
            Json config = with(with(brief(16, 0.75, policy, {{"requests", 3000}, {"replications", 2}}), services), more);
            const Json plain = run(config), never = run(with(config, hedge(1e9)));
            for (const char* name : {"wait", "latency", "utilisation", "meanLoad", "share", "replicaUtilisation", "queueTail", "probesPerRequest"})
                CHECK(plain.at("metrics").at(name) == never.at("metrics").at(name));
            CHECK(plain.at("series") == never.at("series"));
        }
}

TEST_CASE("a hedge goes to the replica that has the first call", "[fleet][hedging]") {
    // Two replicas, both calls at once: each replica gets each request once.
    for (const Json& policy : {random_policy(), choices(1), least(), round_robin()}) {
        const Json result = run(brief(2, 0.4, policy, with(hedge(0, "none"), {{"requests", 4000}, {"replications", 2}})));
        CHECK(value(result, "share.0") == 1);
        CHECK(value(result, "share.1") == 1);
    }
}

TEST_CASE("a request or a call is lost from the books", "[fleet][hedging]") {
    std::mt19937 budgets(1);
    const Json failing = {{"fault", {{"id", "failing"}, {"replicas", 3}}}}, again = {{"retry", {{"id", "again"}}}}, patience = {{"patience", {{"id", "after"}, {"time", 3}}}},
               small = {{"queues", {{"id", "bounded"}, {"waiting", 2}}}}, expiry = {{"deadline", {{"id", "at-expiry"}, {"wait", 1}}}},
               leaving = {{"changes", {{"id", "leave"}, {"count", 2}, {"queue", "fail"}}}};
    const Json all = with(with(with(with(hedge(1, "queue", 3), failing), again), patience), small);
    for (const Json& more : {hedge(1, "none"), hedge(0.5, "service", 4), tied, with(failing, again), with(patience, again), with(with(tied, failing), small), all, with(all, expiry), with(all, leaving),
                             with(with(tied, leaving), again),
                             fan_out(5, 1), with(with(fan_out(4, 2, "queue"), failing), hedge(1)), with(with(fan_out(3, 0, "service"), all), leaving)}) {
        INFO(more.dump());
        auto run = p2c::create_run(with(brief(7, 0.8, choices(2), {{"requests", 3000}, {"replications", 2}}), more).dump());
        int wrong = 0;
        do {
            const auto b = run->snapshot("books");
            wrong += b[0] != b[1] + b[2] + b[3] + b[4] + b[5];
            wrong += b[6] != b[7] + b[8] + b[9] + b[10];
            double present = 0;
            for (const double x : run->snapshot("load")) present += x;
            wrong += present != b[10];
        } while (run->step(1 + budgets() % 200));
        CHECK(wrong == 0);
    }
}

TEST_CASE("a hedged run depends on how it is cut", "[fleet][hedging]") {
    const Json config = brief(16, 0.8, choices(2), with(hedge(1, "queue", 3), {{"requests", 5000}, {"replications", 2}, {"retry", {{"id", "again"}}}, {"fault", {{"id", "failing"}}},
                                                                                  {"patience", {{"id", "after"}, {"time", 5}}}}));
    const std::string whole = run_text(config);
    for (const double budget : {1.0, 7.0, 333.0}) CHECK(run_text(config, {}, budget) == whole);
}

TEST_CASE("two leaves at two replicas take another time than fork and join", "[fleet][fanout]") {
    // Every request has a leaf at each of two M/M/1 queues: (12 − ρ)/(8(1 − ρ)) on average (Flatto and Hahn 1984).
    for (const double load : {0.4, 0.8}) close(run(brief(2, load, round_robin(), fan_out(2))), "latency.mean", (12 - load) / 8 / (1 - load));
}

TEST_CASE("the first of two leaves, which cancels the other, takes another time than one replica of twice the speed", "[fleet][fanout]") {
    close(run(brief(2, 0.6, round_robin(), fan_out(2, 1, "service"))), "latency.mean", 1 / (2 - 0.6));
    // Served to its end, the other is in nobody's way but its own queue's: the least of two M/M/1 that see the same arrivals.
    const Json kept = run(brief(2, 0.6, round_robin(), fan_out(2, 1, "none")));
    close(kept, "utilisation", 0.6);
    CHECK(value(kept, "latency.mean") > 1 / (2 - 0.6));
}

TEST_CASE("leaves of a nearly idle fleet are not independent draws", "[fleet][fanout]") {
    // Where nothing waits, the slowest of k exponentials: harmonic number, and p99 = −ln(1 − 0.99^(1/k)).
    const int k = 10;
    const Json result = run(brief(2000, 0.002, random_policy(), with(fan_out(k), {{"requests", 20000}})));
    double harmonic = 0;
    for (int i = 1; i <= k; ++i) harmonic += 1.0 / i;
    close(result, "latency.mean", harmonic, 0.01);  // a leaf meets one of its own request in 1 of 200 requests: waits 0.005 on average
    CHECK(value(result, "leafTarget") == Approx(std::pow(0.99, 1.0 / k)).epsilon(1e-12));
    close(result, "leafAchieved", std::pow(0.99, 1.0 / k), 2e-4);
    // Of the leaves, half of (k − 1)/n at most meet an earlier one there, which moves a median of density 1/2 by no more than twice that;
    // and the answer is the middle of a bucket.
    close(result, "leafLatency.p50", std::log(2), (k - 1) / 2000.0 + 0.0005 * std::log(2));
    CHECK(value(result, "extraCalls") == 0);
}

TEST_CASE("a fan-out of one is something else than a request", "[fleet][fanout]") {
    for (const Json& policy : {random_policy(), choices(2), round_robin(), least()}) {
        const Json config = brief(8, 0.8, policy, with(hedge(1), {{"requests", 3000}, {"replications", 2}}));
        CHECK(run(config).at("metrics") == run(with(config, fan_out(1))).at("metrics"));
    }
}

TEST_CASE("leaves of a request do not see those before them", "[fleet][fanout]") {
    // Least of all spreads the leaves of the first request over all replicas: every replica has one.
    auto run = p2c::create_run(brief(8, 0.1, least(), with(fan_out(8), {{"requests", 2}, {"warmup", 0}, {"replications", 1}, {"service", {{"id", "deterministic"}}}})).dump());
    run->advance_to(1e-6);
    run->step(1);
    CHECK(run->snapshot("load") == std::vector<double>(8, 1));
}
