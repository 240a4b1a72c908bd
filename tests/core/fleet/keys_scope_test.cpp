// Policies of keys and weights where several dispatchers use them, know some of the replicas, or replicas join and leave.
#include <cmath>

#include "../../support/fleet.h"
#include "fleet/dispatchers.h"
#include "model/fleet_policies.h"

using namespace check;

namespace {

Json zipf(int count, double exponent) { return {{"keys", {{"id", "zipf"}, {"count", count}, {"exponent", exponent}}}}; }
Json dispatchers(int count, const char* sees) { return {{"information", {{"scope", {{"id", "dispatchers"}, {"count", count}, {"sees", sees}}}}}}; }
Json subsets(const char* id, int size, int count, const char* sees = "replicas") {
    return with(dispatchers(count, sees), {{"information", {{"subset", {{"id", id}, {"size", size}}}}}});
}

const Json kSticky = {{"id", "sticky"}}, kBounded = {{"id", "bounded"}, {"factor", 1.25}}, kAffinity = {{"id", "affinity"}, {"set", 3}, {"d", 2}};
const std::vector<Json> kKeyed = {kSticky, kBounded, kAffinity};
const std::vector<Json> kWeighted = {{{"id", "weighted-random"}}, {{"id", "weighted-choices"}, {"d", 2}}, {{"id", "least-weighted"}}};

std::vector<Json> all() {
    std::vector<Json> out = kKeyed;
    out.insert(out.end(), kWeighted.begin(), kWeighted.end());
    return out;
}

Json small(const Json& policy, const Json& more = Json::object()) {
    return with(fleet(8, 0.5, policy, {{"requests", 3000}, {"replications", 3}, {"machines", {{"id", "speeds"}, {"speeds", {1, 0.5, 2}}}}}), more);
}

std::string path(const Json& config) { return figures(run(config)); }

/// Requests of each replica in a run of one replication without warm-up.
std::vector<double> counts(const Json& config) {
    const Json result = run(config);
    std::vector<double> out;
    for (const Json& m : result.at("metrics").at("share")) out.push_back(m.at("value").get<double>() * config.at("requests").get<double>());
    return out;
}

}  // namespace

TEST_CASE("one dispatcher, or several that see the same, send keyed or weighted requests elsewhere than one view", "[fleet][keys]") {
    for (const Json& keys : {Json::object(), zipf(40, 0.7)})
        for (const Json& policy : all()) {
            INFO(policy.dump() << keys.dump());
            const std::string plain = path(small(policy, keys));
            CHECK(path(small(policy, with(keys, dispatchers(1, "replicas")))) == plain);
            CHECK(path(small(policy, with(keys, dispatchers(1, "own")))) == plain);
            CHECK(path(small(policy, with(keys, dispatchers(7, "replicas")))) == plain);
            CHECK(path(small(policy, with(keys, {{"changes", {{"id", "leave"}, {"count", 0}}}}))) == plain);
        }
    // Subsets of all: dispatchers number the replicas in ways of their own, and a key has one order all the same.
    for (const Json& policy : kKeyed) CHECK(path(small(policy, with(zipf(40, 0.7), subsets("random", 8, 5)))) == path(small(policy, zipf(40, 0.7))));
    // Who sees only its own requests spreads worse than who sees all, but for those who do not look.
    for (const Json& policy : all()) {
        const bool blind = policy.at("id") == "sticky" || policy.at("id") == "weighted-random";
        CHECK((path(small(policy, dispatchers(7, "own"))) == path(small(policy))) == blind);
    }
}

TEST_CASE("shares of keyed or weighted requests are not those of the subsets", "[fleet][keys]") {
    const int n = 6, size = 3, count = 4, requests = 200000;
    for (const char* id : {"random", "deterministic"})
        for (const Json& policy : {kSticky, Json{{"id", "affinity"}, {"set", 2}, {"d", 1}}, Json{{"id", "weighted-random"}}, Json{{"id", "weighted-choices"}, {"d", 1}}}) {
            INFO(id << policy.dump());
            const Json config = with(fleet(n, 0.05, policy, {{"requests", requests}, {"warmup", 0}, {"replications", 1}, {"machines", {{"id", "speeds"}, {"speeds", {1, 2, 5}}}}}),
                                     with(zipf(30, 1), subsets(id, size, count)));
            const Json full = Json::parse(p2c::create_run(config.dump())->result()).at("config");
            p2c::fleet::Dispatchers who(p2c::Information(full.at("information"), 1), n);
            who.begin(full.at("seed").get<std::uint64_t>(), 0);
            std::vector<double> exact(n);
            for (std::uint32_t d = 0; d < count; ++d)
                p2c::with_fleet_policy(full, [&](auto p) {
                    if constexpr (requires { p.shares(size); p.know(who.list(d)); }) {
                        p.know(who.list(d));
                        const auto shares = p.shares(size);
                        for (std::uint32_t k = 0; k < size; ++k) exact[who.replica(d, k)] += shares[k] / count;
                    }
                });
            CHECK(fit(counts(config), exact) > kAlarm);
        }
}

TEST_CASE("replicas known to one dispatcher each are not queues M/M/1", "[fleet][keys][long]") {
    // A Poisson stream split in equal parts: a mean wait of ρ/(1 − ρ), whatever the policy.
    for (const Json& policy : all()) {
        if (policy.at("id") == "affinity" || policy.at("id") == "weighted-choices") continue;
        INFO(policy.dump());
        const Json result = run(fleet(5, 0.6, policy, with(zipf(10, 1), subsets("deterministic", 1, 5, "own"))));
        CHECK(deviation(measure(result, "wait.mean"), 0.6 / 0.4) < kErrors);
    }
}

TEST_CASE("weights do not divide what a dispatcher has sent itself", "[fleet][keys]") {
    // Weights 1:2 and no completion: of what each of two dispatchers sends, a third goes to the first, give or take one.
    const Json config = fleet(2, 10, {{"id", "least-weighted"}, {"weights", {1, 2}}},
                              {{"requests", 60}, {"warmup", 0}, {"replications", 20}, {"arrivals", {{"id", "batches"}, {"size", 60}}}});
    for (const Json& scope : {dispatchers(2, "own"), subsets("random", 2, 2, "own")}) {
        const Json result = run(with(config, scope));
        CHECK(std::abs(60 * value(result, "share.0") - 20) <= 2);
    }
    CHECK(std::abs(60 * value(run(with(config, dispatchers(2, "replicas"))), "share.0") - 20) <= 1);
}

TEST_CASE("a key does not go to the next in its order when its replica leaves, or others move", "[fleet][keys]") {
    for (const Json& change : {Json{{"id", "leave"}, {"count", 3}, {"at", 0.5}}, Json{{"id", "join"}, {"count", 3}, {"at", 0.5}}}) {
        const Json config = with(fleet(8, 0.3, kSticky, {{"requests", 4000}, {"warmup", 0}, {"replications", 1}, {"changes", change}}), zipf(60, 0.3));
        p2c::Keys keys(Json::parse(p2c::create_run(config.dump())->result()).at("config"));
        keys.begin(17, 0);
        auto run = p2c::create_run(config.dump());
        int wrong = 0;
        for (std::uint64_t i = 0; i < 4000; ++i) {
            run->step(1);
            const std::uint32_t present = (i < 2000) == (change.at("id") == "leave") ? 8 : 5;
            const auto looks = run->snapshot("looks");
            wrong += looks.at(0) != keys.first(keys.of(i), present) || looks.at(1) != looks.at(0);
        }
        CHECK(wrong == 0);
        // Who is first among eight and still there is first among five.
        for (std::uint32_t key = 0; key < 60; ++key)
            if (keys.first(key, 8) < 5) CHECK(keys.first(key, 5) == keys.first(key, 8));
    }
}

TEST_CASE("keyed or weighted requests are lost, or go to the absent, where replicas join or leave", "[fleet][keys]") {
    for (const char* id : {"join", "leave"})
        for (const Json& keys : {Json::object(), zipf(40, 0.7)})
            for (const Json& policy : all()) {
                INFO(id << policy.dump() << keys.dump());
                Json config = small(policy, with(keys, {{"warmup", 0.5}, {"replications", 2}, {"changes", {{"id", id}, {"count", 3}, {"at", 0.5}}}}));
                const Json after = run(config);
                for (int i = 5; i < 8; ++i) CHECK((value(after, "share." + std::to_string(i)) > 0) == (std::string(id) == "join"));
                CHECK(run_text(config, {}, 7) == run_text(config));
                // Of those that only look at numbers the second half is a fleet of five, request for request.
                if (std::string(id) == "leave" && keys.empty() && policy.at("id") == "sticky") {
                    const Json five = run(with(config, {{"replicas", 5}, {"changes", {{"id", "none"}, {"count", nullptr}, {"at", nullptr}}}, {"warmup", 0.5}}));
                    CHECK(value(after, "share.2") == value(five, "share.2"));
                }
            }
    const Json half = fleet(5, 0.05, {{"id", "weighted-random"}, {"weights", {1, 3, 2, 7, 9}}},
                            {{"requests", 100000}, {"warmup", 0.5}, {"replications", 1}, {"changes", {{"id", "leave"}, {"count", 2}, {"at", 0.5}}}});
    std::vector<double> seen = counts(half);
    seen.resize(3);
    for (double& x : seen) x /= 2;  // shares of those kept
    CHECK(fit(seen, {1.0 / 6, 3.0 / 6, 2.0 / 6}) > kAlarm);
}
