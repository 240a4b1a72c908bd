// Replicas that join empty or leave in mid-run.
#include <algorithm>
#include <cmath>
#include <random>

#include "../../support/fleet.h"

using namespace check;

namespace {

Json join(int count, double at) { return {{"changes", {{"id", "join"}, {"count", count}, {"at", at}}}}; }
Json leave(int count, double at, const char* queue = "drain") { return {{"changes", {{"id", "leave"}, {"count", count}, {"at", at}, {"queue", queue}}}}; }

const std::vector<Json> kPolicies = {random_policy(), round_robin(), choices(2), choices(3, true), choices(4), least(), one_plus_beta(0.5), {{"id", "memory"}},
                                     {{"id", "groups"}, {"d", 3}}, {{"id", "thinning"}}};

Json small(const Json& policy, const Json& more = Json::object()) { return with(fleet(7, 0.8, policy, {{"requests", 3000}, {"replications", 2}, {"workers", 2}}), more); }

std::string field(const Json& config) {
    try {
        p2c::check(config.dump());
    } catch (const p2c::ConfigError& error) {
        return error.field;
    }
    return {};
}

}  // namespace

TEST_CASE("a change of nobody, or after the end, changes something", "[fleet]") {
    for (const Json& policy : kPolicies) {
        INFO(policy.dump());
        const std::string path = figures(run(small(policy)));
        for (const Json& more : {join(0, 0.5), leave(0, 0.5), leave(0, 0.5, "fail"), leave(2, 1), join(2, 0)}) {
            INFO(more.dump());
            CHECK(figures(run(small(policy, more))) == path);
        }
        // A failure that never comes loses nobody; a replica that never joins is one less, at the load of the full fleet.
        CHECK(run(small(policy, leave(2, 1, "fail"))).at("metrics").at("wait") == run(small(policy)).at("metrics").at("wait"));
        const Json absent = run(small(policy, join(2, 1))), fewer = run(with(small(policy), {{"replicas", 5}, {"load", 0.8 * 7 / 5}, {"queues", {{"id", "bounded"}, {"waiting", 1000000}}}}));
        CHECK(value(absent, "share.5") == 0);
        CHECK(value(absent, "replicaUtilisation.6") == 0);
        CHECK(absent.at("metrics").at("share").at(0) == fewer.at("metrics").at("share").at(0));
    }
}

TEST_CASE("a request is lost or counted twice where replicas join or leave", "[fleet]") {
    std::mt19937 budgets(1);
    for (const Json& policy : kPolicies)
        for (const Json& more : {join(3, 0.4), leave(3, 0.4), leave(3, 0.4, "fail")}) {
            INFO(policy.dump() << more.dump());
            auto run = p2c::create_run(small(policy, more).dump());
            const bool fails = more.at("changes").value("queue", "") == "fail";
            int wrong = 0;
            do {
                const auto counts = run->snapshot("counts"), load = run->snapshot("load"), busy = run->snapshot("inService");
                double present = 0, serving = 0;
                for (std::size_t i = 0; i < 7; ++i) {
                    present += load[i];
                    serving += busy[i];
                    wrong += busy[i] != std::min(load[i], 2.0);
                    wrong += i >= 4 && load[i] > 0 && more.at("changes").at("id") == "join" && counts[0] <= 1200;
                    wrong += i >= 4 && load[i] > 0 && fails && counts[0] > 1200;
                }
                wrong += counts[0] != counts[1] + counts[2] + counts[3] + (fails ? counts[4] : 0);
                wrong += counts[2] != serving || counts[2] + counts[3] != present;
            } while (run->step(1 + budgets() % 50));
            CHECK(wrong == 0);
            const Json result = Json::parse(run->result());
            CHECK((value(result, "dropped") > 0) == fails);
            CHECK(run_text(small(policy, more), {}, 7) == run->result());
        }
}

TEST_CASE("a replica that fails keeps its requests, or loses others", "[fleet]") {
    // Twice too much work: at the end of the first half each of four replicas has many requests, all counted as lost.
    const Json config = with(fleet(4, 2, choices(2), {{"requests", 2000}, {"warmup", 0}, {"replications", 1}}), leave(1, 0.5, "fail"));
    auto run = p2c::create_run(config.dump());
    run->step(1000);
    const double there = run->snapshot("load").at(3);
    run->step(1);
    CHECK(run->snapshot("load").at(3) == 0);
    const double lost = run->snapshot("counts").at(4);
    CHECK(lost > 50);
    CHECK(std::abs(lost - there) <= 3);  // completions between the two arrivals
    while (run->step(100)) {}
    CHECK(value(Json::parse(run->result()), "dropped") * 2000 == Approx(lost));
}

TEST_CASE("least of all does not fill the replica that joins empty; d choices do not send it d of n + 1", "[fleet]") {
    // Three times too much work: the others have hundreds of requests each when it joins, at request 4,000.
    const auto joined = [](const Json& policy, int requests) {
        auto run = p2c::create_run(with(fleet(9, 3, policy, {{"requests", 8000}, {"warmup", 0}, {"replications", 1}}), join(1, 0.5)).dump());
        run->step(4000);
        CHECK(run->snapshot("load").at(8) == 0);
        int sent = 0;
        for (int i = 0; i < requests; ++i) {
            run->step(1);
            sent += run->snapshot("looks").at(0) == 8;
        }
        return sent;
    };
    CHECK(joined(least(), 200) == 200);
    for (const int d : {1, 2, 3}) {
        const double p = d / 9.0, error = std::sqrt(600 * p * (1 - p));
        const int sent = joined(d == 1 ? random_policy() : choices(d), 600);
        INFO(d << " choices sent it " << sent);
        CHECK(std::abs(sent - 600 * p) < kErrors * error);
    }
}

TEST_CASE("a change is accepted that leaves nobody, or where it is not followed", "[fleet][input]") {
    CHECK(field(small(choices(2), leave(7, 0.5))) == "changes.count");
    CHECK(field(small(choices(6), leave(2, 0.5))) == "policy.d");
    CHECK(field(small({{"id", "join-idle"}}, join(1, 0.5))) == "policy.id");
    CHECK(field(small(choices(2), with(join(1, 0.5), {{"engine", "lazy"}}))) == "engine");
    CHECK(field(small(choices(2), with(join(1, 0.5), {{"information", {{"subset", {{"id", "random"}, {"size", 7}}}}}}))) == "information.subset.size");
    CHECK(field(small(choices(2), join(1, 1.5))) == "changes.at");
    CHECK(field(small(choices(2), with(join(1, 0.5), signal("latency")))).empty());
}

TEST_CASE("more looks than there were replicas at first are remembered where there is no room", "[fleet]") {
    for (const int d : {1, 5, 6}) CHECK(value(run(fleet(30, 0.5, choices(d), with(join(20, 0.5), {{"requests", 500}, {"replications", 2}}))), "share.29") > 0);
}
