// Differences under common random numbers.
#include <cmath>
#include <vector>

#include "../../support/catch.h"
#include "base/paired.h"

using namespace p2c;

TEST_CASE("equal series differ by exactly 0 and have the ratio 1") {
    const std::vector<double> x = {0.1, 0.7, 0.3, 0.9, 0.77};
    const Paired p = paired(x, x);
    CHECK(p.difference.mean == 0);
    CHECK(p.difference.half_width == 0);
    CHECK(p.difference.has_interval);
    CHECK(p.has_ratio);
    CHECK(p.ratio.mean == 1);
    CHECK(p.ratio.half_width == 0);
}

TEST_CASE("what moves two series alike leaves their difference") {
    // Reference 10 + z, values 12 + z: independent runs would have √2 times the interval of one.
    std::vector<double> values, reference;
    for (const double z : {-1.0, 0.0, 1.0, 2.0, -2.0}) {
        values.push_back(12 + z);
        reference.push_back(10 + z);
    }
    const Paired p = paired(values, reference);
    CHECK(p.difference.mean == 2);
    CHECK(p.difference.half_width == 0);
    CHECK(std::fabs(p.independent - std::sqrt(2.0) * estimate(reference).half_width) < 1e-12);
    // value − 1.2 · reference = −0.2 z: its deviation is a fifth of z's, over the mean of 10.
    CHECK(p.has_ratio);
    CHECK(p.ratio.mean == 1.2);
    CHECK(std::fabs(p.ratio.half_width - 0.02 * estimate(reference).half_width) < 1e-12);
}

TEST_CASE("proportional series have a ratio without spread") {
    const Paired p = paired({5, 5.5, 6}, {10, 11, 12});
    CHECK(p.ratio.mean == 0.5);
    CHECK(p.ratio.half_width == 0);
    CHECK(p.difference.mean == -5.5);
}

TEST_CASE("there is no ratio to what may be 0") {
    CHECK_FALSE(paired({1, 2, 3}, {0, 0, 0}).has_ratio);
    CHECK_FALSE(paired({1, 2, 3}, {-1, 0, 1.5}).has_ratio);
    CHECK(paired({1, 2, 3}, {-4, -5, -6}).has_ratio);
}

TEST_CASE("a single pair has a difference and a ratio, but no interval") {
    const Paired p = paired({3}, {2});
    CHECK(p.difference.mean == 1);
    CHECK_FALSE(p.difference.has_interval);
    CHECK(p.ratio.mean == 1.5);
    CHECK_FALSE(p.ratio.has_interval);
}
