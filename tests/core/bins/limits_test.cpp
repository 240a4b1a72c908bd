// Settings that must coincide, sizes at the edge, numbers that must not be cut.
#include <cmath>

#include "../../support/bins.h"

using check::Json;

namespace {

Json config_of(const Json& policy, int n = 30, double per_bin = 20, int replications = 20) {
    return {{"experiment", "bins"},         {"bins", n}, {"ballsPerBin", per_bin}, {"policy", policy},
            {"replications", replications}, {"seed", 3}};
}

Json choices(int d, bool replacement = false, const char* ties = "random") {
    return {{"id", "choices"}, {"d", d}, {"replacement", replacement}, {"ties", ties}};
}

const auto path = check::bins_path;
using check::counts_of;

void check_same_law(const Json& a, const Json& b, const char* metric) {
    const Json first = config_of(a, 12, 4, 6000), second = check::with(config_of(b, 12, 4, 6000), {{"seed", 4}});
    INFO(a.dump() << " and " << b.dump() << ", " << metric);
    CHECK(check::same_law(counts_of(check::each(first, metric)), counts_of(check::each(second, metric))) >
          check::kAlarm);
}

}  // namespace

TEST_CASE("one look is not random dispatch, ball for ball", "[bins]") {
    const std::string random = path(config_of({{"id", "random"}}));
    CHECK(path(config_of(choices(1))) == random);
    CHECK(path(config_of(choices(1, true, "first-index"))) == random);
    CHECK(path(config_of({{"id", "one-plus-beta"}, {"beta", 0}})) == random);
}

TEST_CASE("beta 1 is not two choices, ball for ball", "[bins]") {
    for (const bool replacement : {false, true})
        for (const char* ties : {"random", "first-look", "first-index"})
            CHECK(
                path(config_of({{"id", "one-plus-beta"}, {"beta", 1}, {"replacement", replacement}, {"ties", ties}})) ==
                path(config_of(choices(2, replacement, ties))));
}

TEST_CASE("looking at all bins is not least of all", "[bins]") {
    CHECK(path(config_of(choices(30, false, "first-index"))) ==
          path(config_of({{"id", "least"}, {"ties", "first-index"}})));
    // Under any tie rule least of all fills the bins evenly.
    for (const Json& policy : {choices(30), Json{{"id", "least"}}, Json{{"id", "round-robin"}}}) {
        const Json result = check::run(config_of(policy, 30, 7.5));
        CHECK(check::value(result, "max") == 8);
        CHECK(check::value(result, "min") == 7);
        CHECK(check::value(result, "gap") == 0.5);
    }
}

TEST_CASE("two looks with replacement are not distinct ones taken with probability 1 - 1/n", "[bins]") {
    const Json beta = {{"id", "one-plus-beta"}, {"beta", 1 - 1 / 12.0}, {"replacement", false}};
    check_same_law(choices(2, true), beta, "max");
    check_same_law(choices(2, true), beta, "min");
}

TEST_CASE("the way ties are broken moves the law of the loads", "[bins]") {
    for (const char* ties : {"first-look", "first-index"})
        for (const char* metric : {"max", "min"}) check_same_law(choices(2), choices(2, false, ties), metric);
    check_same_law(choices(3), choices(3, false, "first-index"), "max");
}

TEST_CASE("the gap is a whole number", "[bins]") {
    for (double gap : check::each(config_of({{"id", "random"}}, 100, 1.5, 50), "gap"))
        CHECK(gap - std::floor(gap) == 0.5);
    for (double gap : check::each(config_of(choices(2), 64, 0.25, 50), "gap")) CHECK(gap - std::floor(gap) == 0.75);
}

TEST_CASE("a balls per bin that is no whole number of balls is cut or rounded without a word", "[bins]") {
    CHECK(check::value(check::run(config_of(choices(2), 100, 1.5, 2)), "balls") == 150);
    CHECK(check::value(check::run(config_of(choices(2), 10, 0.1, 2)), "balls") == 1);
    // 0.1·30 is 3.0000000000000004 in doubles: three balls, not four.
    CHECK(check::value(check::run(config_of(choices(2), 30, 0.1, 2)), "balls") == 3);
    CHECK(check::value(check::run(config_of(choices(2), 100, 0.29, 2)), "balls") == 29);
}

TEST_CASE("one bin or as many looks as bins hangs", "[bins]") {
    for (const Json& policy :
         {choices(1), choices(2, true), Json{{"id", "random"}}, Json{{"id", "least"}}, Json{{"id", "round-robin"}},
          Json{{"id", "one-plus-beta"}, {"beta", 0.5}, {"replacement", true}}}) {
        const Json result = check::run(config_of(policy, 1, 5));
        CHECK(check::value(result, "max") == 5);
        CHECK(check::value(result, "gap") == 0);
    }
    CHECK(check::value(check::run(config_of(choices(2), 2, 50)), "max") == 50);
    CHECK(check::value(check::run(config_of(choices(300), 300, 2, 2)), "max") == 2);
}

TEST_CASE("bins beyond a 16 bit index are never reached", "[bins]") {
    // 100,000 bins under least of a few: with 30 balls per bin and two choices a bin that stays empty has probability
    // e^-30 at most.
    auto run = p2c::create_run(config_of(choices(2), 100000, 30, 1).dump());
    run->step(2999999);
    const auto load = run->snapshot("load");
    CHECK(load.size() == 100000);
    int empty = 0;
    double sum = 0;
    for (double x : load) {
        empty += x == 0;
        sum += x;
    }
    CHECK(empty == 0);
    CHECK(sum == 2999999);
}

TEST_CASE("replications repeat each other or depend on how many there are", "[bins]") {
    const auto few = check::each(config_of({{"id", "random"}}, 100, 50, 10), "max");
    const auto many = check::each(config_of({{"id", "random"}}, 100, 50, 40), "max");
    CHECK(std::vector<double>(many.begin(), many.begin() + 10) == few);
    CHECK(check::estimate(many).error > 0);
    CHECK(path(config_of(choices(2))) != path(check::with(config_of(choices(2)), {{"seed", 4}})));
    CHECK(path(config_of(choices(2))) == path(config_of(choices(2))));
    // Neighbouring seeds and replications must not share streams: seed 3, replication 1 is not seed 4, replication 0.
    CHECK(check::each(config_of({{"id", "random"}}, 1000, 1, 40), "max") !=
          check::each(check::with(config_of({{"id", "random"}}, 1000, 1, 40), {{"seed", 4}}), "max"));
}

TEST_CASE("the maximum at a thousand bins leaves its exact range", "[bins]") {
    // Two choices, n = m = 1000: 3 with probability .994, 2 or 4 otherwise; one choice: 4 … 8 with probability .9989.
    for (double max : check::each(config_of(choices(2), 1000, 1, 100), "max")) CHECK((max >= 2 && max <= 4));
    for (double max : check::each(config_of({{"id", "random"}}, 1000, 1, 20), "max")) CHECK((max >= 4 && max <= 9));
}
