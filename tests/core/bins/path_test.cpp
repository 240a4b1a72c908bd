// Balls into bins ball by ball: what was looked at, what was chosen, what it did to the bins.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../../support/black_box.h"
#include "../../support/catch.h"

using check::Json;

namespace {

struct Ball {
    std::size_t chosen;
    std::vector<std::size_t> looks;
    std::vector<double> before;  // loads that it met
};

Json config_of(int n, double per_bin, const Json& policy) {
    return {{"experiment", "bins"}, {"bins", n},         {"ballsPerBin", per_bin},
            {"policy", policy},     {"replications", 1}, {"seed", 5}};
}

// Plays the run one ball at a time and checks the book-keeping on the way.
template <class Visit>
void play(const Json& config, Visit visit) {
    auto run = p2c::create_run(config.dump());
    const double balls = std::round(config.at("bins").get<double>() * config.at("ballsPerBin").get<double>());
    Ball ball;
    ball.before = run->snapshot("load");
    CHECK(run->snapshot("looks").empty());
    CHECK(run->snapshot("counts").at(0) == 0);
    int wrong = 0;
    for (double i = 1; i < balls; ++i) {  // the last ball ends the replication, so it is left out
        REQUIRE(run->step(1));
        const auto looks = run->snapshot("looks");
        const auto load = run->snapshot("load");
        ball.chosen = std::size_t(looks.at(0));
        ball.looks.assign(looks.begin() + 1, looks.end());
        auto expected = ball.before;
        ++expected.at(ball.chosen);
        wrong += load != expected;
        wrong += run->snapshot("counts").at(0) != i;
        visit(ball);
        ball.before = load;
    }
    CHECK(wrong == 0);
}

Json choices(int d, bool replacement = false, const char* ties = "random") {
    return {{"id", "choices"}, {"d", d}, {"replacement", replacement}, {"ties", ties}};
}

std::vector<std::size_t> least_loaded(const Ball& ball) {
    double least = HUGE_VAL;
    std::vector<std::size_t> tied;
    for (std::size_t look : ball.looks) {
        if (ball.before[look] > least) continue;
        if (ball.before[look] < least) tied.clear();
        least = ball.before[look];
        tied.push_back(look);
    }
    return tied;
}

}  // namespace

TEST_CASE("the ball does not go to the least loaded of the bins looked at", "[bins]") {
    for (int d : {1, 2, 3, 4, 9, 12})
        for (const char* ties : {"random", "first-look", "first-index"}) {
            int wrong = 0;
            play(config_of(12, 100, choices(d, false, ties)), [&](const Ball& ball) {
                const auto tied = least_loaded(ball);
                wrong += int(ball.looks.size()) != d ||
                         std::set(ball.looks.begin(), ball.looks.end()).size() != ball.looks.size();
                wrong += std::find(tied.begin(), tied.end(), ball.chosen) == tied.end();
                if (ties == std::string("first-look")) wrong += ball.chosen != tied.front();
                if (ties == std::string("first-index"))
                    wrong += ball.chosen != *std::min_element(tied.begin(), tied.end());
            });
            INFO("d = " << d << ", ties " << ties);
            CHECK(wrong == 0);
        }
}

TEST_CASE("ties at random are not fair to every look or every place among those tied", "[bins]") {
    for (const Json& policy : {choices(2), choices(3), choices(4), choices(10), Json{{"id", "least"}}}) {
        std::map<std::size_t, std::vector<double>> looks, places;
        const auto count = [](auto& table, const std::vector<std::size_t>& tied, std::size_t chosen) {
            auto& counts = table[tied.size()];
            counts.resize(tied.size());
            ++counts[std::size_t(std::find(tied.begin(), tied.end(), chosen) - tied.begin())];
        };
        play(config_of(10, 2000, policy), [&](const Ball& ball) {
            auto tied = least_loaded(ball);
            count(looks, tied, ball.chosen);
            std::sort(tied.begin(), tied.end());
            count(places, tied, ball.chosen);
        });
        for (const auto& table : {looks, places})
            for (const auto& [size, counts] : table) {
                INFO(policy.dump() << ", " << size << " tied");
                CHECK(check::fit(counts, std::vector<double>(size, 1.0 / double(size))) > check::kAlarm);
            }
    }
}

TEST_CASE("some bins or pairs of bins are looked at more often than others", "[bins]") {
    for (const bool replacement : {false, true}) {
        std::vector<double> pairs(100), expected;
        play(config_of(10, 3000, choices(2, replacement)),
             [&](const Ball& ball) { ++pairs[ball.looks[0] * 10 + ball.looks[1]]; });
        for (int i = 0; i < 100; ++i) expected.push_back(replacement ? 0.01 : i % 11 == 0 ? 0 : 1 / 90.0);
        INFO((replacement ? "with" : "without") << " replacement");
        CHECK(check::fit(pairs, expected) > check::kAlarm);
    }
}

TEST_CASE("the same bin is looked at twice although looks are distinct", "[bins]") {
    // P(a given bin is among the looks) = d/n for distinct looks, 1 − (1 − 1/n)^d with replacement.
    for (const auto& [n, d] : {std::pair(2, 2), std::pair(4, 2), std::pair(4, 4), std::pair(30, 20)})
        for (const bool replacement : {false, true}) {
            double seen = 0, balls = 0;
            play(config_of(n, 20000.0 / n, choices(d, replacement)), [&](const Ball& ball) {
                seen += std::find(ball.looks.begin(), ball.looks.end(), 0u) != ball.looks.end();
                ++balls;
            });
            const double p = replacement ? 1 - std::pow(1 - 1.0 / n, d) : double(d) / n;
            INFO(n << " bins, d = " << d << (replacement ? " with" : " without") << " replacement");
            CHECK(check::deviation({seen / balls, std::sqrt(p * (1 - p) / balls)}, p) < check::kErrors);
        }
}

TEST_CASE("the strictly fullest bin is chosen although a lighter one was looked at", "[bins]") {
    // Distinct looks: never. With replacement: only when both looks hit it, 1/n².
    for (const bool replacement : {false, true}) {
        const int n = 4;
        double chosen = 0, balls = 0;
        play(config_of(n, 20000, choices(2, replacement)), [&](const Ball& ball) {
            const auto top = std::max_element(ball.before.begin(), ball.before.end());
            if (std::count(ball.before.begin(), ball.before.end(), *top) != 1) return;
            ++balls;
            chosen += ball.chosen == std::size_t(top - ball.before.begin());
        });
        CHECK(balls > 1000);
        if (!replacement) CHECK(chosen == 0);
        const double p = 1.0 / (n * n);
        if (replacement) CHECK(check::deviation({chosen / balls, std::sqrt(p * (1 - p) / balls)}, p) < check::kErrors);
    }
}

TEST_CASE("ties by lowest index are not as biased as they must be", "[bins]") {
    // An empty row of 10 bins and one ball: with distinct looks and the lower index on ties bin i gets 2(9 − i)/90.
    std::vector<double> biased(10), fair(10), least(10), expected;
    for (int i = 0; i < 10; ++i) expected.push_back(2 * (9 - i) / 90.0);
    const int runs = 1000;
    const auto first_ball = [](const Json& policy, int seed) {
        Json config = config_of(10, 1, policy);
        config["seed"] = seed;
        auto run = p2c::create_run(config.dump());
        run->step(1);
        return std::size_t(run->snapshot("looks").at(0));
    };
    for (int seed = 0; seed < runs; ++seed) {
        ++biased[first_ball(choices(2, false, "first-index"), seed)];
        ++fair[first_ball(choices(2), seed)];
        ++least[first_ball({{"id", "least"}}, seed)];
    }
    CHECK(check::fit(biased, expected) > check::kAlarm);
    CHECK(check::fit(fair, std::vector<double>(10, 0.1)) > check::kAlarm);
    CHECK(check::fit(least, std::vector<double>(10, 0.1)) > check::kAlarm);
}

TEST_CASE("a policy reads another number of bins than it says", "[bins]") {
    const auto probes = [](const Json& policy) {
        return check::value(check::run(check::with(config_of(50, 400, policy), {{"replications", 5}})),
                            "probesPerBall");
    };
    for (int d : {1, 2, 3, 4, 10, 50}) CHECK(probes(choices(d)) == d);
    CHECK(probes(choices(4, true)) == 4);
    CHECK(probes({{"id", "least"}}) == 50);
    CHECK(probes({{"id", "round-robin"}}) == 0);
    for (const double beta : {0.0, 0.25, 0.5, 1.0}) {
        const double error = std::sqrt(beta * (1 - beta) / (50 * 400 * 5));
        INFO("beta = " << beta);
        CHECK(std::abs(probes({{"id", "one-plus-beta"}, {"beta", beta}}) - 1 - beta) <= check::kErrors * error + 1e-12);
    }
}

TEST_CASE("looks of a ball depend on the policy", "[bins]") {
    std::vector<std::size_t> one, two, four, beta;
    play(config_of(20, 50, {{"id", "random"}}), [&](const Ball& ball) { one.push_back(ball.looks.at(0)); });
    play(config_of(20, 50, choices(2)), [&](const Ball& ball) { two.push_back(ball.looks.at(0)); });
    play(config_of(20, 50, choices(4, true)), [&](const Ball& ball) { four.push_back(ball.looks.at(0)); });
    play(config_of(20, 50, {{"id", "one-plus-beta"}, {"beta", 0.3}}),
         [&](const Ball& ball) { beta.push_back(ball.looks.at(0)); });
    CHECK(one == two);
    CHECK(one == four);
    CHECK(one == beta);
}
