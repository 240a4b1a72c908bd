// The parts of processes on their own: weights, capacities, graphs, counters of several widths.
#include <algorithm>
#include <cmath>
#include <set>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "bins/counters.h"
#include "model/capacities.h"
#include "model/graphs.h"
#include "model/policies.h"
#include "model/weights.h"

using check::Json;

namespace {

std::vector<double> drawn(const Json& law, int count) {
    p2c::Weights weights(law);
    weights.begin(5, 0);
    std::vector<double> out;
    for (int i = 0; i < count; ++i) out.push_back(weights.weight(std::uint64_t(i)));
    return out;
}

Json pareto(double alpha, double max) { return {{"id", "pareto"}, {"alpha", alpha}, {"max", max}}; }

// Neighbours of each vertex, found by drawing many edges.
std::vector<std::set<std::uint32_t>> neighbours(const Json& config, std::uint32_t n, std::uint64_t replication) {
    p2c::Graph graph(config, n);
    graph.begin(9, replication);
    std::vector<std::set<std::uint32_t>> out(n);
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint64_t ball = 0; ball < 100; ++ball) out[i].insert(graph.neighbour(i, ball * n + i));
    return out;
}

Json regular(int degree) { return {{"id", "regular"}, {"degree", degree}}; }

template <class Policy>
p2c::Tables tables_of(const Json& config, unsigned bytes, Policy policy) {
    p2c::bins::Counters<Policy> engine(p2c::bins::Settings(config), bytes, std::move(policy));
    p2c::Tables tables = engine.tables();
    for (std::uint32_t r = 0; r < 2; ++r) {
        engine.begin(r);
        while (engine.left() > 0) engine.advance(777);
        engine.finish(tables);
    }
    return tables;
}

}  // namespace

TEST_CASE("weights do not have mean 1 or leave their bounds", "[model]") {
    for (const Json& law : {Json{{"id", "exponential"}}, Json{{"id", "two-point"}, {"share", 0.1}, {"ratio", 10}}, pareto(2.5, 100),
                            pareto(1, 50), pareto(1.000001, 50), pareto(0.3, 20), pareto(20, 1e6), pareto(3, 1.5)}) {
        const auto weights = drawn(law, 200000);
        INFO(law.dump());
        CHECK(check::deviation(check::estimate(weights), 1) < check::kErrors);
        const auto [low, high] = std::minmax_element(weights.begin(), weights.end());
        CHECK(*low > 0);
        if (law.contains("max")) CHECK(*high / *low <= law.at("max").get<double>() * (1 + 1e-12));
    }
    CHECK(drawn({{"id", "unit"}}, 3) == std::vector<double>{1, 1, 1});
    const auto two = drawn({{"id", "two-point"}, {"share", 0.1}, {"ratio", 10}}, 1000);
    CHECK(std::set(two.begin(), two.end()).size() == 2);
    CHECK(*std::max_element(two.begin(), two.end()) == Approx(10 / 1.9));
}

TEST_CASE("Pareto weights do not fall off like their power", "[model]") {
    for (const double alpha : {0.8, 2.5}) {
        auto weights = drawn(pareto(alpha, 100), 20000);
        const double lightest = *std::min_element(weights.begin(), weights.end());
        const double p = check::fit_continuous(weights, [&](double x) {
            return (1 - std::pow(x / lightest, -alpha)) / (1 - std::pow(100.0, -alpha));
        });
        CHECK(p > check::kAlarm);
    }
}

TEST_CASE("capacities do not have mean 1 or break ties", "[model]") {
    const p2c::Capacities sizes({{"id", "two-sizes"}, {"share", 0.3}, {"ratio", 3}}, 10);
    double sum = 0;
    int large = 0;
    for (std::uint32_t i = 0; i < 10; ++i) {
        const double capacity = 1 / sizes.relative(1, i);
        sum += capacity;
        large += capacity > 1;
    }
    CHECK(sum == Approx(10));
    CHECK(large == 3);
    // Three balls in a large bin are one in a small one, exactly.
    std::set<double> loads;
    for (std::uint32_t i = 0; i < 10; ++i) loads.insert(sizes.relative(1 / sizes.relative(1, i) > 1 ? 3 : 1, i));
    CHECK(loads.size() == 1);
}

TEST_CASE("a random regular graph is not regular, has loops or repeats an edge", "[model]") {
    for (const auto& [n, degree] : {std::pair{7u, 2}, {10u, 3}, {9u, 4}, {8u, 7}, {100u, 4}, {65u, 64}}) {
        const auto graph = neighbours(regular(degree), n, 1);
        INFO(n << " vertices, degree " << degree);
        int wrong = 0;
        for (std::uint32_t i = 0; i < n; ++i) {
            wrong += degree < 10 && int(graph[i].size()) != degree;
            wrong += graph[i].count(i) != 0;
            for (std::uint32_t j : graph[i]) wrong += degree < 10 && graph[j].count(i) == 0;
        }
        CHECK(wrong == 0);
    }
    for (const auto& ends : neighbours({{"id", "hypercube"}}, 8, 0)) CHECK(ends.size() == 3);
    for (const auto& ends : neighbours({{"id", "cycle"}}, 5, 0)) CHECK(ends.size() == 2);
}

TEST_CASE("random regular graphs are not equally likely", "[model]") {
    // Six vertices, two neighbours each: 60 hexagons and 10 pairs of triangles.
    std::vector<double> counts(2);
    for (std::uint64_t r = 0; r < 3000; ++r) {
        const auto graph = neighbours(regular(2), 6, r);
        const auto a = *graph[0].begin(), b = *std::next(graph[0].begin());
        ++counts[graph[a].count(b)];
    }
    CHECK(check::fit(counts, {6.0 / 7, 1.0 / 7}) > check::kAlarm);
}

TEST_CASE("random regular graphs of many vertices have too many or too few triangles", "[model]") {
    // (degree - 1)^3/6 on average in the limit of many vertices, and the number is then Poisson's (Bollobas 1980).
    std::vector<double> triangles;
    for (std::uint64_t r = 0; r < 300; ++r) {
        const auto graph = neighbours(regular(3), 300, r);
        int corners = 0;
        for (std::uint32_t a = 0; a < 300; ++a)
            for (std::uint32_t b : graph[a])
                for (std::uint32_t c : graph[b]) corners += c != a && graph[a].count(c) != 0;
        triangles.push_back(corners / 6.0);
    }
    CHECK(check::deviation(check::estimate(triangles), 8 / 6.0, 0.02) < check::kErrors);
}

TEST_CASE("narrow counters overflow, or give other numbers than wide ones", "[model]") {
    const Json two = {{"id", "choices"}, {"d", 2}, {"replacement", false}, {"ties", "random"}};
    for (const double per_bin : {100.0, 260.0, 70000.0}) {
        const Json config = {{"bins", 8}, {"ballsPerBin", per_bin}, {"seed", 3}, {"checkpoints", Json::array()}};
        for (const bool random : {false, true}) {
            const auto rows = [&](unsigned bytes) {
                return random ? tables_of(config, bytes, p2c::Random({})) : tables_of(config, bytes, p2c::TwoChoices(p2c::Choices(two)));
            };
            const auto wide = rows(4);
            for (const unsigned bytes : {1u, 2u}) {
                INFO(per_bin << " balls per bin, " << bytes << " bytes");
                const auto narrow = rows(bytes);
                CHECK(narrow.rows == wide.rows);
                CHECK(narrow.tallies[0].to_json() == wide.tallies[0].to_json());
            }
        }
    }
    CHECK(p2c::bins::counter_bytes(1000, 10) == 4);  // fits the caches as it is
    CHECK(p2c::bins::counter_bytes(1e8, 1) == 1);
    CHECK(p2c::bins::counter_bytes(1e8, 100) == 2);
    CHECK(p2c::bins::counter_bytes(1e8, 1e5) == 4);
}
