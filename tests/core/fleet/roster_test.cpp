// Who knows whom, and who is sent nothing, where replicas join, leave or are ejected: subsets by exact law, limits path for path.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "../../support/fleet.h"
#include "../../support/refusal.h"
#include "fleet/dispatchers.h"

using namespace check;
using p2c::fleet::Dispatchers;

namespace {

Json join(int count, double at = 0.5) { return {{"changes", {{"id", "join"}, {"count", count}, {"at", at}}}}; }
Json leave(int count, double at = 0.5, const char* queue = "drain") { return {{"changes", {{"id", "leave"}, {"count", count}, {"at", at}, {"queue", queue}}}}; }
Json subsets(const char* id, int size, int count, const char* sees = "replicas") {
    return {{"information", {{"subset", {{"id", id}, {"size", size}}}, {"scope", {{"id", "dispatchers"}, {"count", count}, {"sees", sees}}}}}};
}
Json ejection(double most, const char* id = "by-errors") {
    return {{"ejection", {{"id", id}, {"above", id == std::string("by-errors") ? 0.3 : 1}, {"most", most}, {"every", 5}, {"least", 3}, {"time", 20}}}};
}
Json failing(int replicas) { return {{"fault", {{"id", "failing"}, {"replicas", replicas}, {"probability", 0.6}}}}; }
const Json patient = {{"patience", {{"id", "after"}, {"time", 1e9}}}};
const Json sticky = {{"id", "sticky"}}, bounded = {{"id", "bounded"}}, affinity = {{"id", "affinity"}, {"set", 3}, {"d", 2}}, memory = {{"id", "memory"}};
const Json zipf = {{"keys", {{"id", "zipf"}, {"count", 40}, {"exponent", 0.7}}}};

Dispatchers dealt(const char* id, int size, int count, std::uint32_t replicas, std::uint32_t members) {
    const Json config = with(fleet(static_cast<int>(replicas), 0.5, random_policy()), subsets(id, size, count));
    Dispatchers out(p2c::Information(Json::parse(p2c::create_run(with(config, {{"requests", 2}, {"warmup", 0}, {"replications", 1}}).dump())->result()).at("config").at("information"), 1), replicas);
    out.begin(17, 0, members);
    return out;
}

/// How likely frequencies of the subsets are that differ as much as the dispatchers', if all subsets are alike.
double evenness(const Dispatchers& who, int subsets_there_are) {
    std::map<std::vector<std::uint32_t>, double> counts;
    for (std::uint32_t d = 0; d < who.count(); ++d) {
        auto list = who.list(d);
        std::sort(list.begin(), list.end());
        ++counts[list];
    }
    CHECK(static_cast<int>(counts.size()) == subsets_there_are);
    std::vector<double> seen;
    for (const auto& [list, count] : counts) seen.push_back(count);
    return fit(seen, std::vector<double>(seen.size(), 1.0 / subsets_there_are));
}

const std::vector<Json> kPolicies = {random_policy(), round_robin(), choices(2), choices(3, true), least(), one_plus_beta(0.5), memory, {{"id", "groups"}, {"d", 3}}, {{"id", "thinning"}},
                                     sticky, bounded, affinity, {{"id", "weighted-random"}}, {{"id", "weighted-choices"}, {"d", 2}}, {{"id", "least-weighted"}}};

void same_waits(const Json& a, const Json& b) {
    for (const char* name : {"wait", "latency", "utilisation", "meanLoad", "share", "replicaUtilisation", "queueTail", "probesPerRequest"})
        CHECK(a.at("metrics").at(name) == b.at("metrics").at(name));
}

}  // namespace

TEST_CASE("deterministic subsets depend on who was there before", "[fleet][subsets]") {
    for (const auto& [before, after] : {std::pair(10U, 8U), std::pair(8U, 10U), std::pair(9U, 3U)}) {
        Dispatchers changed = dealt("deterministic", 3, 14, 10, before);
        changed.change(after);
        const Dispatchers fresh = dealt("deterministic", 3, 14, 10, after);
        for (std::uint32_t d = 0; d < 14; ++d) CHECK(changed.list(d) == fresh.list(d));
    }
}

TEST_CASE("a random subset changes by more than who joins and leaves, or some become likelier than others", "[fleet][subsets]") {
    for (const auto& [before, after, there_are] : {std::tuple(8U, 6U, 20), std::tuple(6U, 8U, 56), std::tuple(8U, 3U, 1), std::tuple(7U, 7U, 35)}) {
        INFO(before << " to " << after);
        Dispatchers who = dealt("random", 3, 20000, 8, before);
        std::vector<std::vector<std::uint32_t>> lists;
        for (std::uint32_t d = 0; d < who.count(); ++d) lists.push_back(who.list(d));
        who.change(after);
        int wrong = 0;
        for (std::uint32_t d = 0; d < who.count(); ++d)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const std::uint32_t was = lists[d][k], is = who.list(d)[k];
                wrong += is >= after;
                wrong += is != was && was < after && is < before;
            }
        CHECK(wrong == 0);
        CHECK((there_are == 1 || evenness(who, there_are) > kAlarm));
    }
}

TEST_CASE("a change of nobody changes the path of dispatchers who know subsets; clients who wait for ever do", "[fleet][subsets]") {
    for (const char* id : {"random", "deterministic"})
        for (const char* sees : {"replicas", "own"})
            for (const Json& policy : kPolicies) {
                INFO(id << sees << policy.dump());
                const Json config = with(fleet(9, 0.6, policy, {{"requests", 1500}, {"replications", 2}, {"workers", 2}}), subsets(id, 4, 3, sees));
                const std::string path = figures(run(config));
                for (const Json& more : {join(0), leave(0), leave(3, 1)}) CHECK(figures(run(with(config, more))) == path);
                // Dealt among those who are there; random ones, of the same law, have grown.
                if (id == std::string("deterministic")) CHECK(figures(run(with(config, join(3, 0)))) == path);
                for (const Json& more : {join(3), leave(3)}) {
                    const Json changed = run(with(config, more));
                    same_waits(changed, run(with(with(config, more), patient)));
                    same_waits(changed, run(with(with(config, more), {{"hedge", {{"id", "after-time"}, {"after", 1e9}}}})));
                    CHECK(run_text(with(config, more), {}, 7) == run_text(with(config, more)));
                }
            }
}

TEST_CASE("dispatchers who know subsets send to those that have left, or not to those that joined", "[fleet][subsets]") {
    for (const char* id : {"random", "deterministic"})
        for (const Json& policy : kPolicies)
            for (const Json& more : {Json::object(), patient}) {
                INFO(id << policy.dump() << more.dump());
                const Json config = with(with(fleet(9, 0.4, policy, {{"requests", 3000}, {"replications", 2}, {"warmup", 0.5}}), subsets(id, 4, 8)), more);
                const Json left = run(with(config, leave(3))), joined = run(with(config, join(3)));
                for (int i = 0; i < 9; ++i) {
                    CHECK((value(left, "share." + std::to_string(i)) > 0) <= (i < 6));
                    if (i >= 6) CHECK(value(joined, "share." + std::to_string(i)) > 0);
                }
            }
}

TEST_CASE("replicas known to one dispatcher each, once others have left, are not queues M/M/1", "[fleet][subsets]") {
    const double load = 0.5, each = load * 6 / 5;
    const Json config = fleet(6, load, choices(1), {{"warmup", 0.2}});
    close(run(with(config, with(subsets("deterministic", 1, 5, "own"), leave(1, 0.1)))), "wait.mean", each / (1 - each));
}

TEST_CASE("once all that are left are known, a key goes elsewhere than where everybody knows all", "[fleet][subsets]") {
    for (const Json& more : {Json::object(), patient})
        for (const Json& policy : {sticky, Json{{"id", "affinity"}, {"set", 3}, {"d", 1}}}) {
            const Json config = with(fleet(8, 0.3, policy, {{"requests", 1000}, {"warmup", 0}, {"replications", 1}}), with(with(zipf, leave(3)), more));
            auto all = p2c::create_run(config.dump()), some = p2c::create_run(with(config, subsets("random", 5, 4)).dump());
            all->step(500);
            some->step(500);
            int differ = 0;
            for (int i = 0; i < 500; ++i) {
                all->step(1);
                some->step(1);
                auto a = all->snapshot("looks"), b = some->snapshot("looks");
                std::sort(a.begin(), a.end());
                std::sort(b.begin(), b.end());
                differ += a != b;
            }
            CHECK(differ == 0);
        }
}

TEST_CASE("the coverage is not that of those who are there in the end", "[fleet][subsets]") {
    const Json config = with(fleet(14, 0.5, choices(2), {{"requests", 200}, {"replications", 2}}), with(subsets("deterministic", 4, 12), leave(2)));
    CHECK(value(run(config), "coverage.min") == Approx(4.0 / 12).epsilon(1e-12));
    CHECK(value(run(config), "coverage.max") == Approx(4.0 / 12).epsilon(1e-12));
    CHECK(value(run(with(config, leave(10))), "coverage.min") == 1);
}

TEST_CASE("more are ejected than may be, of all or of those that a dispatcher knows, where replicas join or leave", "[fleet][ejection]") {
    std::mt19937 budgets(1);
    const Json again = {{"hedge", {{"id", "after-time"}, {"after", 1}, {"cancel", "queue"}}}, {"retry", {{"id", "again"}}}};
    for (const char* id : {"by-errors", "by-latency"})
        for (const Json& knows : {Json::object(), subsets("random", 5, 4), subsets("deterministic", 5, 4, "own"), subsets("deterministic", 4, 3)})
            for (const Json& more : {Json::object(), join(5), leave(5), with(leave(5, 0.5, "fail"), again)}) {
                INFO(id << knows.dump() << more.dump());
                const double most = 0.45;
                const bool some = !knows.empty();
                const Json config = with(with(with(brief(10, 0.3, choices(2), {{"requests", 6000}, {"replications", 2}, {"warmup", 0}}), with(ejection(most, id), failing(10))), knows), more);
                const int before = more.contains("changes") && more.at("changes").at("id") == "join" ? 5 : 10, after = more.contains("changes") ? 15 - before : 10;
                auto run = p2c::create_run(config.dump());
                int wrong = 0, highest[2] = {0, 0};
                std::uint32_t replication = 0;
                double last = 0;
                do {
                    const auto counts = run->snapshot("counts"), out = run->snapshot("ejected"), b = run->snapshot("books");
                    replication += counts[0] < last;
                    last = counts[0];
                    const bool late = counts[0] > 3000 || after == before;
                    const int members = late ? after : before;
                    const double ejected = std::count(out.begin(), out.end(), 1.0);
                    wrong += ejected > std::floor(most * members);
                    wrong += std::count(out.begin() + members, out.end(), 1.0) > 0;
                    highest[late] = std::max(highest[late], static_cast<int>(ejected));
                    wrong += b[0] != b[1] + b[2] + b[3] + b[4] + b[5];
                    wrong += b[6] != b[7] + b[8] + b[9] + b[10];
                    if (!some) continue;
                    const Json& subset = knows.at("information").at("subset");
                    const int size = subset.at("size"), dispatchers = knows.at("information").at("scope").at("count");
                    Dispatchers who = dealt(subset.at("id").get<std::string>().c_str(), size, dispatchers, 10, static_cast<std::uint32_t>(before));
                    who.begin(17, replication, static_cast<std::uint32_t>(before));
                    if (late) who.change(static_cast<std::uint32_t>(after));
                    for (std::uint32_t d = 0; d < who.count(); ++d) {
                        const auto list = who.list(d);
                        wrong += std::count_if(list.begin(), list.end(), [&out](std::uint32_t i) { return out[i] == 1; }) > std::floor(most * size);
                    }
                } while (run->step(1 + budgets() % 300));
                CHECK(wrong == 0);
                CHECK(highest[1] > 0);
                if (!some && id == std::string("by-errors")) CHECK(highest[1] == static_cast<int>(most * after));
            }
}

TEST_CASE("an ejected replica is sent something by who knows a subset, or as others join or leave", "[fleet][ejection]") {
    for (const Json& policy : kPolicies) {
        if (policy == Json{{"id", "groups"}, {"d", 3}}) continue;
        for (const Json& knows : {Json::object(), subsets("random", 6, 4), subsets("deterministic", 6, 4)})
            for (const Json& more : {Json::object(), join(3), leave(3)}) {
                INFO(policy.dump() << knows.dump() << more.dump());
                auto run = p2c::create_run(with(with(with(brief(9, 0.4, policy, {{"requests", 1500}, {"replications", 1}, {"warmup", 0}}), with(ejection(0.4), failing(2))), knows), more).dump());
                int wrong = 0, out_at_all = 0;
                while (run->step(1)) {
                    const auto out = run->snapshot("ejected");
                    wrong += out[static_cast<std::size_t>(run->snapshot("looks").at(0))] == 1 && policy != choices(2) && policy != choices(3, true);
                    out_at_all += std::count(out.begin(), out.end(), 1.0) > 0;
                }
                CHECK(wrong == 0);
                CHECK(out_at_all > 0);
            }
    }
}

TEST_CASE("ejection that ejects nobody changes the path of who knows a subset, or as replicas join or leave", "[fleet][ejection]") {
    for (const Json& policy : kPolicies)
        for (const Json& more : {join(3), leave(3), subsets("random", 4, 3), with(subsets("random", 4, 3, "own"), join(3)), with(subsets("deterministic", 4, 3), leave(3, 0.5, "fail"))}) {
            INFO(policy.dump() << more.dump());
            const Json config = with(brief(9, 0.6, policy, with({{"requests", 1500}, {"replications", 2}}, more)), patient);
            same_waits(run(config), run(with(config, ejection(0))));
            same_waits(run(config), run(with(with(config, ejection(0.3)), {{"ejection", {{"above", 1}}}})));
        }
}

TEST_CASE("subsets of all eject others than all do", "[fleet][ejection]") {
    // A key's order is the same however replicas are numbered.
    for (const Json& policy : {sticky, bounded, affinity}) {
        const Json config = with(brief(8, 0.4, policy, with(zipf, {{"requests", 4000}, {"replications", 2}, {"hedge", {{"id", "after-time"}, {"after", 2}}}})), with(ejection(0.4), failing(3)));
        same_waits(run(config), run(with(config, subsets("random", 8, 5))));
        CHECK(value(run(config), "share.0") != value(run(with(config, {{"ejection", {{"id", "none"}, {"above", nullptr}, {"most", nullptr}, {"every", nullptr}, {"least", nullptr}, {"time", nullptr}}}})), "share.0"));
    }
}

TEST_CASE("subsets or ejection that leave too few are accepted where replicas join or leave", "[fleet][input]") {
    const Json config = brief(9, 0.5, choices(2));
    check_refused(with(config, with(subsets("random", 7, 3), leave(3))).dump(), "information.subset.size");
    check_refused(with(config, with(subsets("random", 7, 3), join(3))).dump(), "information.subset.size");
    CHECK_NOTHROW(p2c::check(with(config, with(subsets("random", 6, 3), join(3))).dump()));
    check_refused(with(with(config, with(subsets("random", 4, 3), ejection(0.5))), {{"policy", choices(3)}}).dump(), "policy.d");
    CHECK_NOTHROW(p2c::check(with(config, with(subsets("random", 4, 3), ejection(0.5))).dump()));
    check_refused(with(with(config, with(leave(5), ejection(0.5))), {{"policy", choices(3)}}).dump(), "policy.d");
    CHECK_NOTHROW(p2c::check(with(with(config, with(leave(5), ejection(0.5))), {{"policy", choices(2)}}).dump()));
}
