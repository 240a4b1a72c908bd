// Histogram, percentiles, intervals, sums.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "../../support/black_box.h"
#include "../../support/catch.h"
#include "base/fingerprint.h"
#include "base/histogram.h"
#include "base/statistics.h"
#include "base/tally.h"

using p2c::Histogram;

namespace {

std::vector<double> sample(std::size_t count, std::uint32_t seed) {
    std::mt19937 generator(seed);  // fixed by the C++ standard, so the same numbers everywhere
    std::vector<double> values(count);
    for (double& value : values) {
        const double u = (generator() + 0.5) / 4294967296.0;
        value = u < 0.2 ? 0 : std::exp(20 * (u - 0.6));
    }
    return values;
}

Histogram histogram(const std::vector<double>& values) {
    Histogram result;
    for (double value : values) result.add(value);
    return result;
}

void check_equal(const Histogram& a, const Histogram& b) {
    CHECK(a.counts() == b.counts());
    CHECK(a.total() == b.total());
    CHECK(a.max() == b.max());
    CHECK(a.first() == b.first());
    CHECK(a.last() == b.last());
}

}  // namespace

TEST_CASE("a percentile is off by one rank or rounded in floating point", "[base]") {
    const auto rank = [](std::uint64_t percent, std::uint64_t total) {
        return p2c::nearest_rank({"", percent, 100}, total);
    };
    CHECK(rank(50, 100) == 50);
    CHECK(rank(95, 100) == 95);
    CHECK(rank(99, 100) == 99);
    for (std::uint64_t p = 1; p <= 100; ++p)
        CHECK(rank(p, 100) == p);  // ceil(p/100·100) in doubles fails at 7, 14, 28, 55, 56
    CHECK(rank(50, 1) == 1);
    CHECK(rank(99, 101) == 100);
    CHECK(p2c::nearest_rank({"", 999, 1000}, 1000) == 999);
    CHECK(p2c::nearest_rank({"", 999, 1000}, 1001) == 1000);
    CHECK(rank(99, 1000000000000000ULL) == 990000000000000ULL);
    Histogram whole(10);
    for (int i = 1; i <= 100; ++i) whole.add(i);
    for (const std::uint64_t p : {1, 7, 14, 28, 50, 55, 56, 95, 99}) {
        const double found = whole.at_rank(rank(p, 100));
        CHECK(std::abs(found / double(p) - 1) <= 0.0005);
    }
    CHECK(whole.at_rank(100) == 100);
}

TEST_CASE("a bucket is wider than 0.1 % or loses values at its edges", "[base]") {
    const Histogram empty;
    for (std::size_t i = 2; i + 2 < empty.counts().size(); ++i) {
        const double low = empty.lower_edge(i), high = empty.lower_edge(i + 1);
        if (!(high - low <= 0.001 * low && empty.bucket(low) == i && empty.bucket(std::nextafter(high, 0)) == i)) {
            FAIL_CHECK("bucket " << i);
            break;
        }
    }
    CHECK(empty.bucket(0) == 0);
    CHECK(empty.bucket(0x1p-40) == 1);
    CHECK(empty.bucket(0x1p40) + 1 == empty.counts().size());
}

TEST_CASE("percentiles of a histogram differ from those of the sorted values", "[base]") {
    for (const std::size_t count : {1u, 2u, 10u, 999u, 1000u, 5000u}) {
        auto values = sample(count, std::uint32_t(count));
        const Histogram found = histogram(values);
        std::sort(values.begin(), values.end());
        for (const auto& quantile : p2c::quantiles) {
            const double exact = values[std::size_t(p2c::nearest_rank(quantile, count)) - 1];
            INFO(count << " values, " << quantile.name);
            CHECK(std::abs(found.at_rank(p2c::nearest_rank(quantile, count)) - exact) <= 0.0005 * exact);
        }
        CHECK(found.at_rank(count) == values.back());
        CHECK(found.max() == values.back());
        CHECK(found.total() == count);
    }
}

TEST_CASE("zero has no bucket of its own", "[base]") {
    Histogram waits;
    for (int i = 0; i < 60; ++i) waits.add(0);
    for (int i = 0; i < 40; ++i) waits.add(1e-9);
    CHECK(waits.at_rank(60) == 0);
    CHECK(waits.at_rank(61) > 0);
}

TEST_CASE("values added as a block are not those added one by one", "[base]") {
    auto values = sample(1000, 4);
    for (const double x : {0.0, -0.0, 0x1p-40, 0x1p-32, 0x1p31, 0x1p32, 0x1p40}) values.push_back(x);
    Histogram block = histogram(sample(10, 5));
    Histogram single = block;
    for (const std::size_t count : {std::size_t(0), std::size_t(1), values.size()}) {
        block.add(values.data(), count);
        for (std::size_t k = 0; k < count; ++k) single.add(values[k]);
        check_equal(block, single);
    }
    CHECK(block.bucket(-0.0) == 0);
}

TEST_CASE("merged histograms depend on the order or differ from one histogram", "[base]") {
    const auto a = sample(1000, 1), b = sample(2000, 2), c = sample(10, 3);
    auto all = a;
    all.insert(all.end(), b.begin(), b.end());
    all.insert(all.end(), c.begin(), c.end());
    Histogram left = histogram(a), right = histogram(c), bc = histogram(b);
    left.add(histogram(b));
    left.add(histogram(c));
    right.add(Histogram());
    right.add(histogram(b));
    right.add(histogram(a));
    bc.add(histogram(c));
    Histogram nested = histogram(a);
    nested.add(bc);
    check_equal(left, histogram(all));
    check_equal(right, left);
    check_equal(nested, left);
    left.clear();
    check_equal(left, Histogram());
}

TEST_CASE("Student's quantiles are not those of the table", "[base]") {
    // By Simpson integration of the density, 8 decimals.
    const struct {
        std::uint64_t degrees;
        double p975, p995;
    } table[] = {{1, 12.70620474, 63.65674116}, {2, 4.30265273, 9.92484320},  {3, 3.18244630, 5.84090931},
                 {4, 2.77644510, 4.60409487},   {5, 2.57058183, 4.03214298},  {9, 2.26215716, 3.24983554},
                 {19, 2.09302405, 2.86093461},  {29, 2.04522964, 2.75638590}, {99, 1.98421695, 2.62640546},
                 {199, 1.97195654, 2.60076022}};
    for (const auto& row : table) {
        INFO(row.degrees << " degrees of freedom");
        CHECK(std::abs(p2c::student_t(0.975, row.degrees) - row.p975) < 2e-8 * row.p975);
        CHECK(std::abs(p2c::student_t(0.995, row.degrees) - row.p995) < 2e-8 * row.p995);
    }
    CHECK(std::abs(p2c::student_t(0.975, 1000000000) - 1.95996398) < 3e-5);
    CHECK(std::abs(p2c::student_t(0.5, 7)) < 1e-9);
}

TEST_CASE("an interval is not mean plus and minus t s over root n", "[base]") {
    const auto found = p2c::estimate({1, 2, 3, 4});
    CHECK(found.mean == 2.5);
    CHECK(found.deviation == Approx(1.2909944487358056).epsilon(1e-14));
    CHECK(found.half_width == Approx(3.18244630 * 1.2909944487358056 / 2).epsilon(1e-7));
    CHECK(found.has_interval);
    CHECK_FALSE(p2c::estimate({5}).has_interval);
    CHECK(p2c::estimate({5}).mean == 5);
    const auto whole = p2c::estimate(4, 10, 4 * 30 - 100, 1);  // the same four numbers by their sums
    CHECK(whole.mean == 2.5);
    CHECK(whole.deviation == Approx(found.deviation).epsilon(1e-14));
    CHECK(whole.half_width == Approx(found.half_width).epsilon(1e-14));
}

TEST_CASE("a column of counts depends on the order in which replications arrive", "[base]") {
    // Levels below the first are full (10), levels above the last are empty (0).
    const std::vector<std::pair<std::int64_t, std::vector<std::uint64_t>>> parts = {
        {3, {9, 5, 1}}, {1, {10, 8}}, {5, {7, 2, 1}}, {4, {10}}};
    p2c::Tally forward(10), backward(10), left(10), right(10);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        forward.add(parts[i].first, parts[i].second);
        backward.add(parts[parts.size() - 1 - i].first, parts[parts.size() - 1 - i].second);
        (i < 2 ? left : right).add(parts[i].first, parts[i].second);
    }
    left.add(right);
    CHECK(forward.to_json().dump() == backward.to_json().dump());
    CHECK(forward.to_json().dump() == left.to_json().dump());
    CHECK(p2c::Tally::from_json(forward.to_json()).to_json().dump() == forward.to_json().dump());
    CHECK(forward.first() == 1);
    CHECK(forward.last() == 8);
    const std::uint64_t sums[] = {40, 38, 29, 25, 8, 2, 1};
    for (std::int64_t level = 1; level < 8; ++level) CHECK(forward.sum(level) == sums[level - 1]);
    CHECK(forward.at(2, 10).mean == Approx(0.95));
    CHECK(forward.at(2, 10).deviation == Approx(0.1));
}

TEST_CASE("a fingerprint ignores a bit or an order", "[base]") {
    const auto text = [](std::initializer_list<std::uint64_t> words) {
        p2c::Fingerprint hash;
        for (std::uint64_t word : words) hash.add(word);
        return hash.text();
    };
    CHECK(text({}) == "cbf29ce484222325");
    CHECK(text({0x61}) != text({0x62}));
    CHECK(text({1, 2}) != text({2, 1}));
    CHECK(text({1ULL << 63}) != text({0}));
    // FNV-1a of the eight bytes 'a' 0 0 0 0 0 0 0, computed apart.
    std::uint64_t expected = 0xcbf29ce484222325ULL;
    for (const unsigned char byte : {0x61, 0, 0, 0, 0, 0, 0, 0}) expected = (expected ^ byte) * 0x100000001b3ULL;
    CHECK(std::stoull(text({0x61}), nullptr, 16) == expected);
}
