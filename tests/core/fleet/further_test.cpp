// Further calls under policies that remember, or go by keys or weights: among the replicas that have none, by exact shares, and at
// limits that must coincide.
#include "../../support/fleet.h"
#include "../../support/refusal.h"
#include "model/keys.h"

using namespace check;

namespace {

const Json memory = {{"id", "memory"}}, sticky = {{"id", "sticky"}}, bounded = {{"id", "bounded"}}, weighted = {{"id", "weighted-random"}},
           least_weighted = {{"id", "least-weighted"}};
Json affinity(int set, int d) { return {{"id", "affinity"}, {"set", set}, {"d", d}}; }
Json weighted_choices(int d) { return {{"id", "weighted-choices"}, {"d", d}}; }
Json hedge(double after, const char* cancel = "service", int copies = 2) {
    return {{"hedge", {{"id", "after-time"}, {"after", after}, {"cancel", cancel}, {"copies", copies}}}};
}
Json zipf(int count, double exponent) { return {{"keys", {{"id", "zipf"}, {"count", count}, {"exponent", exponent}}}}; }
Json speeds(const std::vector<double>& of) { return {{"machines", {{"id", "speeds"}, {"speeds", of}}}}; }

/// Each replica's calls over the number of requests, against exact ones.
void shares_are(const Json& result, const std::vector<double>& exact) {
    for (std::size_t i = 0; i < exact.size(); ++i) close(result, ("share." + std::to_string(i)).c_str(), exact[i], 1e-12);
}

}  // namespace

TEST_CASE("a hedge that is never due changes the path of a policy that remembers or goes by keys or weights", "[fleet][hedging]") {
    for (const Json& policy : {memory, Json{{"id", "memory"}, {"fresh", 2}, {"remembered", 2}}, sticky, bounded, affinity(4, 2), weighted, weighted_choices(2), least_weighted})
        for (const Json& more : {Json::object(), zipf(50, 1), speeds({1, 0.5, 2}), Json{{"information", {{"freshness", {{"id", "periodic"}, {"every", 2}}}}}},
                                 Json{{"information", {{"scope", {{"id", "dispatchers"}, {"count", 3}, {"sees", "own"}}}}}},
                                 Json{{"information", {{"subset", {{"id", "random"}, {"size", 6}}}, {"scope", {{"id", "dispatchers"}, {"count", 3}}}}}},
                                 Json{{"changes", {{"id", "leave"}, {"count", 3}, {"queue", "fail"}}}}}) {
            INFO(policy.dump() << more.dump());
            const Json config = with(brief(16, 0.6, policy, {{"requests", 2000}, {"replications", 2}, {"workers", 2}}), more);
            const Json plain = run(config), never = run(with(config, hedge(1e9)));
            for (const char* name : {"wait", "latency", "utilisation", "meanLoad", "share", "replicaUtilisation", "queueTail", "probesPerRequest"})
                CHECK(plain.at("metrics").at(name) == never.at("metrics").at(name));
        }
}

TEST_CASE("under a policy that remembers or goes by keys or weights a hedge goes where the first call is", "[fleet][hedging]") {
    // All replicas at once: each gets each request once.
    for (const Json& policy : {memory, sticky, bounded, affinity(2, 1), weighted, weighted_choices(1), least_weighted})
        for (const int n : {2, 4})
            for (const Json& more : {Json::object(), zipf(20, 1), speeds({1, 5}), Json{{"information", {{"scope", {{"id", "dispatchers"}, {"count", 2}, {"sees", "own"}}}}}}}) {
                INFO(policy.dump() << more.dump() << n);
                const Json result = run(brief(n, 0.2, policy, with(with(hedge(0, "none", n), more), {{"requests", 2000}, {"replications", 2}})));
                for (int i = 0; i < n; ++i) CHECK(value(result, "share." + std::to_string(i)) == 1);
            }
    // Knowing two of six, those two.
    for (const Json& policy : {memory, sticky, weighted, least_weighted}) {
        const Json two = {{"information", {{"subset", {{"id", "deterministic"}, {"size", 2}}}, {"scope", {{"id", "dispatchers"}, {"count", 3}}}}}};
        shares_are(run(brief(6, 0.2, policy, with(hedge(0, "none"), two))), std::vector<double>(6, 1.0 / 3));
    }
}

TEST_CASE("a call at a replica that has left keeps a further one from a replica that has none", "[fleet][hedging]") {
    // Nobody answers, and hedges are due when one of the replicas has left, which serves what it has: everybody gets to all that are left.
    const Json never = {{"warmup", 0}, {"requests", 200}, {"replications", 2}, {"fault", {{"id", "all-slow"}, {"factor", 1000000}, {"from", 0}, {"to", 1}}},
                        {"changes", {{"id", "leave"}, {"count", 1}, {"at", 0.9}}}};
    for (const Json& policy : {random_policy(), least(), round_robin(), sticky, bounded, weighted, least_weighted})
        for (const int n : {2, 3, 4}) {
            INFO(policy.dump() << n);
            const Json result = run(brief(n, 1, policy, with(hedge(1000, "none", n), never)));
            CHECK(value(result, "extraCalls") == Approx(n - 2 + value(result, "share." + std::to_string(n - 1))).epsilon(1e-12));
        }
}

TEST_CASE("a hedge by weights has another law than one by weights among those that are left", "[fleet][hedging]") {
    const std::vector<double> weights = {0.1, 0.2, 0.3, 0.4};
    std::vector<double> exact(weights);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            if (j != i) exact[i] += weights[j] * weights[i] / (1 - weights[j]);
    // One choice by weight is weighted random; both draw what is left by weight.
    for (const Json& policy : {weighted, weighted_choices(1)}) {
        Json by_weight = policy;
        by_weight["weights"] = weights;
        shares_are(run(brief(4, 0.2, by_weight, hedge(0, "none"))), exact);
    }
    // All that are left are looked at, and fleets nearly idle: of loads 0 the tie is at random, or the largest weight wins.
    Json least = least_weighted;
    least["weights"] = weights;
    shares_are(run(brief(4, 1e-6, least, with(hedge(0, "none"), {{"service", deterministic()}}))), {0, 0, 1, 1});
}

TEST_CASE("a hedge by key goes elsewhere than to the next of its order", "[fleet][hedging]") {
    const Json keys = zipf(30, 1);
    for (const Json& policy : {sticky, affinity(1, 1), Json{{"id", "bounded"}, {"factor", 1e9}}})
        for (const int copies : {2, 3}) {
            const Json result = run(brief(5, 0.1, policy, with(with(hedge(0, "none", copies), keys), {{"replications", 10}})));
            const p2c::Keys orders(result.at("config"));
            std::vector<double> exact(5);
            for (std::uint32_t key = 0; key < 30; ++key)
                for (const std::uint32_t i : orders.first(key, 5, static_cast<std::uint32_t>(copies))) exact[i] += orders.probability(key);
            shares_are(result, exact);
        }
}

TEST_CASE("what is remembered changes by a hedge", "[fleet][hedging]") {
    // So rare that all loads are 0 when a request comes: where its first call looks depends on what is remembered alone.
    for (const Json& policy : {memory, Json{{"id", "memory"}, {"fresh", 2}, {"remembered", 3}}}) {
        const Json config = with(brief(9, 1e-7, policy), {{"requests", 400}, {"replications", 1}, {"warmup", 0}});
        auto plain = p2c::create_run(config.dump()), twice = p2c::create_run(with(config, hedge(0, "none")).dump());
        int differ = 0;
        for (bool more = true; more; more = plain->step(1) && twice->step(1)) differ += plain->snapshot("looks") != twice->snapshot("looks");
        CHECK(differ == 0);
    }
}

TEST_CASE("more are looked at by weight than a further call can go to", "[fleet][hedging][input]") {
    check_refused(brief(4, 0.5, weighted_choices(4), hedge(1)).dump(), "policy.d");
    CHECK_NOTHROW(p2c::create_run(brief(4, 0.5, affinity(4, 2), hedge(1)).dump()));
    CHECK_NOTHROW(p2c::create_run(brief(4, 0.5, weighted_choices(3), hedge(1)).dump()));
}

TEST_CASE("work left that is kept up is not the work left along the queue", "[fleet][hedging]") {
    // Where those who have waited for ever give up, queues are followed at every look.
    const Json followed = {{"deadline", {{"id", "at-expiry"}, {"wait", 1e9}}}};
    const Json slow = {{"fault", {{"id", "slow"}, {"replicas", 4}, {"factor", 3}}}}, all_slow = {{"fault", {{"id", "all-slow"}}}},
               stalls = {{"fault", {{"id", "stalls"}, {"probability", 0.1}}}}, patience = {{"patience", {{"id", "after"}, {"time", 3}}}},
               cache = with(zipf(50, 1), {{"cache", {{"id", "lru"}, {"entries", 10}}}}), leave = {{"load", 0.5}, {"changes", {{"id", "leave"}, {"count", 3}, {"queue", "fail"}}}};
    for (const int workers : {1, 3})
        for (const char* id : {"work", "outstanding"})
            for (const Json& more : {hedge(0.5), hedge(0.5, "queue", 3), Json{{"hedge", {{"id", "tied"}}}}, slow, with(all_slow, hedge(1)), with(stalls, hedge(1)), with(patience, stalls),
                                     with(cache, hedge(1)), with(leave, hedge(1)), with(hedge(0.2, "queue"), {{"load", 0.4}, {"machines", {{"id", "speeds"}, {"speeds", {1, 0.5, 3}}}}})}) {
                INFO(workers << id << more.dump());
                const Json config = with(brief(8, 0.85, choices(2), {{"requests", 4000}, {"replications", 2}, {"workers", workers}, {"service", lognormal(1)}}), with(signal(id), more));
                const Json kept = run(config), anew = run(with(config, followed));
                for (const char* name : {"wait", "latency", "utilisation", "meanLoad", "share", "queueTail", "extraCalls", "wasted"})
                    CHECK(kept.at("metrics").at(name) == anew.at("metrics").at(name));
            }
}
