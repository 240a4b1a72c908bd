// Caches, ejection of outliers, penalties for errors, slow start, and who knows whom.
#include <algorithm>
#include <cmath>
#include <random>

#include "../../support/fleet.h"

using namespace check;

namespace {

Json cache(int entries, int keys, double s, double hit = 0.5) {
    return {{"cache", {{"id", "lru"}, {"entries", entries}, {"hit", hit}}}, {"keys", {{"id", "zipf"}, {"count", keys}, {"exponent", s}}}};
}
const Json failing = {{"fault", {{"id", "failing"}, {"replicas", 1}, {"probability", 0.5}}}};

std::vector<double> zipf(int keys, double s) {
    std::vector<double> p;
    double sum = 0;
    for (int k = 1; k <= keys; ++k) sum += std::pow(k, -s);
    for (int k = 1; k <= keys; ++k) p.push_back(std::pow(k, -s) / sum);
    return p;
}

/// The share of so many requests that hit an empty list of the keys used last, as plainly as it can be written; 40 runs.
Estimate listed_hits(std::size_t entries, const std::vector<double>& p, int requests) {
    std::mt19937_64 random(7);
    std::discrete_distribution<std::size_t> key(p.begin(), p.end());
    std::vector<double> shares;
    while (shares.size() < 40) {
        std::vector<std::size_t> list;  // the last used in front
        int hits = 0;
        for (int i = 0; i < requests; ++i) {
            const std::size_t asked = key(random);
            const auto place = std::find(list.begin(), list.end(), asked);
            if (place != list.end()) {
                ++hits;
                list.erase(place);
            } else if (list.size() == entries) {
                list.pop_back();
            }
            list.insert(list.begin(), asked);
        }
        shares.push_back(static_cast<double>(hits) / requests);
    }
    return estimate(shares);
}

}  // namespace

TEST_CASE("a cache hits another share of its requests than its last keys say", "[fleet][cache]") {
    // Under random dispatch each replica sees independent keys. With one entry a hit is the key before, again; with two, one of the
    // last two different ones, which are a and b with probability p(a) p(b)/(1 − p(a)) (King 1971).
    const std::vector<double> p = zipf(5, 1.2);
    double one = 0, two = 0;
    for (const double a : p) one += a * a;
    for (std::size_t a = 0; a < p.size(); ++a)
        for (std::size_t b = 0; b < p.size(); ++b)
            if (a != b) two += p[a] * p[b] / (1 - p[a]) * (p[a] + p[b]);
    close(run(brief(8, 0.7, random_policy(), with(cache(1, 5, 1.2), {{"requests", 50000}}))), "hitRate", one);
    close(run(brief(8, 0.7, random_policy(), with(cache(2, 5, 1.2), {{"requests", 50000}}))), "hitRate", two);
}

TEST_CASE("a cache that holds everything misses, one of distinct keys hits", "[fleet][cache]") {
    const Json all = run(brief(8, 0.7, random_policy(), with(cache(5, 5, 1.2, 0.25), {{"requests", 50000}})));
    CHECK(value(all, "hitRate") >= 1 - 8 * 5 / 40000.0);  // each of five keys is new once to each of eight replicas
    // Every service is a quarter: M/M/1 at a quarter of the load, a quarter as long.
    close(all, "wait.mean", 0.25 * 0.175 / (1 - 0.175));
    CHECK(value(run(brief(8, 0.7, random_policy(), {{"cache", {{"id", "lru"}}}})), "hitRate") == 0);
}

TEST_CASE("a long list of keys is not kept in the order of their use", "[fleet][cache]") {
    // Many keys in few places: the table is full of collisions, and every hit is checked against a list that is searched.
    const Json config = brief(3, 0.5, Json{{"id", "sticky"}}, with(cache(37, 400, 0.8), {{"requests", 20000}, {"warmup", 0}}));
    const Json random = brief(1, 0.5, random_policy(), with(cache(37, 400, 0.8), {{"requests", 20000}, {"warmup", 0}}));
    const Estimate hits = measure(run(random), "hitRate"), simulated = listed_hits(37, zipf(400, 0.8), 20000);
    INFO(hits.mean << " +- " << hits.error << ", as a list " << simulated.mean << " +- " << simulated.error);
    CHECK(std::fabs(hits.mean - simulated.mean) < kErrors * std::hypot(hits.error, simulated.error));
    // Those who go by key see fewer keys each.
    const Estimate sticky = measure(run(config), "hitRate");
    CHECK(sticky.mean - hits.mean > kErrors * std::hypot(hits.error, sticky.error));
}

TEST_CASE("a fleet that its caches keep going is said to have no steady state", "[fleet][cache]") {
    // At the cost of misses the replica of the hottest keys has more than it can serve; with its hits it has not.
    const Json sticky = brief(16, 0.8, Json{{"id", "sticky"}}, {{"requests", 50000}, {"replications", 4}, {"keys", {{"id", "zipf"}, {"count", 200}, {"exponent", 1}}}});
    CHECK(warns(run(sticky), "no-steady-state"));
    const Json cached = run(with(sticky, {{"replications", 10}, {"cache", {{"id", "lru"}, {"entries", 200}, {"hit", 0.1}}}}));
    CHECK_FALSE(warns(cached, "no-steady-state"));
    // A tenth of the load, and nine tenths more of those that miss.
    const Estimate hits = measure(cached, "hitRate");
    close(cached, "utilisation", 0.8 * (1 - 0.9 * hits.mean), 0.8 * 0.9 * hits.error);
    // Hits that still cost too much do not help.
    CHECK(warns(run(with(sticky, {{"cache", {{"id", "lru"}, {"entries", 200}, {"hit", 0.9}}}})), "no-steady-state"));
}

TEST_CASE("a cache whose hits cost as much as misses changes a path", "[fleet][cache]") {
    const Json config = brief(8, 0.8, choices(2), {{"requests", 3000}, {"replications", 2}});
    CHECK(run(config).at("metrics").at("wait") == run(with(config, cache(10, 20, 1, 1))).at("metrics").at("wait"));
}

TEST_CASE("more replicas are ejected than may be", "[fleet][ejection]") {
    std::mt19937 budgets(1);
    for (const char* id : {"by-errors", "by-latency"})
        for (const double most : {0.0, 0.1, 0.5}) {
            const Json config = with(brief(10, 0.4, choices(2), {{"requests", 20000}, {"replications", 2}, {"fault", {{"id", "failing"}, {"replicas", 10}, {"probability", 0.5}}}}),
                                     {{"ejection", {{"id", id}, {"above", id == std::string("by-errors") ? 0.3 : 1}, {"most", most}, {"every", 2}, {"least", 3}, {"time", 20}}}});
            auto run = p2c::create_run(config.dump());
            double highest = 0;
            do {
                double out = 0;
                for (const double x : run->snapshot("ejected")) out += x;
                highest = std::max(highest, out);
            } while (run->step(1 + budgets() % 300));
            INFO(id << ", at most " << most);
            CHECK(highest <= std::floor(most * 10));
            if (id == std::string("by-errors")) CHECK(highest == std::floor(most * 10));
        }
}

TEST_CASE("an outlier goes on being sent requests", "[fleet][ejection]") {
    const auto share = [](const Json& more) { return measure(run(brief(10, 0.5, choices(2), with({{"requests", 50000}}, more))), "share.0"); };
    const auto less = [](const Estimate& a, const Estimate& b) { return b.mean - a.mean > kErrors * std::hypot(a.error, b.error); };
    const Json by_errors = {{"ejection", {{"id", "by-errors"}}}}, by_latency = {{"ejection", {{"id", "by-latency"}, {"most", 0.1}, {"least", 2}, {"every", 50}, {"time", 500}}}};
    CHECK(less(share(with(failing, by_errors)), {0.1, 0}));  // a fair share, though failing fast draws more than that
    const Json slow = {{"fault", {{"id", "slow"}, {"replicas", 1}, {"factor", 10}, {"from", 0}, {"to", 1}}}};
    CHECK(less(share(with(slow, by_latency)), share(slow)));
    // A fault that has passed leaves the replica its share again.
    const Json passed = {{"fault", {{"id", "failing"}, {"replicas", 1}, {"probability", 0.5}, {"from", 0}, {"to", 0.1}}}};
    close(run(brief(10, 0.5, choices(2), with({{"requests", 50000}}, with(passed, by_errors)))), "share.0", 0.1);
}

TEST_CASE("ejection that ejects nobody changes a path", "[fleet][ejection]") {
    for (const Json& policy : {random_policy(), choices(2), least(), Json{{"id", "sticky"}}, Json{{"id", "memory"}}}) {
        const Json config = brief(8, 0.8, policy, {{"requests", 3000}, {"replications", 2}});
        CHECK(run(config).at("metrics").at("wait") == run(with(config, {{"ejection", {{"id", "by-errors"}, {"most", 0}}}})).at("metrics").at("wait"));
    }
}

TEST_CASE("a replica that fails fast draws traffic, penalty or not", "[fleet][faults]") {
    const Json drawn = run(brief(10, 0.7, choices(2), failing)), shunned = run(brief(10, 0.7, choices(2), with(failing, {{"penalty", {{"id", "errors"}}}})));
    const Estimate more = measure(drawn, "share.0"), less = measure(shunned, "share.0");
    CHECK(more.mean - kErrors * more.error > 0.1);
    CHECK(less.mean + kErrors * less.error < 0.1);
}

TEST_CASE("a replica that joins empty gets another share than its looks give it", "[fleet][join]") {
    // Eight replicas are busy for good; the ninth joins. Under least of all everything goes there until it has as many as the least
    // of the others, under two distinct looks a share of 2/9.
    const auto first = [](const Json& policy) {
        double sum = 0, square = 0;
        const int runs = 400, sent = 5;
        const Json config = brief(9, 5, policy, {{"requests", 1000}, {"warmup", 0}, {"replications", runs}, {"service", {{"id", "deterministic"}}},
                                                 {"changes", {{"id", "join"}, {"count", 1}, {"at", 0.8}}}, {"patience", {{"id", "after"}, {"time", 1e9}}}});
        auto run = p2c::create_run(config.dump());
        for (int r = 0; r < runs; ++r) {
            run->step(800);
            const double before = run->snapshot("load")[8];
            run->step(sent);
            const double joined = run->snapshot("load")[8] - before;
            sum += joined / sent;
            square += joined * joined / sent / sent;
            run->step(1000 - 800 - sent);
        }
        const double mean = sum / runs;
        return Estimate{mean, std::sqrt((square / runs - mean * mean) / runs)};
    };
    const Estimate all = first(least()), two = first(choices(2)), three = first(choices(3));
    CHECK(all.mean == 1);
    INFO(two.mean << " +- " << two.error << ", " << three.mean << " +- " << three.error);
    CHECK(deviation(two, 2.0 / 9) < kErrors);
    CHECK(deviation(three, 3.0 / 9) < kErrors);
}

TEST_CASE("a slow start leaves a new replica its whole share at once, or none", "[fleet][join]") {
    const auto share = [](double slow) {
        return measure(run(fleet(10, 0.9, choices(2), {{"requests", 5000}, {"changes", {{"id", "join"}, {"count", 1}, {"at", 0.2}}}, {"slowStart", slow}})), "share.9");
    };
    const Estimate gentle = share(500), sudden = share(1e-9);
    INFO(gentle.mean << " +- " << gentle.error << " against " << sudden.mean << " +- " << sudden.error);
    CHECK(gentle.mean < sudden.mean - kErrors * std::hypot(gentle.error, sudden.error));
    CHECK(gentle.mean > kErrors * gentle.error);
}

TEST_CASE("a replica that starts slowly and is idle is sent nothing while others are idle, too", "[fleet][join]") {
    // So few requests that all are idle when one comes: each gets its share, whatever its weight.
    for (const Json& more : {Json::object(), signal("work"), signal("latency"), Json{{"information", {{"speeds", "known"}}}}, Json{{"penalty", {{"id", "errors"}}}}})
        for (const Json& policy : {least(), choices(2), choices(9)}) {
            INFO(policy.dump() << more.dump());
            const Json config = brief(10, 1e-5, policy, with(more, {{"warmup", 0.5}, {"replications", 1}, {"slowStart", 1e9}, {"changes", {{"id", "join"}, {"count", 1}, {"at", 0.5}}}}));
            const Estimate share{value(run(config), "share.9"), std::sqrt(0.1 * 0.9 / 20000)};
            CHECK(deviation(share, 0.1) < kErrors);
        }
}

TEST_CASE("a replica that starts slowly takes another part of what the others have than its weight", "[fleet][join]") {
    // Nine have so many that nothing ends meanwhile; the tenth joins with a tenth of their weight, and is sent everything until
    // (k + 1)/0.1 is above the least of the others, plus one.
    const Json config = brief(10, 10, least(), {{"requests", 2000}, {"warmup", 0}, {"replications", 1}, {"slowStart", 1e9}, {"service", deterministic()}, {"arrivals", {{"id", "batches"}, {"size", 2000}}},
                                                {"changes", {{"id", "join"}, {"count", 1}, {"at", 0.5}}}});
    auto run = p2c::create_run(config.dump());
    run->step(1000);
    auto load = run->snapshot("load");
    const double others = *std::min_element(load.begin(), load.begin() + 9);
    CHECK(others == 111);
    int first = 0;
    while (run->step(1) && run->snapshot("load").at(9) > first) ++first;
    CHECK(first == 11);  // (10 + 1)/0.1 is still below 111 + 1
    while (run->step(1)) {}
}

TEST_CASE("a slow start that nobody makes changes a path", "[fleet][join]") {
    for (const Json& policy : {random_policy(), choices(2), choices(3, true), least(), Json{{"id", "memory"}}, Json{{"id", "thinning"}}, Json{{"id", "bounded"}}, Json{{"id", "least-weighted"}}})
        for (const Json& more : {Json::object(), Json{{"information", {{"speeds", "known"}}}}, signal("work"), signal("latency")}) {
            INFO(policy.dump() << more.dump());
            if (policy.at("id") == "least-weighted" && !more.empty()) continue;
            if (more == signal("work") && policy.at("id") == "thinning") continue;
            const Json config = brief(8, 0.8, policy, with(more, {{"requests", 3000}, {"replications", 2}, {"machines", {{"id", "speeds"}, {"speeds", {1, 0.5, 2}}}}, {"sizeShared", true}, {"patience", {{"id", "after"}, {"time", 1e9}}}}));
            CHECK(run(config).at("metrics") == run(with(config, {{"slowStart", 50}})).at("metrics"));
        }
}

TEST_CASE("dispatchers know other replicas than the coverage says", "[fleet][coverage]") {
    const auto known = [](const char* id, int dispatchers, int size) {
        return run(brief(12, 0.5, choices(2), {{"requests", 200}, {"information", {{"scope", {{"id", "dispatchers"}, {"count", dispatchers}}}, {"subset", {{"id", id}, {"size", size}}}}}}));
    };
    // Rounds of a permutation that is dealt out: 12 dispatchers with 4 of 12 each are 4 whole rounds.
    const Json even = known("deterministic", 12, 4);
    CHECK(value(even, "coverage.min") == Approx(4.0 / 12).epsilon(1e-12));
    CHECK(value(even, "coverage.max") == Approx(4.0 / 12).epsilon(1e-12));
    const Json random = known("random", 12, 4);
    CHECK(value(random, "coverage.min") < 3.0 / 12);
    CHECK(value(random, "coverage.max") > 5.0 / 12);
    CHECK(value(run(brief(12, 0.5, choices(2), {{"requests", 200}})), "coverage.min") == 1);
}

TEST_CASE("what is wrong with ejection or a cache is not said", "[fleet][input]") {
    const auto refused = [](const Json& more) -> std::string {
        try {
            p2c::check(with(brief(8, 0.5, random_policy()), more).dump());
        } catch (const p2c::ConfigError& error) {
            return error.field;
        }
        return {};
    };
    const Json ejection = {{"ejection", {{"id", "by-errors"}}}};
    CHECK(refused(ejection).empty());
    CHECK(refused(with(ejection, {{"ejection", {{"most", 1}}}})) == "ejection.most");
    CHECK(refused(with(ejection, {{"policy", {{"id", "choices"}, {"d", 8}}}})) == "policy.d");
    CHECK(refused(with(ejection, {{"policy", {{"id", "choices"}, {"d", 6}}}, {"hedge", {{"id", "after-time"}}}})) == "policy.d");
    CHECK(refused(with(ejection, {{"policy", {{"id", "choices"}, {"d", 6}}}})).empty());
    CHECK(refused({{"cache", {{"id", "lru"}, {"entries", 0}}}}) == "cache.entries");
    CHECK(refused({{"replicas", 100000}, {"cache", {{"id", "lru"}, {"entries", 100000}}}}) == "cache.entries");
    CHECK(refused({{"slowStart", -1}}) == "slowStart");
    CHECK(refused({{"fanout", {{"id", "leaves"}, {"leaves", 3}, {"spare", 3}}}}) == "fanout.spare");
}
