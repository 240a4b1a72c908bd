// Old or wrong loads, weights, capacities and graphs against their exact laws, by going through every sequence of bins
// that a handful of balls can take.
#include <cmath>
#include <functional>
#include <map>

#include "../../support/bins.h"

using namespace check;

namespace {

using Loads = std::vector<double>;
using Odds = std::vector<double>;

struct Weighted {
    double weight, probability;
};

struct Process {
    Json config;
    int n = 4, m = 6;
    std::function<Odds(const Loads& seen, double average)> odds;             // of each bin for the next ball
    std::function<int(int thrown)> shown = [](int thrown) { return thrown; };  // balls that the next one sees
    std::vector<Weighted> weights = {{1, 1}};
    std::vector<double> capacities = {1, 1, 1, 1};
};

using Law = std::map<long, double>;

long cell(double x) { return std::lround(x * 1e6); }

struct Walk {
    const Process& process;
    const std::string& metric;
    Law law;
    std::vector<int> bins;
    std::vector<double> weights;

    Loads after(int balls) const {
        Loads loads(process.n);
        for (int i = 0; i < balls; ++i) loads[bins[i]] += weights[i] / process.capacities[bins[i]];
        return loads;
    }
    double average() const {
        double sum = 0;
        for (double w : weights) sum += w;
        return sum / process.n;
    }
    void go(double probability) {
        if (int(bins.size()) == process.m) {
            const Loads loads = after(process.m);
            const double max = *std::max_element(loads.begin(), loads.end());
            const double min = *std::min_element(loads.begin(), loads.end());
            law[cell(metric == "gap" ? max - average() : metric == "max" ? max : min)] += probability;
            return;
        }
        const Odds odds = process.odds(after(process.shown(int(bins.size()))), average());
        for (int i = 0; i < process.n; ++i)
            for (const Weighted& w : process.weights) {
                if (odds[i] == 0) continue;
                bins.push_back(i);
                weights.push_back(w.weight);
                go(probability * odds[i] * w.probability);
                bins.pop_back();
                weights.pop_back();
            }
    }
};

void check_law(const Process& process) {
    const Json config = with({{"experiment", "bins"}, {"bins", process.n}, {"ballsPerBin", double(process.m) / process.n},
                              {"replications", 10000}, {"seed", 21}}, process.config);
    for (const std::string metric : {"max", "min", "gap"}) {
        Walk walk{process, metric, {}, {}, {}};
        walk.go(1);
        std::map<long, std::size_t> index;
        std::vector<double> probabilities, counts;
        for (const auto& [value, probability] : walk.law) {
            index[value] = probabilities.size();
            probabilities.push_back(probability);
        }
        counts.resize(probabilities.size());
        int unknown = 0;
        for (double x : each(config, metric)) {
            const auto found = index.find(cell(x));
            if (found == index.end()) ++unknown;
            else ++counts[found->second];
        }
        INFO(process.config.dump() << ", " << metric);
        CHECK(unknown == 0);
        CHECK(fit(counts, probabilities) > kAlarm);
    }
}

// P(the first of two wins) as a function of the two loads.
using Duel = std::function<double(double, double)>;

double fair(double a, double b) { return a < b ? 1 : a > b ? 0 : 0.5; }

using Edges = std::vector<std::pair<int, int>>;

Edges all_pairs(int n) {
    Edges edges;
    for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b) edges.emplace_back(a, b);
    return edges;
}

std::function<Odds(const Loads&, double)> two_looks(const Edges& edges, const Duel& duel) {
    return [=](const Loads& seen, double) {
        Odds odds(seen.size());
        for (const auto& [a, b] : edges) {
            const double first = duel(seen[a], seen[b]);
            odds[a] += first / edges.size();
            odds[b] += (1 - first) / edges.size();
        }
        return odds;
    };
}

Json choices() { return {{"id", "choices"}}; }
Json seen(const char* part, const Json& value) { return {{"policy", choices()}, {"information", {{part, value}}}}; }

}  // namespace

TEST_CASE("two looks at the ends of an edge do not have their exact law", "[bins]") {
    const Edges ring = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    check_law({{{"graph", {{"id", "cycle"}}}}, 4, 6, two_looks(ring, fair)});
    check_law({{{"graph", {{"id", "hypercube"}}}}, 4, 6, two_looks(ring, fair)});
    check_law({{{"graph", {{"id", "regular"}, {"degree", 3}}}}, 4, 6, two_looks(all_pairs(4), fair)});
    check_law({{{"graph", {{"id", "cycle"}}}}, 5, 5, two_looks({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}, fair),
               [](int thrown) { return thrown; }, {{1, 1}}, {1, 1, 1, 1, 1}});
}

TEST_CASE("old loads do not have their exact law", "[bins]") {
    for (const int age : {1, 2, 4, 7}) {
        check_law({seen("freshness", {{"id", "delayed"}, {"balls", age}}), 4, 6, two_looks(all_pairs(4), fair),
                   [age](int thrown) { return std::max(0, thrown - age); }});
        check_law({seen("freshness", {{"id", "batched"}, {"balls", age}}), 4, 6, two_looks(all_pairs(4), fair),
                   [age](int thrown) { return thrown / age * age; }});
    }
}

TEST_CASE("wrong loads do not have their exact law", "[bins]") {
    for (const double g : {1.0, 1.5, 2.0}) {
        const Duel against = [g](double a, double b) { return std::abs(a - b) <= g ? fair(b, a) : fair(a, b); };
        check_law({seen("noise", {{"id", "adversary"}, {"g", g}}), 4, 6, two_looks(all_pairs(4), against)});
    }
    for (const double sigma : {0.3, 1.0, 5.0}) {
        const Duel blurred = [sigma](double a, double b) { return normal((b - a) / (sigma * std::sqrt(2.0))); };
        check_law({seen("noise", {{"id", "gaussian"}, {"sigma", sigma}}), 4, 6, two_looks(all_pairs(4), blurred)});
    }
}

TEST_CASE("balls of two weights do not have their exact law", "[bins]") {
    const double light = 1 / (1 + 0.25 * 4);
    Process process{{{"weights", {{"id", "two-point"}, {"share", 0.25}, {"ratio", 5}}}}, 4, 5, two_looks(all_pairs(4), fair)};
    process.weights = {{light, 0.75}, {5 * light, 0.25}};
    check_law(process);
    process.config["policy"] = {{"id", "random"}};
    process.odds = [](const Loads&, double) { return Odds(4, 0.25); };
    check_law(process);
}

TEST_CASE("bins of two sizes do not have their exact law", "[bins]") {
    // One of four bins is three times as large, with a mean of 1: capacities 2/3 and 2. The last number is the large one.
    Process process{{{"capacities", {{"id", "two-sizes"}, {"share", 0.25}, {"ratio", 3}}}}, 4, 6, nullptr};
    process.capacities = {2 / 3.0, 2 / 3.0, 2 / 3.0, 2};
    process.odds = two_looks(all_pairs(4), [](double a, double b) { return std::abs(a - b) < 1e-9 ? 0.5 : fair(a, b); });
    check_law(process);
}

TEST_CASE("thinning relative to the average does not have its exact law", "[bins]") {
    for (const double threshold : {-0.5, 0.0, 0.5, 1.0}) {
        Process process{{{"policy", {{"id", "thinning"}, {"threshold", threshold}, {"relativeTo", "average"}}}}, 4, 6, nullptr};
        process.odds = [threshold](const Loads& seen, double average) {
            Odds odds(4);
            for (int i = 0; i < 4; ++i) {
                if (seen[i] < average + threshold) odds[i] += 0.25;
                else for (double& second : odds) second += 0.0625;
            }
            return odds;
        };
        check_law(process);
        process.config["weights"] = {{"id", "two-point"}, {"share", 0.5}, {"ratio", 3}};
        process.m = 5;
        process.weights = {{0.5, 0.5}, {1.5, 0.5}};
        check_law(process);
    }
}
