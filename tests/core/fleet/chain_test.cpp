// Two, three and four replicas against the exact Markov chain of the shortest of d queues.
#include <cmath>

#include "../../support/fleet.h"

using namespace check;

namespace {

Json config_of(const Json& row, const Json& policy) {
    return fleet(row.at("replicas"), row.at("load"), policy, {{"requests", row.at("load") > 0.85 ? 200000 : 30000}});
}

// Fraction of replicas with load >= 1, 2, …: a time average, from the first kept arrival to the last.
void compare_tail(const Json& found, const Json& exact) {
    CHECK(value(found, "queueTail.0") == 1);
    for (std::size_t i = 0; i < 4; ++i) {
        INFO("share of replicas with load >= " << i + 1);
        CHECK(deviation(measure(found, "queueTail." + std::to_string(i + 1)), exact.at(i)) < kErrors);
    }
}

// Near capacity a run must be longer; those rows are left out where the core runs slowly.
void check_chain(bool heavy) {
    for (const Json& row : reference("reference/finite_chains.json").at("rows")) {
        if ((row.at("load") > 0.71) != heavy) continue;
        INFO(row.dump());
        const Json found = run(config_of(row, choices(row.at("d"), row.at("replacement"))));
        compare(found, row, {"mean", "p50", "p90", "p99"});
        compare_tail(found, row.at("tail"));
        CHECK(deviation(measure(found, "utilisation"), row.at("load")) < kErrors);
    }
}

}  // namespace

TEST_CASE("the shortest of d queues does not follow its exact chain", "[fleet]") {
    check_chain(false);
}
TEST_CASE("the shortest of d queues does not follow its exact chain near capacity", "[fleet][long]") {
    check_chain(true);
}

TEST_CASE("two distinct choices among two replicas are not join the shortest queue", "[fleet]") {
    for (const Json& row : reference("reference/finite_chains.json").at("rows")) {
        if (row.at("d") != row.at("replicas") || row.at("replacement") == true || row.at("load") > 0.81) continue;
        INFO(row.dump());
        compare(run(config_of(row, least())), row, {"mean", "p50", "p90", "p99"});
    }
    // Alike ties, alike path: both take the lower number.
    for (int n : {2, 3, 5}) {
        Json both[] = {run(fleet(n, 0.8, choices(n, false, "first-index"), {{"requests", 20000}, {"replications", 3}})),
                       run(fleet(n, 0.8, least("first-index"), {{"requests", 20000}, {"replications", 3}}))};
        CHECK(figures(both[0]) == figures(both[1]));
    }
}

TEST_CASE("work and number of requests are taken for each other", "[fleet]") {
    // n = 2, d = n, load .9: mean wait 4.2632 when work is compared (M/M/2), 4.4749 when requests are counted; at .5
    // .3333 and .4263.
    const Json config = fleet(2, 0.5, choices(2), {{"requests", 50000}});
    const Estimate work = measure(run(with(config, signal("work"))), "wait.mean");
    const Estimate count = measure(run(with(config, signal("in-flight"))), "wait.mean");
    CHECK(deviation(work, 1 / 3.0) < kErrors);
    CHECK(deviation(count, 0.4263207511672412) < kErrors);
    CHECK(std::abs(work.mean - count.mean) > 10 * std::hypot(work.error, count.error));
}

TEST_CASE("waiting requests only are taken for all in flight", "[fleet]") {
    // One worker, signal waiting: an idle replica and one that serves a lone request look alike, so an idle one is
    // missed half the time.
    const Json config = fleet(2, 0.5, choices(2), {{"requests", 20000}});
    const Estimate waiting = measure(run(with(config, signal("waiting"))), "wait.mean");
    CHECK(waiting.mean - 0.4263 > 10 * waiting.error);
    CHECK(1 - waiting.mean > 10 * waiting.error);  // random dispatch waits 1
}

TEST_CASE("more second looks do not shorten the wait", "[fleet]") {
    // (1 + beta) goes from M/M/1 at beta = 0 to two choices at beta = 1: 4.0, 1.9, 1.4, 1.1, 0.9 or so.
    double before = HUGE_VAL;
    for (const double beta : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double now =
            value(run(fleet(64, 0.8, one_plus_beta(beta), {{"requests", 50000}, {"replications", 4}})), "wait.mean");
        CHECK(now < before);
        before = now;
    }
}
