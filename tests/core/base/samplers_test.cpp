// The samplers of the batched engine against their laws, computed by ratios of neighbouring probabilities.
// Chi-square at fixed seeds, error below p = 1e-4.
#include <cmath>
#include <functional>
#include <vector>

#include "../../support/catch.h"
#include "../../support/statistics.h"
#include "base/generator.h"
#include "base/samplers.h"

using Int = std::int64_t;
using p2c::Generator;

namespace {

/// P(k + 1)/P(k).
using Ratio = std::function<long double(long double k)>;

/// Chance of so many draws at least this far from the law with these ratios on low … high, around `mean`.
double fit(const std::function<Int()>& draw, const Ratio& ratio, Int low, Int high, double mean, double sigma) {
    const Int from = std::max(low, Int(mean - 9 * sigma - 60)), to = std::min(high, Int(mean + 9 * sigma + 60));
    const Int width = std::max<Int>(1, Int(sigma / 30));
    const Int centre = std::min(to, std::max(from, Int(mean)));
    std::vector<long double> weight(std::size_t(to - from) + 1);
    weight[std::size_t(centre - from)] = 1;
    for (Int k = centre; k < to; ++k) weight[std::size_t(k + 1 - from)] = weight[std::size_t(k - from)] * ratio(k);
    for (Int k = centre; k > from; --k)
        weight[std::size_t(k - 1 - from)] = weight[std::size_t(k - from)] / ratio(k - 1);
    long double sum = 0;
    for (const long double w : weight) sum += w;
    std::vector<double> expected(std::size_t((to - from) / width) + 1), seen(expected.size());
    for (std::size_t i = 0; i < weight.size(); ++i) expected[i / std::size_t(width)] += double(weight[i] / sum);
    for (int i = 0; i < 100000; ++i) {
        const Int k = draw();
        if (k < from || k > to) return 0;
        ++seen[std::size_t((k - from) / width)];
    }
    return check::fit(seen, expected);
}

}  // namespace

TEST_CASE("bounded draws of the sequential generator are not uniform, or repeat", "[random][long]") {
    Generator random(1, 0);
    for (const Int n : {1, 2, 3, 7, 100}) {
        std::vector<double> seen(std::size_t(n), 0), expected(std::size_t(n), 1.0 / double(n));
        for (int i = 0; i < 100000; ++i) ++seen[std::size_t(random.below(n))];
        CHECK(check::fit(seen, expected) > check::kAlarm);
    }
    // Three quarters of the range: a draw without rejection would prefer some third of its values.
    const Int large = Int(3) << 61;
    std::vector<double> thirds(3), third(3, 1 / 3.0);
    for (int i = 0; i < 100000; ++i) ++thirds[std::size_t(random.below(large) / (Int(1) << 61))];
    CHECK(check::fit(thirds, third) > check::kAlarm);
    CHECK(Generator(1, 0).word() == Generator(1, 0).word());
    CHECK(Generator(1, 0).word() != Generator(1, 1).word());
    CHECK(Generator(1, 1).word() != Generator(2, 0).word());
    for (int i = 0; i < 100000; ++i) {
        const double u = random.unit(), v = random.unit_above_zero();
        REQUIRE((u >= 0 && u < 1 && v > 0 && v <= 1));
    }
}

TEST_CASE("hypergeometric draws do not follow their law", "[random][long]") {
    struct Urn {
        double marked, unmarked, sample;
    };
    for (const Urn& u : std::vector<Urn>{{3, 4, 5},
                                         {1, 1, 1},
                                         {10, 90, 30},
                                         {90, 10, 30},
                                         {500, 500, 500},
                                         {70, 80, 140},
                                         {1000, 9000, 200},
                                         {1e6, 1e12, 1e6},
                                         {5e11, 5e11, 2e6},
                                         {20, 1e15, 5e14},
                                         {60, 1e15, 5e14},
                                         {7e12, 8.993e15, 4e4},
                                         {4e15, 5e15, 1e8},
                                         {9e15 - 100, 100, 4.5e15},
                                         {1e12 - 1, 1, 5e11},
                                         {3e7, 9e15, 9e9}}) {
        INFO(u.marked << " marked, " << u.unmarked << " not, sample of " << u.sample);
        Generator random(42, 0);
        const double n = u.marked + u.unmarked, p = u.marked / n;
        const double sigma = std::sqrt(u.sample * p * (1 - p) * ((n - u.sample) / std::max(1.0, n - 1)));
        const Int low = std::max<Int>(0, Int(u.sample) - Int(u.unmarked)), high = Int(std::min(u.marked, u.sample));
        const auto ratio = [&](long double k) {
            return (u.marked - k) * (u.sample - k) / ((k + 1) * ((long double)u.unmarked - u.sample + k + 1));
        };
        const auto draw = [&] { return p2c::hypergeometric(random, Int(u.marked), Int(u.unmarked), Int(u.sample)); };
        CHECK(fit(draw, ratio, low, high, u.sample * p, sigma) > check::kAlarm);
    }
}

TEST_CASE("binomial draws do not follow their law", "[random][long]") {
    struct Trials {
        double n, p;
    };
    for (const Trials& t : std::vector<Trials>{{1, 0.5},
                                               {10, 0.3},
                                               {40, 0.5},
                                               {100, 0.95},
                                               {1000, 0.02},
                                               {1e15, 1e-14},
                                               {1e15, 3e-12},
                                               {1e10, 0.5},
                                               {1e9, 0.999999},
                                               {9e15, 1 - 0x1p-50}}) {
        INFO(t.n << " trials, probability " << t.p);
        Generator random(43, 0);
        const long double odds = (long double)t.p / (1 - (long double)t.p);
        const auto ratio = [&](long double k) { return (t.n - k) / (k + 1) * odds; };
        const auto draw = [&] { return p2c::binomial(random, Int(t.n), t.p); };
        CHECK(fit(draw, ratio, 0, Int(t.n), t.n * t.p, std::sqrt(t.n * t.p * (1 - t.p))) > check::kAlarm);
    }
}

TEST_CASE("items before a divider do not follow their law", "[random][long]") {
    struct Row {
        double items, dividers, which;
    };
    for (const Row& r : std::vector<Row>{
             {5, 3, 2}, {12, 40, 7}, {13, 5, 5}, {100, 1, 1}, {30, 200, 3}, {5000, 7000, 4000}, {1e6, 1e9, 1000}}) {
        INFO(r.items << " items, " << r.dividers << " dividers, before number " << r.which);
        Generator random(44, 0);
        const double a = r.items, d = r.dividers, w = r.which;
        const double mean = a * w / (d + 1);
        const double sigma = std::sqrt(a * (a + d + 1) * w * (d + 1 - w) / ((d + 1) * (d + 1) * (d + 2)));
        const auto ratio = [&](long double k) { return (k + w) / (k + 1) * (a - k) / (a - k - 1 + d - w + 1); };
        const auto draw = [&] { return p2c::items_before(random, Int(a), Int(d), Int(w)); };
        CHECK(fit(draw, ratio, 0, Int(a), mean, sigma) > check::kAlarm);
    }
}

TEST_CASE("draws without chance have some", "[random][long]") {
    Generator random(45, 0);
    CHECK(p2c::hypergeometric(random, 0, 10, 5) == 0);
    CHECK(p2c::hypergeometric(random, 10, 0, 5) == 5);
    CHECK(p2c::hypergeometric(random, 4, 6, 10) == 4);
    CHECK(p2c::hypergeometric(random, 4, 6, 0) == 0);
    CHECK(p2c::binomial(random, 0, 0.5) == 0);
    CHECK(p2c::binomial(random, 9007199254740992, 0) == 0);
    CHECK(p2c::binomial(random, 9007199254740992, 1) == 9007199254740992);
    CHECK(p2c::items_before(random, 7, 3, 0) == 0);
    CHECK(p2c::items_before(random, 7, 3, 4) == 7);
}
