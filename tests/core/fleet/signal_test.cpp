// Signals that are followed from event to event: outstanding work, and the latency of late.
#include <algorithm>
#include <cmath>
#include <deque>

#include "../../support/fleet.h"
#include "../../support/refusal.h"

using namespace check;

namespace {

// One replica with one worker, as a client that times its answers knows it; sizes are 1 times its slowness.
struct Server {
    double slowness = 1, average = 0, last = -1;
    std::deque<std::pair<double, double>> present;  // arrival, completion

    void become(double now, double decay) {
        for (; !present.empty() && present.front().second <= now; present.pop_front()) {
            const auto [arrival, done] = present.front();
            const double latency = done - arrival, kept = last < 0 ? 0 : std::exp(-(done - last) / decay);
            average = latency > average ? latency : average * kept + latency * (1 - kept);
            last = done;
        }
    }
    double cost(double now, double decay) const {
        if (last < 0) return present.empty() ? 0 : 1e12 + double(present.size());
        return average * std::exp(-(now - last) / decay) * double(present.size() + 1);
    }
    void send(double now) { present.push_back({now, (present.empty() ? now : present.back().second) + slowness}); }
};

Json timing(double decay = 10) { return {{"information", {{"signal", "latency"}, {"decay", decay}}}}; }

Json small(const Json& policy, const Json& more = Json::object()) {
    return with(fleet(8, 0.85, policy, {{"requests", 4000}, {"replications", 2}, {"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 5}}}}), more);
}

}  // namespace

TEST_CASE("a latency average differs from one kept by hand", "[fleet]") {
    // Constant sizes; one of three replicas takes three times as long.
    for (const double decay : {0.5, 4.0, 50.0})
        for (const Json& policy : {choices(2), least(), choices(3)}) {
            const Json config = fleet(3, 0.8, policy, with(timing(decay), {{"service", deterministic()}, {"requests", 1500}, {"warmup", 0}, {"replications", 1},
                                                                         {"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 3}}}}));
            INFO(config.dump());
            auto run = p2c::create_run(config.dump());
            std::vector<Server> servers(3);
            servers[0].slowness = 3;
            int wrong = 0;
            for (int i = 0; i < 1500; ++i) {
                run->step(1);
                const double now = run->snapshot("clock").at(0);
                const auto looks = run->snapshot("looks");
                double best = HUGE_VAL;
                for (Server& s : servers) s.become(now, decay);
                for (std::size_t k = 1; k < looks.size(); ++k) best = std::min(best, servers[std::size_t(looks[k])].cost(now, decay));
                Server& chosen = servers[std::size_t(looks[0])];
                wrong += chosen.cost(now, decay) > best * (1 + 1e-9);
                chosen.send(now);
            }
            CHECK(wrong == 0);
        }
}

TEST_CASE("a latency average spares a slow replica less than a count does", "[fleet]") {
    for (const Json& policy : {choices(2), least()}) {
        const Json config = fleet(10, 0.7, policy, {{"requests", 60000}, {"replications", 10}, {"workers", 4}, {"machines", {{"id", "some-slow"}, {"slow", 1}, {"factor", 5}}}});
        const Estimate counted = measure(run(config), "share.0"), timed = measure(run(with(config, timing())), "share.0");
        INFO(policy.dump() << ": " << timed.mean << " +- " << timed.error << ", by count " << counted.mean);
        CHECK(counted.mean - timed.mean > kErrors * std::hypot(counted.error, timed.error));
    }
}

TEST_CASE("a penalty swallows the count of those that wait for a first answer", "[fleet]") {
    // 100 requests at one instant: none has been answered, and each must still see those before it.
    const Json config = fleet(10, 0.5, least(), with(timing(), {{"requests", 100}, {"replications", 1}, {"warmup", 0}, {"arrivals", {{"id", "batches"}, {"size", 100}}}}));
    for (int i = 0; i < 10; ++i) CHECK(value(run(config), "share." + std::to_string(i)) == 0.1);
}

TEST_CASE("a load so large that one request more is not more", "[fleet]") {
    // 50,000 and more at each replica, none answered: least of all divides them evenly as long as L + 1 > L for every load that
    // is compared. Were a load swallowed, ties would be broken at random and the counts would differ by hundreds.
    const auto uneven = [](int replicas, const Json& policy, const Json& more) {
        const double requests = 50000.0 * replicas;
        const Json result = run(with(fleet(replicas, 0.5, policy, {{"requests", requests}, {"replications", 1}, {"warmup", 0}, {"service", deterministic()}, {"arrivals", {{"id", "batches"}, {"size", requests}}}}), more));
        double most = 0;
        for (int i = 0; i < replicas; ++i) most = std::max(most, std::abs(requests * value(result, "share." + std::to_string(i)) - 50000));
        return most;
    };
    for (const int replicas : {2, 16})  // looked at one by one, and kept in order
        for (const char* id : {"in-flight", "waiting"}) {
            INFO(replicas << id);
            CHECK(uneven(replicas, least(), signal(id)) <= 1);
        }
    CHECK(uneven(2, choices(2), signal("in-flight")) <= 1);
    for (const double speed : {1e-6, 0.3, 1e6}) {
        const Json alike = {{"machines", {{"id", "speeds"}, {"speeds", {speed}}}}};
        CHECK(uneven(2, least(), with(alike, {{"information", {{"speeds", "known"}}}})) == 0);
        CHECK(uneven(2, {{"id", "least-weighted"}}, alike) == 0);
    }
}

TEST_CASE("outstanding work of one worker is not its work left", "[fleet]") {
    const Json work = signal("work"), outstanding = signal("outstanding");
    for (const Json& policy : {choices(2), choices(3), least(), Json{{"id", "memory"}}})
        for (const Json& more : {Json::object(), Json{{"information", {{"freshness", {{"id", "periodic"}, {"every", 2}}}}}}, Json{{"information", {{"freshness", {{"id", "piggyback"}}}}}}, Json{{"deadline", {{"id", "on-arrival"}, {"wait", 3}}}}}) {
            INFO(policy.dump() << more.dump());
            CHECK(run(small(policy, with(more, outstanding))).at("fingerprint") == run(small(policy, with(more, work))).at("fingerprint"));
        }
    // Many workers that are all busy share what is left: with two, a long request hides behind a short one in the work left.
    CHECK(figures(run(small(choices(2), with(outstanding, {{"workers", 2}})))) != figures(run(small(choices(2), with(work, {{"workers", 2}})))));
}

TEST_CASE("outstanding work or latencies depend on how old nothing is", "[fleet]") {
    for (const char* id : {"outstanding", "latency"}) {
        const Json fresh = with(signal(id), {{"workers", 2}});
        const std::string path = figures(run(small(choices(2), fresh)));
        for (const Json& freshness : {Json{{"id", "periodic"}, {"every", 0x1p-24}}, Json{{"id", "delayed"}, {"by", 0x1p-24}}}) {
            INFO(id << freshness.dump());
            const Json result = run(small(choices(2), with(fresh, {{"information", {{"freshness", freshness}}}})));
            // A few readings differ in their last bit; where that breaks no tie the path is the same.
            CHECK(value(result, "latency.mean") == Approx(Json::parse(run_text(small(choices(2), fresh))).at("metrics").at("latency").at("mean").at("value").get<double>()).epsilon(0.02));
            CHECK(figures(run(small(choices(2), with(fresh, {{"information", {{"freshness", {{"id", freshness.at("id")}, {freshness.at("id") == "delayed" ? "by" : "every", 3}}}}}})))) != path);
        }
        // One dispatcher that sees its own requests sees all.
        if (std::string(id) == "latency")
            CHECK(figures(run(small(choices(2), with(fresh, {{"information", {{"scope", {{"id", "dispatchers"}, {"count", 1}}}}}})))) == path);
    }
    CHECK(figures(run(small(random_policy(), timing()))) == figures(run(small(random_policy()))));
}

TEST_CASE("a signal is accepted where it means nothing", "[fleet][input]") {
    const auto field = [](const Json& config) {
        try {
            p2c::check(config.dump());
        } catch (const p2c::ConfigError& error) {
            return error.field;
        }
        return std::string();
    };
    CHECK(field(small(choices(2), with(timing(), {{"engine", "lazy"}}))) == "engine");
    CHECK(field(small(choices(2), with(signal("outstanding"), {{"engine", "lazy"}}))) == "engine");
    CHECK(field(small(choices(2), with(signal("work"), {{"information", {{"speeds", "known"}}}}))) == "information.signal");
    CHECK(field(small(choices(2), with(timing(), {{"information", {{"speeds", "known"}}}}))) == "information.signal");
    CHECK(field(small(choices(2), with(timing(), {{"information", {{"ownSends", true}}}}))) == "information.ownSends");
    CHECK(field(small(choices(2), with(signal("outstanding"), {{"information", {{"ownSends", true}}}}))) == "information.ownSends");
    CHECK(field(small(choices(2), timing(0))) == "information.decay");
    CHECK(field(small(choices(2), with(signal("outstanding"), {{"information", {{"scope", {{"id", "dispatchers"}, {"count", 3}}}}}}))) == "information.signal");
    CHECK(field(small(choices(2), with(timing(), {{"information", {{"scope", {{"id", "dispatchers"}, {"count", 3}}}}}}))).empty());
}
